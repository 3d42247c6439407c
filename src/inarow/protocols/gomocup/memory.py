"""How much memory a process and all that it has started use.

Read from ``/proc``, so on Linux only; elsewhere there is no memory to see. A process whose parent
has ended belongs to nobody's tree any more and is not counted.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def family(pid: int) -> list[int]:
    """The process and its descendants, as far as they can be seen."""
    found = [pid]
    for member in found:  # grows while we walk it
        with contextlib.suppress(OSError, ValueError):
            for task in (_PROC / str(member) / "task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


def resident_bytes(pid: int) -> int:
    """The memory that a process and its descendants hold; shared pages count for each."""
    total = 0
    for member in family(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += int((_PROC / str(member) / "statm").read_text().split()[1]) * _PAGE
    return total

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


def used_bytes(pid: int) -> int:
    """The most that a process has held so far, and what its descendants hold now.

    Shared pages count for each. What the process gave back between two looks is seen, too.
    """
    total = _peak(pid)
    for member in family(pid)[1:]:
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += int((_PROC / str(member) / "statm").read_text().split()[1]) * _PAGE
    return total


def _peak(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in (_PROC / str(pid) / "status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0

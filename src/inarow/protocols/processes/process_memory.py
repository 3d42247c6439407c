"""The memory of a process and its descendants.

It is read from ``/proc``, so only on Linux; elsewhere it is 0. A descendant whose parent has exited
is not counted.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def family(pid: int) -> list[int]:
    """The process and its descendants, as far as they are visible."""
    found = [pid]
    for member in found:  # grows during the loop
        with contextlib.suppress(OSError, ValueError):
            for task in (_PROC / str(member) / "task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


def used_bytes(pid: int) -> int:
    """The peak memory of a process plus the current memory of its descendants.

    Shared pages count for each process. The peak includes memory that was freed between two checks.
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

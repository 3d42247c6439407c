"""A process and all that it has started: who they are and how much memory they use.

Read from ``/proc``, so on Linux only; elsewhere there are no descendants and no memory to see. A
process whose parent has ended belongs to nobody's tree any more.
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def family(pid: int) -> dict[int, str]:
    """The process and its descendants, as far as they can be seen, each with when it started."""
    found = {pid: _start_time(pid)}
    to_visit = [pid]
    for member in to_visit:  # grows while we walk it
        with contextlib.suppress(OSError, ValueError):
            for task in (_PROC / str(member) / "task").iterdir():
                for child in (task / "children").read_text().split():
                    found[int(child)] = _start_time(int(child))
                    to_visit.append(int(child))
    return found


def living(members: dict[int, str]) -> dict[int, str]:
    """Those of a family that still live; a number that has passed to another process is not."""
    return {pid: start for pid, start in members.items() if start and start == _start_time(pid)}


def kill_family(members: dict[int, str]) -> None:
    """Kill those of a family that still live."""
    for pid in living(members):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def resident_bytes(pid: int) -> int:
    """The memory that a process and its descendants hold; shared pages count for each."""
    total = 0
    for member in family(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += int((_PROC / str(member) / "statm").read_text().split()[1]) * _PAGE
    return total


def _start_time(pid: int) -> str:
    """In ticks since the machine started; empty if there is no such process."""
    with contextlib.suppress(OSError, IndexError):
        # Field 22; the second, the name in brackets, may hold anything.
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[19]
    return ""

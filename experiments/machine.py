"""What a run was made on, and how long its processors worked."""

from __future__ import annotations

import os
import platform
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")


def processor() -> str:
    """The name of the processor."""
    lines = CPUINFO.read_text("utf-8").splitlines() if CPUINFO.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def machine() -> dict[str, str | int]:
    """Processor, cores and system."""
    return {
        "processor": processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def processor_seconds() -> float:
    """Processor time of this process and of those that it has started and that have ended."""
    return sum(os.times()[:4])


def load_average() -> float:
    """Programs that ran or waited for a core in the last minute, on average."""
    return os.getloadavg()[0]


def duration(seconds: float) -> str:
    """A time as a table shows it.

    >>> [duration(each) for each in (0.0042, 0.5, 12.3, 125.0, 4258.0, 36000.0)]
    ['4 ms', '0.5 s', '12 s', '125 s', '71 min', '10.0 h']
    """
    if seconds < 0.1:
        return f"{seconds * 1000:.0f} ms" if seconds >= 0.001 else "< 1 ms"
    for most, unit, size in ((9.95, "s", 1), (300, "s", 1), (18_000, "min", 60)):
        if seconds < most:
            return f"{seconds / size:.{1 if most == 9.95 else 0}f} {unit}"
    return f"{seconds / 3600:.1f} h"

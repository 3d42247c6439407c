"""Fits a player into the memory limit that a manager sets for the process."""

from __future__ import annotations

import sys
from pathlib import Path

from inarow.players.player_type import MEMORY, PlayerType
from inarow.spec import split_spec, value_text

MEGABYTE = 1 << 20

RESERVE = 16
"""MB reserved for Python and for what players use besides the tables of ``mb``."""

USUAL_SIZE = 48
"""The assumed size of the process in MB where the system does not give it."""


def fit_memory(spec: str, kind: PlayerType, limit: int) -> tuple[str, str]:
    """A player's description with ``mb`` set for a limit in bytes (0 is none), and a notice.

    A given ``mb`` is kept if it fits; otherwise the player gets all available memory. If not even
    the smallest ``mb`` fits, it gets that, and the notice says so; else the notice is empty.
    Players without ``mb``, such as levels, do not change.
    """
    size = kind.memory
    if size is None or limit == 0:
        return spec, ""
    name, given = split_spec(spec)
    used = resident_megabytes()
    room = limit // MEGABYTE - used - RESERVE
    least, most = int(size.low or 1), int(size.high or room)
    wanted = int(given[MEMORY]) if MEMORY in given else most
    given[MEMORY] = str(max(least, min(wanted, room, most)))
    notice = ""
    if room < least:
        needed = used + RESERVE + least
        notice = f"max_memory {limit} is too little: at least {needed * MEGABYTE} would be needed"
    return (
        f"{name}:{','.join(f'{key}={value_text(value)}' for key, value in given.items())}",
        notice,
    )


def resident_megabytes() -> int:
    """The memory that this process uses, rounded up."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        import resource  # noqa: PLC0415 (not on every system)

        resident = int(pages.read_text().split()[1]) * resource.getpagesize()
    elif sys.platform == "darwin":
        import resource  # noqa: PLC0415

        resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    else:
        return USUAL_SIZE
    return -(-resident // MEGABYTE)

"""What is stored, as the rest of the server sees it: games with their moves, and runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from inarow.server.schema.search import Thought


def now() -> str:
    """Tell the time as it is stored: ISO 8601, UTC, always equally long, so that texts sort."""
    return _text(datetime.now(UTC))


def same_form(moment: str) -> str:
    """Write a moment as ``now`` does; one that names no zone is taken to be UTC.

    >>> same_form("2026-11-16T06:30:00Z")
    '2026-11-16T06:30:00.000000+00:00'
    """
    read = datetime.fromisoformat(moment)
    return _text(read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


@dataclass(frozen=True)
class StoredMove:
    """A move: seconds it took, what the one who made it thought it was worth, and its thought."""

    action: int
    seconds: float | None = None
    value: float | None = None
    thought: Thought | None = None
    """Large: a game is loaded without, see ``Store.load_thought``."""


@dataclass
class StoredGame:
    """A game as it is kept."""

    id: str
    game: str
    """Its description."""
    seats: tuple[dict[str, Any], dict[str, Any]]
    """``schema.play.Seat`` as JSON, X first."""
    owners: tuple[str | None, str | None]
    """The user of each seat; None for a machine or a seat that is open."""
    creator: str
    time: float
    """Seconds that a machine may think about a move."""
    opening: int
    """How many of the moves were given at the start."""
    moves: list[StoredMove]
    """All, with those that were taken back."""
    ply: int
    """How many of the moves stand on the board."""
    resigned: int | None = None
    """The side that resigned."""
    created: str = field(default_factory=now)
    updated: str = field(default_factory=now)
    delay: float = 0.0
    """Seconds from one machine's move to the next one's."""


@dataclass
class StoredRun:
    """A tournament or a training run as it is kept; its games and curves are in files."""

    id: str
    kind: str
    title: str
    owner: str
    state: str
    message: str = ""
    """Why it failed."""
    settings: dict[str, Any] = field(default_factory=dict)
    created: str = field(default_factory=now)
    games: int = 0
    scheduled: int = 0

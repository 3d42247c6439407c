"""The time that an engine has for a move, from the limits of ``INFO``.

The manager measures from its command to our answer, so there is a margin for pipes and scheduling.
"""

from __future__ import annotations

from collections.abc import Callable

Share = Callable[[float, float, int, int], float]
"""Seconds of a game clock for a move, from the seconds left, the increment, the moves made so far
and the cells of the board."""

DEFAULT_TURN = 5.0
"""Seconds for a move if the manager sets no limit. The protocol has no default; its sample engines
use 30, which is long for a person who types commands."""

QUICK = 0.05
"""Seconds for a move with turn limit 0, "as fast as possible"."""

MARGIN = 0.05
"""Seconds of each move reserved for pipes and for other processes on the same cores."""

MARGIN_SHARE = 0.01
"""Part of each move that is reserved as well."""

LEAST_SHARE = 0.2
"""Part of a limit that is used for the search even if the margin is larger than the rest."""

MOVE_COST = 0.01
"""Seconds of a match clock that a move takes without any search, by the manager's clock."""

MOST_MOVES = 60
"""Moves to come that this is reserved for; more are rare."""

SHORTEST = 0.001
"""Seconds; a search gets no less, even when the clock has run out."""

UNLIMITED = 2_147_483_647
"""Milliseconds: this value of ``time_left`` or more means no limit."""


class Clock:
    """The time limits, and the time that a match has used."""

    def __init__(self, share: Share, longest: Share | None = None) -> None:
        self._share = share
        self._longest = longest or share
        self._turn: float | None = None
        self._match: float | None = None
        self._increment = 0.0
        self._told_left: float | None = None
        self._spent_since_told = 0.0
        self._spent = 0.0

    def set_turn(self, milliseconds: int) -> None:
        """``INFO timeout_turn``: 0 means as fast as possible."""
        self._turn = max(0, milliseconds) / 1000

    def set_match(self, milliseconds: int) -> None:
        """``INFO timeout_match``: 0 means no limit."""
        self._match = milliseconds / 1000 if 0 < milliseconds < UNLIMITED else None

    def set_left(self, milliseconds: int) -> None:
        """``INFO time_left``: may be negative when the time is up."""
        self._told_left = milliseconds / 1000 if milliseconds < UNLIMITED else float("inf")
        self._spent_since_told = 0.0

    def set_increment(self, milliseconds: int) -> None:
        """``INFO time_increment``, an extension of some managers: more time after each move."""
        self._increment = max(0, milliseconds) / 1000

    def new_match(self) -> None:
        """Reset the used time; the limits stay, since they may come before ``START``."""
        self._spent = 0.0
        if self._spent_since_told:
            self._told_left = None

    def spend(self, seconds: float) -> None:
        """Add the time that a move took, for managers that send the time left only once."""
        self._spent += seconds - self._increment
        self._spent_since_told += seconds - self._increment

    @property
    def left(self) -> float:
        """Seconds left for the match; infinite without a limit."""
        if self._told_left is not None:
            return self._told_left - self._spent_since_told
        return float("inf") if self._match is None else self._match - self._spent

    def think_time(self, waited: float, plies: int, cells: int) -> float:
        """Seconds for the search, after a command that came ``waited`` seconds ago."""
        return self._time(self._share, waited, plies, cells)

    def most_time(self, waited: float, plies: int, cells: int) -> float:
        """The most seconds for a hard move; more than the usual only with a match clock."""
        return self._time(self._longest, waited, plies, cells)

    def _time(self, share: Share, waited: float, plies: int, cells: int) -> float:
        left = self.left
        limit = float("inf") if self._turn is None else self._turn - waited
        if left < float("inf"):
            to_come = min(MOST_MOVES, max(0, cells - plies + 1) // 2)
            free = left - waited - MOVE_COST * to_come
            limit = min(limit, share(free, self._increment, plies, cells))
        elif self._turn is None:
            limit = DEFAULT_TURN - waited
        if self._turn == 0:
            return QUICK if left == float("inf") else max(SHORTEST, min(QUICK, left / 10))
        kept = MARGIN + MARGIN_SHARE * limit
        return max(SHORTEST, limit - kept, LEAST_SHARE * limit)

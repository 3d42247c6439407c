"""The ratings over the games of a tournament, with a bounded number of points.

Points are a fixed number of games apart and depend on the results alone. So a tournament that was
interrupted has the same history as one that was not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.davidson import ELO, Davidson, Fit

POINTS = 200
"""The most points of a history: each costs a fit, and no screen shows more."""

DIGITS = 4
"""Of a rating. The page rounds it to a whole number, as those of the table, which are not rounded
here: with one digit, 666.45 in the table was 667 in the history."""

Point = tuple[int, list[float]]
"""Games, and the ratings after them in the order of the players."""


class RatingHistory:
    """The ratings after every few games.

    >>> history = RatingHistory(["mcts", "greedy"], longest=4)
    >>> for result in (1.0, 1.0, 0.0):
    ...     history.add("mcts", "greedy", result)
    >>> [games for games, elo in history.points]
    [1, 2, 3]
    """

    def __init__(self, players: Sequence[str], longest: int) -> None:
        self._table = CrossTable(players)
        self._gap = max(1, math.ceil(longest / (POINTS - 1)))  # room for the last point of all
        self._kept: list[Point] = []
        self._games = 0

    def add(self, first: str, second: str, result: float) -> None:
        """Add a game; the result is that of the first player: 1, 0 or -1."""
        self._table.add(first, second, result)
        self._games += 1
        if self._games % self._gap == 0:
            self._kept.append(self._now())

    @property
    def points(self) -> list[Point]:
        """The points so far; the last one is after the last game."""
        if self._games == (self._kept[-1][0] if self._kept else 0):
            return list(self._kept)
        return [*self._kept, self._now()]

    def _now(self) -> Point:
        fit = Fit(Davidson(self._table))
        ratings = fit.best[: fit.model.size]
        elo = ELO * (ratings - ratings.mean())
        return self._games, [round(float(one), DIGITS) for one in elo]

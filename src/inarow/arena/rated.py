"""What reports and plots need to know of ratings, whoever made them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Estimate(Protocol):
    """A number of Elo with its 95 % interval."""

    @property
    def elo(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class RatedPlayer(Estimate, Protocol):
    """A player with its rating."""

    @property
    def name(self) -> str: ...


class RatedPlayers(Protocol):
    """The ratings of a tournament; ``inarow.arena.ratings.Ratings`` is one."""

    @property
    def players(self) -> tuple[RatedPlayer, ...]:
        """The best first."""

    @property
    def advantage(self) -> Estimate:
        """What moving first is worth."""

    @property
    def draw_rate(self) -> float:
        """How often equal players draw."""

    @property
    def superiority(self) -> Mapping[tuple[str, str], float]:
        """How likely it is that the one is stronger than the other."""

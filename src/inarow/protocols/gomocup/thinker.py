"""What a brain needs of the player behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from inarow.games import Game, State


class Allowance(NamedTuple):
    """What a move may take: ``most`` seconds instead of the usual ones if it turns out hard."""

    seconds: float
    most: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def part(self, count: int) -> Allowance:
        """An equal part of the time, for one of several searches."""
        return self._replace(seconds=self.seconds / count, most=None)


class SearchAnswer(NamedTuple):
    """A move, and what it is worth to the player to move: in [-1, 1], None for no opinion.

    ``about`` is for people: how deep it thought and what it expects, with points as the protocol
    writes them.
    """

    action: int
    value: float | None = None
    about: str = ""


class Thinker(Protocol):
    """A player, made for one game."""

    @property
    def notice(self) -> str:
        """A sentence for the manager, such as that a limit cannot be kept; empty for none."""

    def think(self, state: State, allowed: Allowance) -> SearchAnswer:
        """Choose a legal action in a state that is not over."""

    def stop(self) -> None:
        """Make a running ``think`` answer now; called from another thread."""


MakeThinker = Callable[[Game, int], Thinker]
"""Makes a player for a game that keeps to so many bytes of memory for the whole process; 0 is no
limit."""

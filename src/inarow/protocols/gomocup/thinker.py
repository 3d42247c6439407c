"""The interface between the engine's protocol and its player."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from inarow.games import Game, State


class Allowance(NamedTuple):
    """The limits of a move: ``most`` instead of ``seconds`` if it is hard."""

    seconds: float
    most: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def part(self, count: int) -> Allowance:
        """An equal part of the time, for one of ``count`` searches."""
        return self._replace(seconds=self.seconds / count, most=None)


class SearchAnswer(NamedTuple):
    """A move and its value for the player to move, in [-1, 1]; None if not known.

    ``about`` is text for people: depth, nodes and the expected line, with points of the protocol.
    """

    action: int
    value: float | None = None
    about: str = ""


class Thinker(Protocol):
    """A player for one game."""

    @property
    def notice(self) -> str:
        """A message to the manager, for example that a limit cannot be kept; may be empty."""

    def think(self, state: State, allowed: Allowance) -> SearchAnswer:
        """Choose a legal action in a state that is not terminal."""

    def stop(self) -> None:
        """Make a running ``think`` answer now; called from another thread."""


MakeThinker = Callable[[Game, int], Thinker]
"""Makes a player for a game, with a memory limit in bytes for the whole process; 0 is no limit."""

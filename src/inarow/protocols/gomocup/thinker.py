"""What a brain needs of the player behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from inarow.games import Game, State


class Thought(NamedTuple):
    """A move, and what it is worth to the player to move: in [-1, 1], None for no opinion."""

    action: int
    value: float | None = None


class Thinker(Protocol):
    """A player, made for one game."""

    @property
    def notice(self) -> str:
        """A sentence for the manager, such as that a limit cannot be kept; empty for none."""

    def think(self, state: State, seconds: float) -> Thought:
        """Choose a legal action in a state that is not over, within so many seconds."""

    def stop(self) -> None:
        """Make a running ``think`` answer now; called from another thread."""


MakeThinker = Callable[[Game, int], Thinker]
"""Makes a player for a game that keeps to so many bytes of memory for the whole process; 0 is no
limit."""

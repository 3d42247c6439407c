"""An entry of the registry: what a player is called, its parameters, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inarow.games import Game
from inarow.player import Player
from inarow.spec import Parameter, Value

Maker = Callable[[Game, int, dict[str, Value]], Player]
"""Makes a player for a game, with a seed and checked parameters."""


@dataclass(frozen=True)
class PlayerType:
    """A player that can be loaded, with its parameters and the games it can play."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    make: Maker
    plays: Callable[[Game], bool] = lambda game: True

    def as_dict(self) -> dict[str, object]:
        """The entry as JSON can hold it."""
        return {
            "name": self.name,
            "summary": self.summary,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
        }

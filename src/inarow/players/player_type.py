"""An entry of the registry: what a player is called, its parameters, and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inarow.games import Game
from inarow.player import Player
from inarow.spec import Parameter, Value, read_parameters

Maker = Callable[[Game, int, dict[str, Value]], Player]
"""Makes a player for a game, with a seed and checked parameters."""

MEMORY = "mb"
"""The parameter for the size of tables in MB, in all players that have one."""


@dataclass(frozen=True)
class PlayerType:
    """A player that can be loaded: its parameters, the games it can play, and its traits."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    make: Maker
    plays: Callable[[Game], bool] = lambda game: True
    instant: bool = False
    """Whether it answers in less than a millisecond, whatever the limits are."""
    learner: str = ""
    """The learner that makes its weights, for games that none come with."""
    learns: Callable[[Game], bool] = lambda game: True
    """The games that this learner can learn."""
    runs_program: bool = False
    """Whether its description names a program or code that runs: only its user may give it."""
    origin: str = "inarow"
    """The package that it comes from."""
    seeded: bool = True
    """Whether its moves depend on the seed."""
    bytes_per_node: Callable[[Mapping[str, Value]], int] = lambda values: 0
    """By how much its memory grows with each node of a search, without a limit of its own."""

    @property
    def memory(self) -> Parameter | None:
        """The parameter for the size of its tables, if it has one."""
        return next((each for each in self.parameters if each.name == MEMORY), None)

    def needs_training(self, game: Game) -> bool:
        """Whether it could play a game if its weights were learned first."""
        return bool(self.learner) and not self.plays(game) and self.learns(game)

    def refusal(self, game: Game) -> str:
        """The error for a game that it does not play, and what would help."""
        if not self.needs_training(game):
            return f"{self.name} does not play {game.spec}: {self.summary}."
        run = f"runs/{self.learner}"
        return (
            f"{self.name} has no weights for {game.spec}: learn them by inarow train "
            f"{self.learner} --game {game.spec} --out {run}, and play {self.name}:file={run}."
        )

    def names_file(self, values: Mapping[str, Value]) -> bool:
        """Whether the parameters name a file that is not the default."""
        return any(p.is_file and values[p.name] != p.default for p in self.parameters)

    def read(self, given: Mapping[str, str]) -> dict[str, Value]:
        """The parameters of a description, checked, with the defaults of those not given."""
        return read_parameters(self.name, self.parameters, given)

    def as_dict(self) -> dict[str, object]:
        """The entry as JSON can hold it."""
        return {
            "name": self.name,
            "summary": self.summary,
            "origin": self.origin,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
        }

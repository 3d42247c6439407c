"""The players there are, and the one way to get one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inarow.errors import UnknownPlayer
from inarow.games import Game
from inarow.players.base import Player
from inarow.players.random import RandomPlayer
from inarow.spec import Parameter, Value, closest, read_parameters, split_spec


@dataclass(frozen=True)
class PlayerType:
    """A player that can be loaded, with its parameters."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Game, int | None, dict[str, Value]], Player]


PLAYERS = (
    PlayerType("random", "any legal move", (), lambda game, seed, values: RandomPlayer(seed)),
)


def load_player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a description names, for one game; equal seeds play alike.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> player = inarow.load_player("random", game, seed=7)
    >>> player.act(game.new_initial_state()).action in range(9)
    True
    """
    name, given = split_spec(spec)
    for player in PLAYERS:
        if player.name == name:
            return player.make(game, seed, read_parameters(name, player.parameters, given))
    raise UnknownPlayer(f"There is no player {name!r}: {closest(name, (p.name for p in PLAYERS))}")

"""The registry of games, and how a game is loaded by its description."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inarow.errors import BadSpec, UnknownGame
from inarow.games import mnk, ultimate
from inarow.games.base import Game
from inarow.spec import Parameter, Value, closest, read_parameters, split_spec


@dataclass(frozen=True)
class GameType:
    """A game that can be loaded, with its parameters."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Mapping[str, Value]], Game]

    def as_dict(self) -> dict[str, object]:
        """The entry as JSON."""
        return {
            "name": self.name,
            "summary": self.summary,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
        }


GAMES = (
    GameType("tictactoe", "three in a row on 3 x 3", (), mnk.make_tictactoe),
    GameType("gomoku", "five in a row on 15 x 15", mnk.GOMOKU_PARAMETERS, mnk.make_gomoku),
    GameType(
        "mnk",
        "k in a row on m columns and n rows; short: 4x4x3",
        mnk.MNK_PARAMETERS,
        mnk.make_mnk,
    ),
    GameType(
        "ultimate",
        "nine boards of tic-tac-toe; your cell sends the opponent to a board",
        ultimate.PARAMETERS,
        ultimate.make_ultimate,
    ),
)

_SHORT_MNK = re.compile(r"(\d+)x(\d+)x(\d+)", re.ASCII)


def load_game(spec: str) -> Game:
    """Load the game of a description.

    >>> load_game("gomoku:size=19,rule=standard")
    load_game('gomoku:size=19,rule=standard')
    >>> load_game("mnk:m=4,n=4,k=3")
    load_game('4x4x3')
    >>> load_game("gomuku")
    Traceback (most recent call last):
    ...
    inarow.errors.UnknownGame: There is no game 'gomuku': did you mean gomoku? There are: tictactoe,
    gomoku, mnk, ultimate.
    """
    name, given = split_spec(spec)
    if short := _SHORT_MNK.fullmatch(name):
        for key, value in zip("mnk", short.groups(), strict=True):
            if given.setdefault(key, value) != value:
                raise BadSpec(f"{spec!r} gives {key} twice.")
        name = "mnk"
    for game in GAMES:
        if game.name == name:
            return game.make(read_parameters(name, game.parameters, given))
    raise UnknownGame(f"There is no game {name!r}: {closest(name, (g.name for g in GAMES))}")


def as_game(game: str | Game) -> Game:
    """A game, which may be given by its description."""
    return game if isinstance(game, Game) else load_game(game)

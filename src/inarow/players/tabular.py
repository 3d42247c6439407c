"""``tabular``: plays by a table of values that was learned by self-play."""

from __future__ import annotations

from inarow import _core
from inarow.games import Game
from inarow.models.tabular import can_have_table, read_table
from inarow.models.weights import find_weights, shipped_weights, weights_fit
from inarow.player import Player
from inarow.players.native import NativePlayer
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value

SUFFIX = ".tabular"


def tabular_player(game: Game, table: _core.ValueTable, seed: int) -> Player:
    """A player with a table."""
    return NativePlayer(game, _core.tabular(game.new_initial_state(), seed, table=table))


def make_tabular(game: Game, seed: int, values: dict[str, Value]) -> Player:
    """A player with the table of a file, or with one that comes with inarow."""
    file = str(values["file"]) or shipped_table(game) or ""
    return tabular_player(game, read_table(find_weights(file), game), seed)


def shipped_table(game: Game) -> str | None:
    """The table for a game that comes with inarow."""
    tables = (name for name in shipped_weights() if name.endswith(SUFFIX))
    return next((name for name in tables if weights_fit(name, game)), None)


TABULAR = PlayerType(
    "tabular",
    "plays by a table with the value of each position, learned by self-play; small boards",
    (Parameter("file", "", "a table, or the folder of a run that learned one", is_file=True),),
    make_tabular,
    lambda game: shipped_table(game) is not None,
    instant=True,
    learner="tabular",
    learns=can_have_table,
)

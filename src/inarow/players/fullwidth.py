"""The full-width family: minimax and its refinements, each exact when it reaches the end."""

from __future__ import annotations

from inarow import _core
from inarow.games import Game
from inarow.player import Player
from inarow.players.native import SearchMaker, native
from inarow.players.player_type import Maker, PlayerType
from inarow.spec import Parameter, Value

MEGABYTES = Parameter("mb", 64, "size of the table in MB", 1, 65536)

POSITION_BYTES = 64
"""Memory of a position in the table of minimax."""


def _depth(cells: int, otherwise: int) -> Parameter:
    text = f"plies; 0: to the end up to {cells} cells, else {otherwise}"
    return Parameter("depth", 0, text, 0, 400, web_high=100)


def _with_depth(make: SearchMaker, cells: int, otherwise: int) -> Maker:
    """To the end of small games, and to a depth that still answers in time elsewhere."""

    def make_player(game: Game, seed: int, values: dict[str, Value]) -> Player:
        if values["depth"] == 0 and game.num_distinct_actions() > cells:
            values = {**values, "depth": otherwise}
        return native(make)(game, seed, values)

    return make_player


FULL_WIDTH = (
    PlayerType(
        "minimax",
        "every continuation, nothing skipped",
        (Parameter("table", True, "look at each position once"), _depth(9, 2)),
        _with_depth(_core.minimax, 9, 2),
        seeded=False,
        bytes_per_node=lambda values: POSITION_BYTES if values["table"] else 0,
    ),
    PlayerType(
        "alphabeta",
        "minimax without the moves that cannot matter",
        (_depth(12, 3), Parameter("order", True, "try moves that seem good first")),
        _with_depth(_core.alphabeta, 12, 3),
        seeded=False,
    ),
    PlayerType(
        "cached",
        "alpha-beta with a table of bounds, symmetry and forced moves",
        (_depth(16, 4), MEGABYTES),
        _with_depth(_core.cached, 16, 4),
        seeded=False,
    ),
    PlayerType(
        "deepening",
        "alpha-beta one ply deeper at a time until the time is up",
        (MEGABYTES,),
        native(_core.deepening),
        seeded=False,
    ),
)

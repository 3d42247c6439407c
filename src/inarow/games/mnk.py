"""m,n,k games and their presets: k in a row on a board of m columns and n rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from inarow import _core
from inarow.games.base import Game
from inarow.spec import Parameter, Value, format_spec

MAX_SIDE = 20

RULE = Parameter(
    "rule",
    "freestyle",
    "freestyle: at least k in a row win; standard: exactly k",
    choices=("freestyle", "standard"),
)
MNK_PARAMETERS = (
    Parameter("m", 3, "columns", 1, MAX_SIDE),
    Parameter("n", 3, "rows", 1, MAX_SIDE),
    Parameter("k", 3, "how many in a row win", 1),
    RULE,
)
GOMOKU_PARAMETERS = (
    Parameter("size", 15, "side of the board", 1, MAX_SIDE),
    replace(RULE, help="freestyle: five or more in a row win; standard: exactly five"),
)


class MnkGame(Game):
    """An m,n,k game."""

    def __init__(
        self,
        name: str,
        spec: str,
        values: Mapping[str, Value],
        shape: tuple[int, int, int],
    ) -> None:
        rows, columns, self.k = shape
        exact = values.get("rule", RULE.default) == "standard"
        # Any k longer than the longest line is the same game: nobody can win it.
        rules = _core.mnk_rules(rows, columns, min(self.k, MAX_SIDE + 1), exact)
        super().__init__(name, spec, values, rows, columns, rules)


def make_tictactoe(values: Mapping[str, Value]) -> MnkGame:
    """Tic-tac-toe: 3,3,3."""
    return MnkGame("tictactoe", "tictactoe", values, (3, 3, 3))


def make_gomoku(values: Mapping[str, Value]) -> MnkGame:
    """Gomoku: five in a row on a square board."""
    size = cast(int, values["size"])
    spec = format_spec("gomoku", GOMOKU_PARAMETERS, values)
    return MnkGame("gomoku", spec, values, (size, size, 5))


def make_mnk(values: Mapping[str, Value]) -> MnkGame:
    """Any m,n,k game, described in its short form."""
    columns, rows, k = (cast(int, values[name]) for name in "mnk")
    spec = format_spec(f"{columns}x{rows}x{k}", (RULE,), values)
    return MnkGame("mnk", spec, values, (rows, columns, k))

"""m,n,k games and their presets: k in a row on a board of m columns and n rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from inarow import _core
from inarow.games.base import Game
from inarow.spec import Parameter, Value, format_spec

KIND = "mnk"

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


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class MnkGame(Game):
    """An m,n,k game."""

    kind = KIND
    in_a_row: int
    rule: str

    def __init__(
        self,
        name: str,
        spec: str,
        values: Mapping[str, Value],
        shape: tuple[int, int, int],
    ) -> None:
        rows, columns, self.in_a_row = shape
        self.rule = str(values.get("rule", RULE.default))
        # With any k longer than the longest line, the game is the same: no player can win.
        longest = min(self.in_a_row, MAX_SIDE + 1)
        rules = _core.mnk_rules(rows, columns, longest, self.is_exact)
        super().__init__(name, spec, values, rows, columns, rules)

    @property
    def is_exact(self) -> bool:
        """Whether a longer row does not win."""
        return self.rule == "standard"

    @property
    def title(self) -> str:
        """The name, or the size of the board and the row that wins."""
        size, exactly = f"{self.columns} x {self.rows}", "exactly " if self.is_exact else ""
        if self.name == "tictactoe":
            return "Tic-tac-toe"
        if self.name == "gomoku":
            return f"Gomoku {size}" + (f", {exactly}five" if exactly else "")
        return f"{size}, {exactly}{self.in_a_row} in a row"

    @property
    def line_text(self) -> str:
        """The row that wins."""
        k = self.in_a_row
        return f"{_NUMBERS[k - 1] if k <= len(_NUMBERS) else k} in a row"

    @property
    def opening_set(self) -> str:
        """By the shape of the board: the rule makes no difference in the opening."""
        return f"{self.columns}x{self.rows}x{self.in_a_row}"

    @property
    def is_five_in_a_row(self) -> bool:
        """Gomoku on a board of any size."""
        return self.in_a_row == 5


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

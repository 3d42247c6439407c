"""The board as text: rows from the top, row and column names at the edge; the sides' names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow.games.base import Game
    from inarow.games.state import State

STONES = {0: ".", 1: "X", -1: "O"}
PLAYERS = ("X", "O")

STONE_NAMES = ("Black", "White")
"""What people call the sides there."""


def uses_stones(game: Game) -> bool:
    """Whether a game is played on crossings, with black and white stones; else with X and O.

    That is Gomoku of any size, which is five in a row.

    >>> import inarow
    >>> [uses_stones(inarow.load_game(spec)) for spec in ("gomoku:size=9", "7x7x4", "ultimate")]
    [True, False, False]
    """
    return game.block_size is None and game.in_a_row == 5


def side_name(game: Game, player: int) -> str:
    """What people call a side: Black and White where stones are placed, else X and O."""
    return (STONE_NAMES if uses_stones(game) else PLAYERS)[player]


def _plain(action: int, symbol: str) -> str:
    return symbol


def board_lines(
    state: State, paint: Callable[[int, str], str] = _plain, gap: str = " "
) -> list[str]:
    """The board, one line per row; ``paint(action, symbol)`` returns the text of each cell.

    ``gap`` is between the cells of a row; without it, the board is half as wide.
    """
    game = state.game
    board = state.board()
    block = game.block_size
    lines: list[str] = []
    for row in reversed(range(game.rows)):
        cells = [
            paint(row * game.columns + column, STONES[int(board[row, column])])
            for column in range(game.columns)
        ]
        lines.append(f"{row + 1:>2}  {_in_blocks(cells, block, gap, f'{gap}|{gap}')}")
        if block is not None and row % block == 0 and row > 0:
            dash = "-" * len(gap)
            rule = dash.join("-" * block)
            lines.append(f"    {f'{dash}+{dash}'.join([rule] * (game.columns // block))}")
    letters = [chr(ord("a") + column) for column in range(game.columns)]
    lines.append(f"    {_in_blocks(letters, block, gap, f'{gap} {gap}')}")
    return lines


def _in_blocks(cells: list[str], block: int | None, gap: str, between: str) -> str:
    size = block or len(cells)
    return between.join(
        gap.join(cells[start : start + size]) for start in range(0, len(cells), size)
    )

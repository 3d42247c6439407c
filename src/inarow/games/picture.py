"""The board as an RGB image: crosses and rings, the last move and the winning line marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from inarow.games.state import State

Image = npt.NDArray[np.uint8]

CELL = 32  # pixels a side
PAPER = (250, 247, 240)
CLOSED = (226, 222, 212)  # cells that are not legal at the moment
LAST = (255, 236, 170)
WINNING = (190, 231, 190)
GRID = (150, 144, 132)
BORDER = (60, 56, 50)
STONE_COLOURS = {1: (31, 84, 153), -1: (190, 62, 44)}


def board_image(state: State) -> Image:
    """Draw a state, CELL pixels a cell, row 1 at the bottom.

    >>> import inarow
    >>> board_image(inarow.load_game("tictactoe").state_from("b2 a1")).shape
    (98, 98, 3)
    """
    game = state.game
    height, width = game.rows * CELL + 2, game.columns * CELL + 2
    image = np.empty((height, width, 3), dtype=np.uint8)
    image[:] = GRID
    board = state.board()
    legal = state.legal_actions_mask().reshape(board.shape)
    marked = set(state.winning_line())
    last = state.history()[-1:]
    for row in range(game.rows):
        for column in range(game.columns):
            action = row * game.columns + column
            top = (game.rows - 1 - row) * CELL + 2
            left = column * CELL + 2
            cell = image[top : top + CELL - 2, left : left + CELL - 2]
            if action in marked:
                cell[:] = WINNING
            elif action in last:
                cell[:] = LAST
            else:
                is_open = state.is_terminal() or legal[row, column] or game.block_size is None
                cell[:] = PAPER if is_open else CLOSED
            stone = int(board[row, column])
            if stone:
                _stamp(cell, _SHAPES[stone], STONE_COLOURS[stone])
    block = game.block_size
    _draw_borders(image, block * CELL if block else max(height, width) - 2)
    return image


def _stamp(cell: Image, shape: npt.NDArray[np.float64], colour: tuple[int, int, int]) -> None:
    cell[:] = np.rint(cell * (1 - shape) + np.array(colour) * shape).astype(np.uint8)


def _draw_borders(image: Image, step: int) -> None:
    for axis in (0, 1):
        lines = image if axis == 0 else image.swapaxes(0, 1)
        for start in {*range(0, lines.shape[0] - 2, step), lines.shape[0] - 2}:
            lines[start : start + 2] = BORDER


def _shapes() -> dict[int, npt.NDArray[np.float64]]:
    """How much of each pixel a cross or a ring covers, with smooth edges."""
    side = CELL - 2
    middle, reach, stroke = (side - 1) / 2, side * 0.30, side * 0.11
    y, x = np.mgrid[:side, :side] - middle
    off_ring = np.abs(np.hypot(x, y) - reach)
    off_diagonals = np.minimum(np.abs(x - y), np.abs(x + y)) / np.sqrt(2)
    off_cross = np.where(np.maximum(np.abs(x), np.abs(y)) <= reach, off_diagonals, side)
    return {
        stone: np.clip(stroke / 2 + 0.5 - distance, 0, 1)[..., None]
        for stone, distance in ((1, off_cross), (-1, off_ring))
    }


_SHAPES = _shapes()

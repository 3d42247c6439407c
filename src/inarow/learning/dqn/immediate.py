"""What the rules alone say about moves of m,n,k games: wins in one, and moves that leave one.

A row of k with one cell missing wins for who takes that cell. So, without asking the network,

    Q(s, a) = 1         if a completes a row
    Q(s, a) = -gamma    if it does not, and the opponent can complete one afterwards

These are the values that one-step targets would have for moves that were not played, and there are
many of them in each position where somebody threatens to win. There, the one move that may save
the game is hardly ever played by a network that does not know it yet; so a losing move is replaced
by it when it is learned from, and the next position is made by the rules (Dyna: Sutton 1990). All
positions of a batch are looked at together. It counts in free style only: with exactly k in a row,
one more stone can spoil a row.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inarow.errors import BadSpec
from inarow.games import Game

MINE, THEIRS, EMPTY = range(3)
"""The planes of an m,n,k game."""
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def has_rows(game: Game) -> bool:
    """Whether a row of k cells always wins, and nothing else does."""
    return game.in_a_row is not None and game.rule == "freestyle"


def rows_of(game: Game) -> NDArray[np.intp]:
    """The cells of every row of k, a line each."""
    if game.in_a_row is None or not has_rows(game):
        raise BadSpec(f"{game.spec}: shaping is for m,n,k games of free style.")
    k, found = game.in_a_row, []
    for row in range(game.rows):
        for column in range(game.columns):
            for down, right in DIRECTIONS:
                last_row, last_column = row + (k - 1) * down, column + (k - 1) * right
                if last_row < game.rows and 0 <= last_column < game.columns:
                    first, step = row * game.columns + column, down * game.columns + right
                    found.append([first + i * step for i in range(k)])
    return np.array(found, np.intp).reshape(-1, k)


def winning_cells(
    mine: NDArray[Any], theirs: NDArray[Any], rows: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Where a stone of mine completes a row: positions x cells, as both arguments are."""
    in_rows = mine[:, rows]  # positions x rows x k
    nearly = (in_rows.sum(2) == rows.shape[1] - 1) & ~theirs[:, rows].any(2)
    found = np.zeros(mine.shape, np.bool_)
    position, row = np.nonzero(nearly)
    found[position, rows[row, in_rows[position, row].argmin(1)]] = True
    return found


def _by_cell(planes: NDArray[Any]) -> NDArray[Any]:
    """Positions x planes x cells; there may be no positions."""
    count, depth, rows, columns = planes.shape
    return planes.reshape(count, depth, rows * columns)


def known_values(
    planes: NDArray[Any], rows: NDArray[np.intp], gamma: float
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The values of moves (positions x cells), and which of them are known."""
    flat = _by_cell(planes) > 0
    mine, theirs, empty = flat[:, MINE], flat[:, THEIRS], flat[:, EMPTY]
    wins = winning_cells(mine, theirs, rows)
    threats = winning_cells(theirs, mine, rows)
    left = threats.sum(1, keepdims=True) - threats  # threats that a move does not stop
    loses = empty & ~wins & (left > 0)
    values = np.where(wins, 1.0, -gamma).astype(np.float32)
    return values, wins | loses


def saving_moves(
    planes: NDArray[Any],
    values: NDArray[np.float32],
    known: NDArray[np.bool_],
    actions: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The actions, with those that lose at once replaced by the one that does not, and which."""
    empty = _by_cell(planes)[:, EMPTY] > 0
    others = empty & ~known
    every = np.arange(len(actions))
    lost = known[every, actions] & (values[every, actions] < 0)
    replaced = lost & (others.sum(1) == 1)
    return np.where(replaced, others.argmax(1), actions), replaced


def after_moves(planes: NDArray[np.float32], actions: NDArray[np.int64]) -> NDArray[np.float32]:
    """The planes after moves, for the player who is to move then."""
    flat = _by_cell(planes)
    moved, every = flat.copy(), np.arange(len(actions))
    moved[:, MINE], moved[:, THEIRS] = flat[:, THEIRS], flat[:, MINE]
    moved[every, THEIRS, actions], moved[every, EMPTY, actions] = 1, 0
    return moved.reshape(planes.shape)

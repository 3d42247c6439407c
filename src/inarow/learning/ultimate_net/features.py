"""Positions of ultimate tic-tac-toe as the pattern network sees them.

A local board is a *pattern*: a number in base 3 with a digit for each cell, the first cell last
(0 empty, 1 a stone of the viewer, 2 one of the other). A position is the patterns of the nine local
boards, as the player to move sees them, and the board that this player is sent to. Everything here
works on many positions at once.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

Patterns = NDArray[np.uint16]

CELLS = 9  # of a local board; and the local boards
PATTERNS = 3**CELLS
FREE = 9
"""In place of a board's number: the player to move may choose among the open boards."""
LIVE, OWN, OTHER, DRAWN = range(4)
"""The outcome of a local board, as the viewer sees it."""
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

PLACE = 3 ** np.arange(CELLS)
"""What a stone in a cell adds to a pattern, by cell."""


def _digits() -> NDArray[np.int64]:
    """The digit of each cell, by pattern."""
    cells = np.array(list(product(range(3), repeat=CELLS)), np.int64)
    return cells[:, ::-1]  # product counts with the last digit first


def _outcomes(digits: NDArray[np.int64]) -> NDArray[np.int64]:
    outcomes = np.where((digits > 0).all(axis=1), DRAWN, LIVE)
    for side in (OTHER, OWN):
        has_line = np.any([(digits[:, line] == side).all(axis=1) for line in LINES], axis=0)
        outcomes[has_line] = side
    return outcomes


DIGITS = _digits()
OUTCOME = _outcomes(DIGITS)
"""By pattern; no position has a local board that both have won."""
SWAPPED: Patterns = ((-DIGITS % 3) @ PLACE).astype(np.uint16)
"""The same local board as the other player sees it, by pattern."""
LIVE_PATTERNS = np.flatnonzero(OUTCOME == LIVE)


def _rows() -> NDArray[np.int64]:
    rows = np.zeros(PATTERNS, np.int64)
    rows[LIVE_PATTERNS] = np.arange(len(LIVE_PATTERNS))
    closed = OUTCOME != LIVE
    rows[closed] = len(LIVE_PATTERNS) + OUTCOME[closed] - OWN
    return rows


ROW = _rows()
"""The row of a pattern in the network's table of a local board: live ones, then the outcomes."""
OUTCOMES = 3
ROWS = len(LIVE_PATTERNS) + OUTCOMES


def _images() -> NDArray[np.int64]:
    square = np.arange(CELLS).reshape(3, 3)
    turned = [np.rot90(square, quarter) for quarter in range(4)]
    return np.array([image.ravel() for image in (*turned, *map(np.fliplr, turned))])


IMAGES = _images()
"""The symmetries of nine cells: cell ``c`` of image ``s`` is cell ``IMAGES[s, c]``."""
IMAGE_OF: Patterns = np.array([DIGITS[:, image] @ PLACE for image in IMAGES], np.uint16)
"""The pattern of an image, by symmetry and pattern."""
BOARD_IN = np.column_stack([np.argsort(IMAGES, axis=1), np.full(len(IMAGES), FREE)])
"""Where a local board, or the free choice, is in an image, by symmetry and board."""


def image(
    patterns: Patterns, forced: NDArray[np.uint8], symmetry: NDArray[np.int64]
) -> tuple[Patterns, NDArray[np.uint8]]:
    """Images of positions, each by a symmetry of its own: boards and their cells turn alike."""
    moved = np.take_along_axis(patterns, IMAGES[symmetry], axis=1)
    return IMAGE_OF[symmetry[:, None], moved], BOARD_IN[symmetry, forced].astype(np.uint8)


def replay(
    moves: NDArray[np.uint8], lengths: NDArray[np.int32]
) -> tuple[Patterns, NDArray[np.uint8]]:
    """The positions before each move of games, all games one ply at a time.

    ``moves`` has the games one after the other, ``lengths`` how many moves each has. Returns the
    patterns, as the player to move sees them, and where this player is sent.
    """
    row, column = np.divmod(moves.astype(np.int64), 9)
    boards, cells = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    patterns = np.zeros((len(moves), CELLS), np.uint16)
    forced = np.full(len(moves), FREE, np.uint8)
    for ply in range(1, int(lengths.max(initial=0))):
        now = starts[lengths > ply] + ply
        last = now - 1
        after = patterns[last]
        after[np.arange(len(now)), boards[last]] += (OWN * PLACE[cells[last]]).astype(np.uint16)
        patterns[now] = SWAPPED[after]
        sent = cells[last]
        is_open = OUTCOME[patterns[now, sent]] == LIVE
        forced[now] = np.where(is_open, sent, FREE)
    return patterns, forced


def wins_in_one(patterns: Patterns, forced: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where the player to move completes a line of local boards with one stone."""
    outcomes = OUTCOME[patterns]
    won = outcomes == OWN
    completes = np.zeros_like(won)
    for line in LINES:
        for last in line:
            first, second = (board for board in line if board != last)
            completes[:, last] |= won[:, first] & won[:, second]
    may_play = (forced == FREE)[:, None] | (forced[:, None] == np.arange(CELLS))
    found: NDArray[np.bool_] = (completes & may_play & _WINNABLE[patterns]).any(axis=1)
    return found


def _winnable() -> NDArray[np.bool_]:
    """Whether the viewer wins a live local board with one stone, by pattern."""
    found = np.zeros(PATTERNS, bool)
    for line in LINES:
        for last in line:
            others = [cell for cell in line if cell != last]
            found |= (DIGITS[:, last] == 0) & (DIGITS[:, others] == OWN).all(axis=1)
    return found & np.equal(OUTCOME, LIVE)


_WINNABLE = _winnable()

"""How much of a game clock to spend on one move.

The remaining time is divided evenly by the number of moves that this player is expected to think
about:

    seconds = left / moves + INCREMENT_SHARE * increment,    at most MOST_SHARE * left

In a game that is longer than expected, moves get faster and faster, but the clock never runs out,
since each move uses only a part of it. The formula does not know how hard a position is. A search
that knows it (``engine``, see ``cpp/search/time_manager.h``) may use less than its share, or
up to ``STRETCH`` times as much.

In ultimate a decided local board closes all of its cells, so games are shorter than the board
allows, and the engine knows the result some moves before the end. There the moves follow from the
cells that can still be played on.
"""

from __future__ import annotations

import numpy as np

from inarow.games import State

TYPICAL_PLIES = 60
"""Moves of both players in a long game of Gomoku between engines; most games are shorter."""

FEWEST_MOVES = 8
"""The least number of own moves to keep time for, however long the game is."""

MOVES_PER_CELL = 0.3
"""Own moves to think about for each playable cell of ultimate above ``KNOWN_CELLS``. In 60 games of
the engine at 5,000 nodes, of 52 plies on average, 37 plies were not proven yet with 75 cells, 22
with 56, 10 with 38 and 4 with 26."""

KNOWN_CELLS = 20
"""With so few playable cells, half of the positions in those games were proven."""

FEWEST_MOVES_ULTIMATE = 3
"""In nine of ten games, at most 4 plies were not proven yet with ``KNOWN_CELLS``."""

INCREMENT_SHARE = 0.8
"""The part of the increment that is used: the rest covers the overhead of a move."""

MOST_SHARE = 0.5
"""The part of the remaining time that one move may use at most, even the last one."""

STRETCH = 3.0
"""The factor by which a hard move may exceed its share."""


def turn_time(left: float, increment: float, plies: int, cells: int) -> float:
    """Seconds for this move; always less than the remaining time.

    ``plies`` moves have been made on a board of ``cells`` cells, all of which can be played on.

    >>> turn_time(180, 0, plies=0, cells=225), turn_time(180, 0, plies=60, cells=225)
    (6.0, 22.5)
    >>> turn_time(10, 0, plies=8, cells=9), turn_time(-1, 0, plies=8, cells=9)
    (5.0, 0.0)
    """
    return _share(left, increment, _moves(plies, cells))


def longest_turn(left: float, increment: float, plies: int, cells: int) -> float:
    """The most seconds that a hard move may use.

    >>> longest_turn(180, 0, plies=0, cells=225), longest_turn(180, 0, plies=224, cells=225)
    (18.0, 90.0)
    """
    return _longest(left, increment, _moves(plies, cells))


def state_time(state: State, left: float, increment: float) -> float:
    """Seconds for the move in a state, as ``turn_time``, but by all that is known of the game.

    >>> import inarow
    >>> empty = inarow.load_game("gomoku").new_initial_state()
    >>> state_time(empty, 180, 0)
    6.0
    >>> middle = inarow.load_game("ultimate").state_from("e5 e4 d2 c5 g6 b9 d8")
    >>> round(state_time(middle, 180, 0), 1)
    11.1
    """
    return _share(left, increment, _moves_of(state))


def longest_state_time(state: State, left: float, increment: float) -> float:
    """The most seconds that a hard move in a state may use."""
    return _longest(left, increment, _moves_of(state))


def playable_cells(state: State) -> int:
    """Empty cells that may still be played on: not those of local boards that are decided.

    >>> import inarow
    >>> state = inarow.load_game("ultimate").state_from("e5 d4 b2 e4 e2 f4")
    >>> state.local_boards()[4], playable_cells(state)
    ('O', 70)
    """
    board = state.board()
    side = state.game.block_size
    if side is None:
        return int((board == 0).sum())
    blocks = board.reshape(len(board) // side, side, -1, side).swapaxes(1, 2)
    is_open = np.array([result == "." for result in state.local_boards()])
    return int((blocks.reshape(len(is_open), -1)[is_open] == 0).sum())


def _moves_of(state: State) -> float:
    """The own moves to keep time for."""
    if state.game.block_size is None:
        return _moves(state.move_number(), state.game.max_game_length())
    return max(FEWEST_MOVES_ULTIMATE, MOVES_PER_CELL * (playable_cells(state) - KNOWN_CELLS))


def _moves(plies: int, cells: int) -> float:
    possible = max(1, (cells - plies + 1) // 2)
    return min(possible, max(FEWEST_MOVES, (TYPICAL_PLIES - plies) / 2))


def _share(left: float, increment: float, moves: float) -> float:
    if left <= 0:
        return 0.0
    return min(left / moves + INCREMENT_SHARE * increment, MOST_SHARE * left)


def _longest(left: float, increment: float, moves: float) -> float:
    share = _share(left, increment, moves)
    return min(STRETCH * share, max(share, MOST_SHARE * left))

"""How much of a game clock to spend on one move.

The time left is shared out evenly over the moves that this player probably still has to make:

    seconds = left / moves + INCREMENT_SHARE * increment,    at most MOST_SHARE * left

A game that goes on for longer than expected is played ever faster, but the clock never runs out:
each move leaves a part of it. It does not see how hard a position is: every move gets its share. A
search that sees it (``engine``, by ``cpp/search/five/time_manager.h``) may take less, or up to
``STRETCH`` times as much.
"""

from __future__ import annotations

TYPICAL_PLIES = 60
"""Moves of both players in a long game of Gomoku between engines; most are over before that."""

FEWEST_MOVES = 8
"""Own moves to keep time for, however long the game has lasted."""

INCREMENT_SHARE = 0.8
"""Of the increment: the rest makes up for what a move costs besides thinking."""

MOST_SHARE = 0.5
"""Of the time left: no single move takes more, even if it is sure to be the last."""

STRETCH = 3.0
"""Times its share that a move may take if the search finds it hard."""


def turn_time(left: float, increment: float, plies: int, cells: int) -> float:
    """Seconds to spend on this move; always safely less than what is left.

    ``plies`` moves have been made on a board of ``cells`` cells.

    >>> turn_time(180, 0, plies=0, cells=225), turn_time(180, 0, plies=60, cells=225)
    (6.0, 22.5)
    >>> turn_time(10, 0, plies=8, cells=9), turn_time(-1, 0, plies=8, cells=9)
    (5.0, 0.0)
    """
    if left <= 0:
        return 0.0
    possible = max(1, (cells - plies + 1) // 2)
    expected = max(FEWEST_MOVES, (TYPICAL_PLIES - plies) / 2)
    share = left / min(possible, expected) + INCREMENT_SHARE * increment
    return min(share, MOST_SHARE * left)


def longest_turn(left: float, increment: float, plies: int, cells: int) -> float:
    """Seconds that a move may take at most if it turns out hard.

    >>> longest_turn(180, 0, plies=0, cells=225), longest_turn(180, 0, plies=224, cells=225)
    (18.0, 90.0)
    """
    share = turn_time(left, increment, plies, cells)
    return min(STRETCH * share, max(share, MOST_SHARE * left))

"""How much of a game clock to spend on one move.

The remaining time is divided evenly by the number of moves that this player is expected to make:

    seconds = left / moves + INCREMENT_SHARE * increment,    at most MOST_SHARE * left

In a game that is longer than expected, moves get faster and faster, but the clock never runs out,
since each move uses only a part of it. The formula does not know how hard a position is. A search
that knows it (``engine``, see ``cpp/search/time_manager.h``) may use less than its share, or
up to ``STRETCH`` times as much.
"""

from __future__ import annotations

TYPICAL_PLIES = 60
"""Moves of both players in a long game of Gomoku between engines; most games are shorter."""

FEWEST_MOVES = 8
"""The least number of own moves to keep time for, however long the game is."""

INCREMENT_SHARE = 0.8
"""The part of the increment that is used: the rest covers the overhead of a move."""

MOST_SHARE = 0.5
"""The part of the remaining time that one move may use at most, even the last one."""

STRETCH = 3.0
"""The factor by which a hard move may exceed its share."""


def turn_time(left: float, increment: float, plies: int, cells: int) -> float:
    """Seconds for this move; always less than the remaining time.

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
    """The most seconds that a hard move may use.

    >>> longest_turn(180, 0, plies=0, cells=225), longest_turn(180, 0, plies=224, cells=225)
    (18.0, 90.0)
    """
    share = turn_time(left, increment, plies, cells)
    return min(STRETCH * share, max(share, MOST_SHARE * left))

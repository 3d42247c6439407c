"""Points, boards and rules of the Gomocup protocol, for both sides.

A point is ``x,y``: columns from 0 at the left, rows from 0 at the top. Our row 0 is at the bottom.
"""

from __future__ import annotations

import re

from inarow.errors import BadSpec
from inarow.games import Game, load_game

SMALLEST, LARGEST = 5, 20
"""The smallest and the largest side of supported boards."""

EXACT_FIVE = 1
"""The bit of ``INFO rule`` for exactly five: six in a row do not win."""

_POINT = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", re.ASCII)


def is_played(game: Game) -> bool:
    """Whether the protocol supports a game: five in a row on a board of its sizes.

    >>> [is_played(load_game(spec)) for spec in ("gomoku", "20x15x5", "tictactoe", "ultimate")]
    [True, True, False, False]
    """
    return game.is_five_in_a_row and all(
        SMALLEST <= side <= LARGEST for side in (game.rows, game.columns)
    )


def point_text(action: int, game: Game) -> str:
    """An action as a point.

    >>> point_text(0, load_game("gomoku"))
    '0,14'
    """
    row, column = divmod(action, game.columns)
    return f"{column},{game.rows - 1 - row}"


def parse_point(text: str, game: Game) -> int | None:
    """The action of a point; None if it is not a point of this board.

    >>> parse_point("7,7", load_game("gomoku")), parse_point("7,15", load_game("gomoku"))
    (112, None)
    """
    match = _POINT.fullmatch(text)
    if match is None:
        return None
    column, from_top = int(match[1]), int(match[2])
    if column >= game.columns or from_top >= game.rows:
        return None
    return (game.rows - 1 - from_top) * game.columns + column


def board_game(width: int, height: int, rule: int) -> Game:
    """The game on a board of this size under the rule of ``INFO rule``.

    >>> board_game(20, 20, 0), board_game(15, 15, 1), board_game(10, 8, 0)
    (load_game('gomoku:size=20'), load_game('gomoku:rule=standard'), load_game('10x8x5'))
    """
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise BadSpec(f"boards have {SMALLEST} to {LARGEST} rows and columns")
    if rule & ~EXACT_FIVE:
        raise BadSpec("only rules 0 (five or more) and 1 (exactly five) are played here")
    name = "standard" if rule & EXACT_FIVE else "freestyle"
    if width == height:
        return load_game(f"gomoku:size={width},rule={name}")
    return load_game(f"{width}x{height}x5:rule={name}")

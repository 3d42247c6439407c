"""How moves are written: a letter for the column, from a, and a number for the row, from 1.

Row 1 is at the bottom. Moves of a game are written one after the other, with or without spaces.
"""

from __future__ import annotations

import re

from inarow.errors import BadNotation, IllegalMove

_MOVE = re.compile(r"([A-Za-z])([0-9]{1,2})(?![0-9])", re.ASCII)
_SEPARATOR = re.compile(r"[\s,;]*", re.ASCII)


def action_name(action: int, rows: int, columns: int) -> str:
    """Write an action: a letter and a number.

    >>> action_name(0, 15, 15), action_name(7 * 15 + 7, 15, 15)
    ('a1', 'h8')
    """
    if not 0 <= action < rows * columns:
        raise IllegalMove(
            f"Action {action} is not on the board: actions run from 0 to {rows * columns - 1}."
        )
    row, column = divmod(action, columns)
    return f"{chr(ord('a') + column)}{row + 1}"


def parse_action(text: str, rows: int, columns: int) -> int:
    """Read one move.

    >>> parse_action("h8", 15, 15)
    112
    >>> parse_action("z99", 15, 15)
    Traceback (most recent call last):
    ...
    inarow.errors.BadNotation: 'z99' is no cell of this board: columns run from a to o, rows from
    1 to 15, as in h8.
    """
    match = _MOVE.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is not None:
        column = ord(match[1].lower()) - ord("a")
        row = int(match[2]) - 1
        if 0 <= row < rows and column < columns:
            return row * columns + column
    last, middle = f"{chr(ord('a') + columns - 1)}", (rows - 1) // 2 * columns + (columns - 1) // 2
    raise BadNotation(
        f"{text!r} is no cell of this board: columns run from a to {last}, rows from 1 to {rows}, "
        f"as in {action_name(middle, rows, columns)}."
    )


def parse_actions(text: str, rows: int, columns: int) -> list[int]:
    """Read a sequence of moves, separated or not.

    >>> parse_actions("h8 i9", 15, 15) == parse_actions("h8i9", 15, 15) == [112, 128]
    True
    """
    actions: list[int] = []
    position = _SEPARATOR.match(text).end()  # type: ignore[union-attr]  # it matches anything
    while position < len(text):
        match = _MOVE.match(text, position)
        token = match[0] if match else re.split(r"[\s,;]", text[position:], maxsplit=1)[0]
        actions.append(parse_action(token, rows, columns))
        position = _SEPARATOR.match(text, position + len(token)).end()  # type: ignore[union-attr]
    return actions

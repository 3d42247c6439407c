"""The input of CodinGame's referee for ultimate tic-tac-toe, as text and back.

Each turn is the opponent's move as ``row column`` (``-1 -1`` before the first move), the number of
legal moves, and a line for each of them. The answer is ``row column``. Rows and columns count from
0 on the whole 9 x 9 grid.
"""

from __future__ import annotations

import re

from inarow.games import State

SIDE = 9
NO_MOVE = "-1 -1"

_CELL = re.compile(r"\s*(\d)\s+(\d)(?:\s.*)?", re.ASCII)


def cell_text(action: int) -> str:
    """A move as the referee writes it.

    >>> cell_text(80), parse_cell("8 8")
    ('8 8', 80)
    """
    return f"{action // SIDE} {action % SIDE}"


def parse_cell(text: str) -> int | None:
    """A move; None if it is none. Text after the move is a message for viewers."""
    found = _CELL.fullmatch(text)
    if found is None or not all(int(each) < SIDE for each in found.groups()):
        return None
    return int(found[1]) * SIDE + int(found[2])


def turn_lines(state: State) -> list[str]:
    """What the player to move is sent."""
    history, legal = state.history(), state.legal_actions()
    last = cell_text(history[-1]) if history else NO_MOVE
    return [last, str(len(legal)), *map(cell_text, legal)]

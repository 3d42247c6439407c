"""The board in colour: stones, the last move, the winning line and the legal cells."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from inarow.games import State
from inarow.games.text import PLAYERS, STONES, board_lines

STONE_STYLES = {"X": "bold #5cc8ff", "O": "bold #ff7a66"}
LAST_STYLE = "bold #302800 on #ffd75e"
WINNING_STYLE = "bold #0c2c14 on #84dd96"
OPEN_STYLE = "bright_white"
SHUT_STYLE = "bright_black"
EDGE_STYLE = "bright_black"


def draw(state: State, width: int, status: str = "") -> Group:
    """The board and its status, ready for a rich console of so many columns.

    If the board is too wide for it, its cells stand without gaps.
    """
    gap = " " if max(map(len, board_lines(state))) <= width else ""
    return Group(*_coloured_lines(state, gap), Text(), _coloured(status or state.status(PLAYERS)))


def _coloured_lines(state: State, gap: str) -> list[Text]:
    winning = set(state.winning_line())
    last = state.history()[-1:]
    legal = state.legal_actions_mask()

    def paint(action: int, symbol: str) -> str:
        if action in winning:
            style = WINNING_STYLE
        elif action in last:
            style = LAST_STYLE
        elif symbol == STONES[0]:
            style = OPEN_STYLE if legal[action] else SHUT_STYLE
            symbol = "·"
        else:
            style = STONE_STYLES[symbol]
        return f"[{style}]{symbol}[/]"

    lines = board_lines(state, paint, gap)
    return [Text.from_markup(line, style=EDGE_STYLE, overflow="crop") for line in lines]


def _coloured(status: str) -> Text:
    text = Text(status)
    for player in PLAYERS:
        text.highlight_regex(rf"\b{player}\b", STONE_STYLES[player])
    return text

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


def draw(state: State) -> Group:
    """The board and its status, ready for a rich console."""
    return Group(*_coloured_lines(state), Text(), _coloured_status(state))


def _coloured_lines(state: State) -> list[Text]:
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

    return [Text.from_markup(line, style=EDGE_STYLE) for line in board_lines(state, paint)]


def _coloured_status(state: State) -> Text:
    text = Text(state.status())
    for player in PLAYERS:
        text.highlight_regex(rf"\b{player}\b", STONE_STYLES[player])
    return text

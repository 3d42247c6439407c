"""Draws the README's picture: the end of a game of Gomoku, as ``inarow play`` shows it."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

import inarow
from inarow.cli.board import draw

MOVES = """
h8 i9 h9 h10 j8 i8 i7 h6 g9 f10 j6 k5 j7 j5 j9 j10 i10 i5 h5 m5 l5 k8 k7 l7 g7 h7 g8 f7 g10 g6 g11
"""


def main() -> None:
    """Write gomoku.svg next to this file."""
    state = inarow.load_game("gomoku").state_from(MOVES)
    console = Console(record=True, width=40, file=io.StringIO(), force_terminal=True)
    console.print(draw(state))
    svg = console.export_svg(title="inarow play gomoku", unique_id="inarow")
    # The picture must not ask another server for fonts: every system has a fixed-width one.
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    Path(__file__).with_name("gomoku.svg").write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

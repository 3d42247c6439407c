"""Draws the pictures of the documentation: games as ``inarow play`` shows them."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

import inarow
from inarow.cli.board import draw

# By file name: the title, and the moves of a game of Gomoku.
PICTURES = {
    "gomoku": (
        "inarow play gomoku",
        "h8 i9 h9 h10 j8 i8 i7 h6 g9 f10 j6 k5 j7 j5 j9 j10 i10 i5 h5 m5 l5 k8 k7 l7 g7 h7 g8 f7 "
        "g10 g6 g11",
    ),
    "threat-before": ("X to move", "f5 f3 i5 i3 f6 f9 i6 i9 f7 a15 i7 c15 h8 e15"),
    "threat-after": (
        "f8 f4 i8 i4 g8 e8 j8",
        "f5 f3 i5 i3 f6 f9 i6 i9 f7 a15 i7 c15 h8 e15 f8 f4 i8 i4 g8 e8 j8",
    ),
}


def main() -> None:
    """Write every picture next to this file."""
    for name, (title, moves) in PICTURES.items():
        state = inarow.load_game("gomoku").state_from(moves)
        console = Console(record=True, width=40, file=io.StringIO(), force_terminal=True)
        console.print(draw(state))
        svg = console.export_svg(title=title, unique_id=name)
        # A picture must not ask another server for fonts: every system has a fixed-width one.
        svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
        Path(__file__).with_name(f"{name}.svg").write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

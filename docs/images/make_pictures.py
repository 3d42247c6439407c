"""Draws the boards of the documentation."""

from __future__ import annotations

from pathlib import Path

import inarow
from inarow.games.svg import board_svg

SIZE = 400  # pixels of the longer side

THREAT = "f5 f3 i5 i3 f6 f9 i6 i9 f7 a15 i7 c15 h8 e15"

# By file name: a game and its moves.
PICTURES = {
    "gomoku": (
        "gomoku",
        "h8 i9 h9 h10 j8 i8 i7 h6 g9 f10 j6 k5 j7 j5 j9 j10 i10 i5 h5 m5 l5 k8 k7 l7 g7 h7 g8 f7 "
        "g10 g6 g11",
    ),
    "ultimate": (
        "ultimate",
        "i7 h2 f5 h6 f9 h8 d4 a2 c6 i9 h9 f8 i5 g4 b3 d9 c9 g7 b2 e6 d7 a1 b1 d1 e8 e5 d6 a7 b8 "
        "e4 f1",
    ),
    "threat-before": ("gomoku", THREAT),
    "threat-after": ("gomoku", f"{THREAT} f8 f4 i8 i4 g8 e8 j8"),
}


def main() -> None:
    """Write every picture next to this file."""
    for name, (game, moves) in PICTURES.items():
        state = inarow.load_game(game).state_from(moves)
        path = Path(__file__).with_name(f"{name}.svg")
        path.write_text(board_svg(state, size=SIZE), encoding="utf-8")


if __name__ == "__main__":
    main()

"""How many games the arena plays in a second, beside what we promise."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from inarow.arena import MatchResult, play_match

MATCHES = (
    # (player, game, games, promised games a second on 2 processors)
    ("random", "tictactoe", 200_000, 20_000),
    ("greedy", "gomoku", 2_000, 200),
)


def arena() -> Iterator[str]:
    """Matches of a player against itself, without records and with them."""
    for player, game, games, promised in MATCHES:
        quick = play_match(player, player, game=game, games=games, seed=1)
        with tempfile.TemporaryDirectory() as directory:
            out = Path(directory) / "games.jsonl"
            kept = play_match(player, player, game=game, games=games // 20, seed=1, out=out)
        yield (
            f"match {player} v {player}, {game}: {_rate(quick):,.0f} games/s "
            f"(promised {promised:,}); with records {_rate(kept):,.0f}"
        )


def _rate(result: MatchResult) -> float:
    return result.games / result.seconds

"""Time limits: how long the longest of many moves took. For an idle machine."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import inarow
from inarow.players import PLAYERS

MOVES = 200
SECONDS = 0.25
PROMISED = 0.30


def limits() -> Iterator[str]:
    """Every player that thinks, on 15 x 15 positions of random games, all at the same limit."""
    game = inarow.load_game("gomoku")
    for entry in PLAYERS:
        if entry.name == "random" or entry.runs_program or not entry.plays(game):
            continue
        player = inarow.load_player(entry.name, game, seed=1)
        worst = max(_one_move(player, game, number) for number in range(MOVES))
        verdict = "kept" if worst <= PROMISED else "BROKEN"
        yield (
            f"{entry.name}: longest of {MOVES} moves at {SECONDS} s took {worst:.3f} s "
            f"(promised: at most {PROMISED:.2f}): {verdict}"
        )


def _one_move(player: inarow.Player, game: inarow.Game, number: int) -> float:
    randomness = random.Random(number)
    state = game.new_initial_state()
    for _ in range(number % 60):
        if not state.is_terminal():
            state.apply_action(randomness.choice(state.legal_actions()))
    if state.is_terminal():
        state.undo_action()
    start = time.perf_counter()
    player.act(state, inarow.Limits(time=SECONDS))
    return time.perf_counter() - start

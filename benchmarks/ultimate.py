"""The network of the ultimate engine: evaluations a second, each with its move and undo.

Random games are walked with the network that is shipped. Nearly every position there has other rows
of the network's tables, which take 13 MB; the moves of a single position would keep a few rows in
the cache, and be faster than a search can be. Each position costs a call from Python, too: the same
calls without an evaluation are measured, and taken off.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

import inarow
from inarow import _core
from inarow.players.engine import ultimate_network

GAMES = 1000
"""Games walked, with about 500,000 evaluations."""
ROUNDS = 5
HOT = 2_000_000
"""Evaluations of the moves of one position."""
PROMISED = 5.0
"""Millions a second on one core, in the AVX2 build."""


def ultimate() -> Iterator[str]:
    """By processor time, so that other programs matter less."""
    game = inarow.load_game("ultimate")
    network = ultimate_network("ours", game)
    assert network is not None, "A network for ultimate is shipped."
    walked = walk(game, GAMES, seed=1)
    evaluations = sum(count for _, count in walked)
    rates = []
    for _ in range(ROUNDS):
        seconds = call_seconds(network, walked) - call_seconds(
            network, [(state, 0) for state, _ in walked]
        )
        rates.append(evaluations / seconds / 1e6)
    yield (
        f"ultimate network, {_core.isa}, {evaluations:,} evaluations in {GAMES:,} random games: "
        f"{sorted(rates)[ROUNDS // 2]:.1f} million evaluations/s "
        f"({min(rates):.1f} to {max(rates):.1f}), {PROMISED:g} promised"
    )
    hot = call_seconds(network, [(game.state_from("e5 e4 d2"), HOT)])
    yield f"ultimate network, {_core.isa}, the moves of one position: {HOT / hot / 1e6:.1f} million"


def walk(game: inarow.Game, games: int, seed: int) -> list[tuple[inarow.State, int]]:
    """The positions of random games with the number of their legal moves."""
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            found.append((state.clone(), len(legal)))
            state.apply_action(rng.choice(legal))
    return found


def call_seconds(
    network: _core.UltimateNetwork, positions: Sequence[tuple[inarow.State, int]]
) -> float:
    """Processor time to evaluate so many moves of each position."""
    start = time.process_time()
    for state, count in positions:
        network.evaluate_many(state, count)
    return time.process_time() - start

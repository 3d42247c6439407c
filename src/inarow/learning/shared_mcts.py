"""Self-play for shared MCTS: the graph plays both sides, and every game makes it grow.

The temperature falls in a straight line from ``FIRST_TEMPERATURE`` to 0 (Solvers, 4.2.4). The
paper also swaps who starts; with one graph for both sides that changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from inarow.games import Game
from inarow.players.base import Limits
from inarow.players.shared import SharedPlayer

FIRST_TEMPERATURE = 0.1


def self_play(game: Game, player: SharedPlayer, games: int, sims: int) -> Iterator[float]:
    """Play until the graph has seen so many games; yields the first player's result of each."""
    limits = Limits(sims=sims)
    while player.games < games:
        left = (games - player.games - 1) / max(1, games - 1)
        player.set_temperature(FIRST_TEMPERATURE * left)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(player.act(state, limits).action)
        player.games += 1
        yield state.returns()[0]

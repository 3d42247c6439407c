"""The players: simulations per second against OpenSpiel's bot in C++."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel

import inarow
from benchmarks.timing import Row, Work, compare

SIMULATIONS = 2000
"""For one move, from the start position, one playout each, by both sides."""

# Ours, theirs, and the ratio we promise.
PAIRS = (
    ("tictactoe", "tic_tac_toe", 5),
    ("gomoku", "gomoku", 20),
    ("ultimate", "ultimate_tic_tac_toe", 10),
)


def mcts() -> Iterator[Row]:
    """Random playouts, solver on, one thread; ours may prove the position before it is through."""
    for spec, peer_spec, target in PAIRS:
        game = inarow.load_game(spec)
        player = inarow.load_player("mcts", game, seed=1)
        limits = inarow.Limits(sims=SIMULATIONS)
        sims = player.act(game.new_initial_state(), limits).stats["sims"]
        assert isinstance(sims, int)
        yield compare(
            f"mcts, {spec}",
            "simulations/s",
            target,
            _moves(player, game.new_initial_state(), limits),
            "OpenSpiel's MCTSBot",
            _peer_moves(pyspiel.load_game(peer_spec)),
            our_units=sims,
            peer_units=SIMULATIONS,
        )


def _moves(player: inarow.Player, state: inarow.State, limits: inarow.Limits) -> Work:
    def choose(times: int) -> None:
        for _ in range(times):
            player.act(state, limits)

    return choose


def _peer_moves(game: Any) -> Work:
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, SIMULATIONS, 1000, True, 1, False
    )
    state = game.new_initial_state()

    def choose(times: int) -> None:
        for _ in range(times):
            bot.step(state)

    return choose

"""Every search player against perfect play on 3 x 3; see README.md beside it."""

from __future__ import annotations

import argparse
import json
import random
from functools import cache

import inarow
from inarow.solving import solve

PLAYERS = [
    "minimax",
    "alphabeta",
    "cached",
    "deepening",
    "negamax",
    "threat",
    "mcts:sims=2000",
    "shared-mcts",
    "knowledge-mcts",
    "heuristic-mcts",
    "engine",
]
GAME = inarow.load_game("tictactoe")


@cache
def perfect_moves(history: tuple[int, ...]) -> tuple[int, ...]:
    """Every move that keeps the value of a position."""
    solution = solve(GAME.state_from(history), mb=1)
    assert solution is not None
    return solution.best


def play(player: inarow.Player, side: int, randomness: random.Random) -> inarow.State:
    """One game of a player on a side."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == side:
            state.apply_action(player.act(state).action)
        else:
            state.apply_action(randomness.choice(perfect_moves(tuple(state.history()))))
    return state


def main() -> None:
    """Play all players, one line each as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games on each side")
    parser.add_argument("--players", nargs="*", default=PLAYERS)
    options = parser.parse_args()
    for spec in options.players:
        row: dict[str, object] = {"player": spec}
        for side, name in enumerate(("first", "second")):
            player = inarow.load_player(spec, GAME, seed=side)
            randomness = random.Random(side)
            states = [play(player, side, randomness) for _ in range(options.games)]
            results = [state.player_return(side) for state in states]
            row[name] = {
                "wins": results.count(1.0),
                "draws": results.count(0.0),
                "losses": results.count(-1.0),
                "distinct": len({tuple(state.history()) for state in states}),
            }
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()

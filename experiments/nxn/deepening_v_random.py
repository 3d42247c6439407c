"""Timed deepening against random on N x N boards, as in the NxN paper; see README.md beside it."""

from __future__ import annotations

import argparse
import json

import inarow

BOARDS = [*(f"{n}x{n}x{n}" for n in range(3, 10)), "10x10x5", "15x15x5"]


def play(spec: str, deepening_plays: int, seed: int, seconds: float) -> int:
    """One game; 1 if deepening has won, 0 for a draw, -1 if it has lost."""
    game = inarow.load_game(spec)
    players = [inarow.load_player("random", game, seed), inarow.load_player("random", game, seed)]
    players[deepening_plays] = inarow.load_player("deepening", game, seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        player = players[state.current_player()]
        state.apply_action(player.act(state, inarow.Limits(time=seconds)).action)
    return int(state.player_return(deepening_plays))


def main() -> None:
    """Play all boards, one line each as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="games on each side")
    parser.add_argument("--time", type=float, default=0.25, help="seconds a move")
    parser.add_argument("--boards", nargs="*", default=BOARDS)
    options = parser.parse_args()
    for spec in options.boards:
        row: dict[str, object] = {"board": spec, "games": 2 * options.games}
        for side, name in enumerate(("first", "second")):
            results = [play(spec, side, seed, options.time) for seed in range(options.games)]
            row[name] = {
                "wins": results.count(1),
                "draws": results.count(0),
                "losses": results.count(-1),
            }
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()

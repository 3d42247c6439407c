"""Compares what the ultimate engine calls proven with a search of all lines.

    python -m experiments.engine.late_positions --positions 1000 --cells 20

Positions come from random games, under both draw rules in turn, as soon as few enough cells are
left to play on. The engine thinks for --nodes; `cached`, which knows only the rules, searches
every position to the end, before and after the engine's move. The exit status is 1 if they differ.
"""

from __future__ import annotations

import argparse
import random
import sys

from rich.progress import track

import inarow
from inarow import Limits
from inarow.player import MOST_NODES
from inarow.time_manager import playable_cells

GAMES = ("ultimate", "ultimate:tiebreak=boards")
SOLVER = "cached:depth=81"


def late_position(game: inarow.Game, cells: int, rng: random.Random) -> inarow.State:
    """The first position of a random game with at most so many cells to play on."""
    while True:
        state = game.new_initial_state()
        while not state.is_terminal() and playable_cells(state) > cells:
            state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state


def exact_value(state: inarow.State, player: int) -> float:
    """The result for a player, by a search to the end."""
    if state.is_terminal():
        return float(state.player_return(player))
    with inarow.load_player(SOLVER, state.game) as solver:
        found = solver.act(state, Limits(nodes=MOST_NODES))
    if found.value is None:  # an only move is not searched
        return exact_value(state.child(found.action), player)
    assert found.stats["proven"], "A search to the end knows the result."
    return found.value if state.current_player() == player else -found.value


def fault(state: inarow.State, nodes: int) -> tuple[str, str]:
    """What the engine proves of a position, and what is wrong with it, if anything."""
    with inarow.load_player("engine:mb=16", state.game, seed=1) as engine:
        found = engine.act(state, Limits(nodes=nodes))
    proven = found.stats["proven"] or ""
    if not proven:
        return "", ""
    value = exact_value(state, state.current_player())
    if found.value != value:
        return proven, f"it is {value:+.0f}, the engine says {found.value:+.0f}"
    kept = exact_value(state.child(found.action), state.current_player())
    if kept != value:
        return proven, f"the engine's move turns {value:+.0f} into {kept:+.0f}"
    return proven, ""


def main() -> None:
    """Look at all positions, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--cells", type=int, default=20, help="left to play on, at most")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="of the engine")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    games = [inarow.load_game(spec) for spec in GAMES]
    counts = {"win": 0, "draw": 0, "loss": 0, "": 0}
    wrong = 0
    for number in track(range(options.positions), "Comparing"):
        state = late_position(games[number % len(games)], options.cells, rng)
        proven, what = fault(state, options.nodes)
        counts[proven] += 1
        if what:
            wrong += 1
            print(f"{state.game.format_moves(state.history())}: {what}", flush=True)
    print(
        f"{options.positions} positions with at most {options.cells} cells to play on: proven "
        f"{counts['win']} wins, {counts['draw']} draws, {counts['loss']} losses, not proven "
        f"{counts['']}; wrong: {wrong}"
    )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

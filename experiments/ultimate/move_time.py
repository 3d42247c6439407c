"""Ultimate's move time: the machine answers in less than a second on a desktop computer."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from functools import partial

from experiments.experiment import Run, run_experiment
from experiments.matches import spec_of, train

import inarow

PLAYERS = ("alphazero", "mcts", "engine")
SIMULATIONS = 15
"""Of a move in the paper's training; it names none for play."""


def times_of(spec: str, games: int, seed: int) -> list[float]:
    """Seconds of each move of games of a player against itself, with its default limits."""
    game = inarow.load_game("ultimate")
    found = []
    for number in range(games):
        player = inarow.load_player(spec, game, seed + number)
        state = game.new_initial_state()
        while not state.is_terminal():
            started = time.perf_counter()
            action = player.act(state).action
            found.append(round(time.perf_counter() - started, 6))
            state.apply_action(action)
    return found


def move_time(run: Run) -> Sequence[str]:
    """Median, 95 % and the longest move of each player."""
    games = run.games(10, quick=2)
    rows: list[list[object]] = [["paper: AlphaZero", "", "", "usually less than 1 s"]]
    # The time of the paper's network does not depend on its weights.
    settings = {"preset": "ultimate", "games": 1, "report_every": 1, "epochs": 1.0, "gate": 0.0}
    folder = train(run, "network", "alphazero", "ultimate", evaluate_every=0, **settings)
    specs = {
        f"paper's network, {SIMULATIONS} simulations": (
            spec_of("alphazero", file=folder, sims=SIMULATIONS, batch=1)
        ),
        **{f"`{spec}`": spec for spec in run.some(PLAYERS, 1, "players")},
    }
    for name, spec in specs.items():
        seconds = sorted(run.part(name, partial(times_of, spec, games, run.seed)))
        shown = (statistics.median(seconds), seconds[int(0.95 * len(seconds))], seconds[-1])
        rows.append([f"ours: {name}", *(f"{each:.3f} s" for each in shown)])
    run.table("Time of a move, default settings", ("player", "median", "95 %", "longest"), rows)
    return (
        "Each player plays against itself; the times depend on the machine.",
        "The paper's network was trained for one game only, and without the gate: the time of a "
        "move does not depend on its weights.",
    )


if __name__ == "__main__":
    run_experiment(move_time)

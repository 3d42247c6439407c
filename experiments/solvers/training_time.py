"""Solvers' table 5.4: the time of training TD and AlphaZero on 5 x 5 and 10 x 10."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.matches import train

from inarow.runlog import RunFolder

BOARDS = ("5x5x4", "10x10x5")
PAPER = {
    "td, 100 games": ("2 m", "10 m"),
    "alphazero, 100 simulations, 5 epochs": ("10 m", "253 m"),
}
SETTINGS = {
    "td, as in the paper": ("td", {"preset": "paper"}),
    "td, ours": ("td", {}),
    "alphazero, 100 simulations, as in the paper": (
        "alphazero",
        {"preset": "solvers"},
    ),
    "alphazero, ours": ("alphazero", {}),
}


def training_time(run: Run) -> Sequence[str]:
    """Train each on each board, and read from the log how long it took."""
    games = run.count(100, quick=4, what="games of each training")
    boards = run.some(BOARDS, 1, "boards")
    rows: list[list[object]] = [
        [f"paper: {name}", *times[: len(boards)]] for name, times in PAPER.items()
    ]
    for number, (name, (learner, settings)) in enumerate(SETTINGS.items()):
        cells: list[object] = [f"ours: {name}, {games} games"]
        for board in boards:
            folder = train(
                run, f"{number}-{board}", learner, board, games=games, evaluate_every=0, **settings
            )
            seconds = RunFolder(folder).events()[-1]["seconds"]
            cells.append(f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.1f} m")
        rows.append(cells)
    run.say("The paper gives the time of training, without the machine that it ran on.")
    run.table("Time of training", ("", *boards), rows)
    return (
        "The paper's AlphaZero has 5 epochs and names no number of games; ours plays 100.",
        "Ours has 64 simulations for half of the moves and 16 for the others, and a residual "
        "network.",
        "One process on one core, without a graphics card.",
    )


if __name__ == "__main__":
    run_experiment(training_time)

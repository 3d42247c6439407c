"""Gomoku-ABM's observation that even depths play better than odd ones."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.matches import COLUMNS, match

PAIRS = ((2, 1), (2, 3), (4, 3), (4, 5), (6, 5))
"""Even and odd depths that follow each other."""


def even_depths(run: Run) -> Sequence[str]:
    """Let the paper's search play against itself, a ply deeper or less deep."""
    games = run.games(200, quick=2, what="games of each match")
    rows: list[list[object]] = []
    for even, odd in run.some(PAIRS, 1, "pairs of depths"):
        found = match(run, f"threat:depth={even}", f"threat:depth={odd}", "gomoku", games)
        rows.append([f"{even} against {odd}", *found.cells()])
    run.say(
        "The paper found that its minimax plays better at even depths, where the search ends after "
        "a move of the opponent. If that is so, an even depth gains more over the odd one before "
        "it than it loses to the odd one after it."
    )
    run.table("Even against odd depths of `threat`", ("depths", *COLUMNS), rows)
    return (
        "The paper gives no figures for this.",
        "`threat` is its method on 15 x 15, but for its search for threats: ours is limited to "
        "fours, where every answer is forced, and the paper's also tries moves that make a three.",
        "A search for fours follows at each depth, so that the plies of the table are not all that "
        "is looked ahead.",
    )


if __name__ == "__main__":
    run_experiment(even_depths)

"""Solvers' table 5.3: the learners against heuristic alpha-beta of depth 3 on 10 x 10."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.solvers.against_heuristic import compare


def heuristic_10x10(run: Run) -> Sequence[str]:
    """Our players, and the paper's methods trained as long as there."""
    return compare(
        run,
        game="10x10x5",
        depth=3,
        paper={"td": "6 0 4", "alphazero": "0 0 10"},
        ours=("td", "td-alphabeta@nodes=20000", "td-mcts", "alphazero", "engine@nodes=20000"),
    )


if __name__ == "__main__":
    run_experiment(heuristic_10x10)

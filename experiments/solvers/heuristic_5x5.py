"""Solvers' table 5.2: the learners against heuristic alpha-beta of depth 4 on 5 x 5."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.solvers.against_heuristic import compare


def heuristic_5x5(run: Run) -> Sequence[str]:
    """Our players, and the paper's methods trained as long as there."""
    return compare(
        run,
        game="5x5x4",
        depth=4,
        paper={"td": "10 0 0", "shared-mcts": "10 0 0", "alphazero": "2 6 2"},
        ours=(
            *("td", "td-alphabeta@nodes=20000", "td-mcts", "shared-mcts", "alphazero"),
            "engine@nodes=20000",
        ),
        solved=True,
    )


if __name__ == "__main__":
    run_experiment(heuristic_5x5)

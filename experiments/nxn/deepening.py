"""NxN's second chart: iterative deepening to the end, beside a search that goes there at once."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.nxn.counting import counted, given_up, nodes_of

BOARDS = ("3x3x3", "4x3x3", "4x4x3", "4x4x4")
SEARCHES = {"deepening": "deepening", "at once": "cached:depth=400"}


def deepening(run: Run) -> Sequence[str]:
    """Count the states of both searches."""
    boards = run.some(BOARDS, 3, "boards")
    found = {
        name: [nodes_of(run, spec, board) for board in boards] for name, spec in SEARCHES.items()
    }
    run.say(
        "The paper shows as a chart that iterative deepening visits more states than a search that "
        "goes to the end at once, since it begins anew with each depth and its moves are ordered "
        "well anyway."
    )
    rows = [[f"`{name}`", *map(counted, counts)] for name, counts in found.items()]
    run.table("States visited for the first move", ("", *boards), rows)
    more = all(
        a > b for a, b in zip(*found.values(), strict=True) if a is not None and b is not None
    )
    run.say(
        "That holds here, on every board." if more else "That does not hold here on every board."
    )
    return (
        "The searches keep their table from depth to depth, where the paper's clears its leaves.",
        given_up(run),
    )


if __name__ == "__main__":
    run_experiment(deepening)

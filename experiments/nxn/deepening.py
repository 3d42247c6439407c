"""NxN's second chart: iterative deepening to the end, beside a search that goes there at once."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.nxn.counting import (
    DEEPENING,
    WITH_CACHE,
    counted,
    deviations,
    nodes_of,
    visits_of,
)
from experiments.page import Chart

BOARDS = ("3x3x3", "4x3x3", "4x4x3", "4x4x4")
OURS = {"ours: `deepening`": "deepening", "ours: `cached`, at once": "cached:depth=400"}
AS_IN_PAPER = {
    "as in the paper: deepening": DEEPENING,
    "as in the paper: at once": WITH_CACHE,
}


def deepening(run: Run) -> Sequence[str]:
    """Count the states of both searches."""
    boards = run.some(BOARDS, 2, "boards")
    found = {
        name: [visits_of(run, search, board) for board in boards]
        for name, search in AS_IN_PAPER.items()
    }
    found |= {name: [nodes_of(run, spec, board) for board in boards] for name, spec in OURS.items()}
    run.say(
        "The paper shows as a chart that iterative deepening visits more states than a search that "
        "goes to the end at once, since it begins anew with each depth and its moves are ordered "
        "well anyway."
    )
    rows = [[name, *map(counted, counts)] for name, counts in found.items()]
    run.table("States visited for the first move", ("", *boards), rows)
    lines = {name.replace("`", ""): counts for name, counts in found.items()}
    run.chart(
        Chart("deepening", "States of deepening and at once", boards, lines, "states", {}, log=True)
    )
    for name, searches in (("the searches as in the paper", AS_IN_PAPER), ("our players", OURS)):
        deep, once = (found[each] for each in searches)
        more = all(more_visited(a, b) for a, b in zip(deep, once, strict=True))
        run.say(f"For {name} that {'holds' if more else 'does not hold'} on every board.")
    return (
        "Our players keep their table from depth to depth, where the paper's clears its leaves; "
        "the search as in the paper clears it, and orders moves by what the last depth found.",
        *deviations(run),
    )


def more_visited(deep: int | None, once: int | None) -> bool:
    """Whether deepening visited more states; also if it has not ended."""
    return once is not None and (deep is None or deep > once)


if __name__ == "__main__":
    run_experiment(deepening)

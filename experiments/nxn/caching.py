"""NxN's first chart: alpha-beta with ordered moves, with and without a cache."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.nxn.counting import counted, given_up, nodes_of

BOARDS = ("3x3x3", "4x3x3", "4x4x3", "5x5x3")
SEARCHES = {"without a cache": "alphabeta:depth=400", "with a cache": "cached:depth=400"}


def caching(run: Run) -> Sequence[str]:
    """Count the states of both searches, and say how many the cache saves."""
    boards = run.some(BOARDS, 2, "boards")
    found = {
        name: [nodes_of(run, spec, board) for board in boards] for name, spec in SEARCHES.items()
    }
    without, cached = found.values()
    run.say(
        "The paper shows as a chart, without numbers, that alpha-beta with a cache visits less "
        "than a quarter of the states for the first move that it visits without one."
    )
    shares = [
        "" if a is None or b is None else f"{b / a:.1%}"
        for a, b in zip(without, cached, strict=True)
    ]
    rows = [[name, *map(counted, counts)] for name, counts in found.items()]
    run.table("States visited for the first move", ("", *boards), [*rows, ["share", *shares]])
    return (
        "Our cached search also knows symmetric positions, forced moves, and when a side can no "
        "longer win, so that the share is not that of the cache alone.",
        given_up(run),
    )


if __name__ == "__main__":
    run_experiment(caching)

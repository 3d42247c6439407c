"""NxN's first chart: alpha-beta with ordered moves, with and without a cache."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.nxn.counting import (
    WITH_CACHE,
    WITHOUT_CACHE,
    counted,
    deviations,
    nodes_of,
    visits_of,
)
from experiments.page import Chart

BOARDS = ("3x3x3", "4x3x3", "4x4x3", "4x4x4", "5x5x3")
OURS = ("alphabeta:depth=400", "cached:depth=400")


def caching(run: Run) -> Sequence[str]:
    """Count the states with and without a cache, and say how many it saves."""
    boards = run.some(BOARDS, 3, "boards")
    found = {
        "as in the paper": [
            [visits_of(run, search, board) for board in boards]
            for search in (WITHOUT_CACHE, WITH_CACHE)
        ],
        "ours": [[nodes_of(run, spec, board) for board in boards] for spec in OURS],
    }
    run.say(
        "The paper shows as a chart, without numbers, that alpha-beta with a cache visits less "
        "than a quarter of the states for the first move that it visits without one."
    )
    rows: list[list[object]] = []
    lines: dict[str, Sequence[int | None]] = {}
    for name, (without, cached) in found.items():
        shares = [share(a, b) for a, b in zip(without, cached, strict=True)]
        lines |= {f"{name}, without": without, f"{name}, with": cached}
        rows += [
            [f"{name}, without a cache", *map(counted, without)],
            [f"{name}, with a cache", *map(counted, cached)],
            [f"{name}, share", *("" if each is None else f"{each:.1%}" for each in shares)],
        ]
    run.table("States visited for the first move", ("", *boards), rows)
    run.chart(
        Chart("caching", "States with and without a cache", boards, lines, "states", {}, log=True)
    )
    saved = [share(a, b) for a, b in zip(*found["as in the paper"], strict=True)]
    below = [board for board, each in zip(boards, saved, strict=True) if (each or 1) < 0.25]
    run.say(
        "As in the paper, the share is below a quarter on "
        + (f"{', '.join(below)}." if below else "none of these boards.")
        + " The paper does not say for which board it shows it."
    )
    return (
        "Our cached search also knows symmetric positions, forced moves, and when a side can no "
        "longer win, so that its share is not that of the cache alone.",
        *deviations(run),
    )


def share(without: int | None, cached: int | None) -> float | None:
    """Which part of the states is left."""
    return None if without is None or cached is None else cached / without


if __name__ == "__main__":
    run_experiment(caching)

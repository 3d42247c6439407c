"""NxN's table: states visited for the first move, as the board and the row grow."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.nxn.counting import (
    MINIMAX,
    WITH_CACHE,
    counted,
    deviations,
    nodes_of,
    visits_of,
)
from experiments.page import Chart

BOARDS = ("3x3x3", "4x4x3", "4x4x4", "5x5x3")
PAPER = {
    "alpha-beta": (1675, 25_589, 898_150, 696_412),
    "dfs/minimax": (16_168, 23_453_345, 51_562_425, None),
}
AS_IN_PAPER = {"alpha-beta": WITH_CACHE, "dfs/minimax": MINIMAX}
OURS = {
    "minimax": "minimax:depth=400",
    "alphabeta": "alphabeta:depth=400",
    "cached": "cached:depth=400",
}


def states(run: Run) -> Sequence[str]:
    """Count the states of each board and search."""
    boards = run.some(BOARDS, 2, "boards")
    same = {
        name: [visits_of(run, search, board) for board in boards]
        for name, search in AS_IN_PAPER.items()
    }
    found = {name: [nodes_of(run, spec, board) for board in boards] for name, spec in OURS.items()}
    run.say(
        "The paper counts the states that its searches visit before the first move on an N x N "
        "board, k in a row. Alpha-beta stays in a small range as N grows; minimax did not end on 5 "
        "x 5."
    )
    paper = {name: counts[: len(boards)] for name, counts in PAPER.items()}
    rows = [
        *([f"paper: {name}", *map(counted, counts)] for name, counts in paper.items()),
        *([f"as in the paper: {name}", *map(counted, counts)] for name, counts in same.items()),
        *([f"ours: `{name}`", *map(counted, counts)] for name, counts in found.items()),
    ]
    run.table("States visited", ("", *boards), rows)
    lines: dict[str, Sequence[int | None]] = {
        f"paper: {name}": counts for name, counts in paper.items()
    }
    lines |= {f"as in the paper: {name}": counts for name, counts in same.items()}
    lines |= {f"ours: {name}": counts for name, counts in found.items()}
    run.chart(
        Chart("states", "States visited for the first move", boards, lines, "states", {}, log=True)
    )
    equal = [
        ours == theirs
        for ours, theirs in zip(same["dfs/minimax"], paper["dfs/minimax"], strict=True)
        if ours is not None and theirs is not None
    ]
    if equal and all(equal):
        run.say(
            "Minimax as in the paper has exactly the paper's numbers, wherever both have ended. "
            "They are arrivals: all moves from all positions, and one for the root. `minimax` "
            "counts each of the same positions once."
        )
    run.say(
        "`cached` has a cache and ordered moves like the paper's alpha-beta. It also knows "
        "symmetric positions, forced moves, and when a side can no longer win."
    )
    return deviations(run)


if __name__ == "__main__":
    run_experiment(states)

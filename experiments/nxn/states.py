"""NxN's table: states visited for the first move, as the board and the row grow."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.nxn.counting import counted, given_up, nodes_of
from experiments.page import Chart

BOARDS = ("3x3x3", "4x4x3", "4x4x4", "5x5x3")
PAPER = {
    "alpha-beta": (1675, 25_589, 898_150, 696_412),
    "dfs/minimax": (16_168, 23_453_345, 51_562_425, None),
}
OURS = {
    "minimax": "minimax:depth=400",
    "alphabeta": "alphabeta:depth=400",
    "cached": "cached:depth=400",
}
"""The paper's alpha-beta has a cache and orders moves: that is ours with a cache."""


def states(run: Run) -> Sequence[str]:
    """Count the states of each board and search."""
    boards = run.some(BOARDS, 2, "boards")
    found = {name: [nodes_of(run, spec, board) for board in boards] for name, spec in OURS.items()}
    run.say(
        "The paper counts the states that its searches visit before the first move on an N x N "
        "board, k in a row. Alpha-beta stays in a small range as N grows; minimax did not end on 5 "
        "x 5."
    )
    rows = [
        [f"paper: {name}", *map(counted, counts[: len(boards)])] for name, counts in PAPER.items()
    ]
    rows += [[f"ours: `{name}`", *map(counted, counts)] for name, counts in found.items()]
    run.table("States visited", ("", *boards), rows)
    lines = {f"paper: {name}": counts[: len(boards)] for name, counts in PAPER.items()}
    lines |= {f"ours: {name}": counts for name, counts in found.items()}
    run.chart(
        Chart("states", "States visited for the first move", boards, lines, "states", {}, log=True)
    )
    run.say(
        "`cached` is the paper's alpha-beta, with a cache and ordered moves. It also knows "
        "symmetric positions, forced moves, and when a side can no longer win."
    )
    return (
        given_up(run),
        "The paper's minimax keeps the states that it has seen; so does ours, which counts each "
        "once.",
    )


if __name__ == "__main__":
    run_experiment(states)

"""Gomoku-ABM's table: our players against engines of Gomocup that the user has."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.matches import COLUMNS, match

from inarow import Limits

# Wins of 12 games of the paper's minimax and of its MCTS.
PAPER = {
    "Yixin17": (2, 1),
    "Wine": (1, 0),
    "Pela17": (0, 0),
    "Zetor17": (2, 0),
    "Eulring": (5, 0),
    "Sparkle": (10, 0),
    "Noesis": (9, 2),
    "PISQ7": (11, 7),
    "Purerocky": (12, 11),
    "Valkyrie": (11, 4),
    "Fiverow": (10, 6),
    "Mushroom": (12, 12),
}
PLAYERS = ("threat", "knowledge-mcts", "engine")
"""The paper's two methods, and our best."""
CLOCK = Limits(time=15.0, left=90.0)


def engines(run: Run) -> Sequence[str]:
    """Play against each engine that was given, else only show the paper's table."""
    games = run.games(12, quick=2, what="games of each match")
    clock = Limits(time=0.1) if run.quick else CLOCK
    rows: list[list[object]] = []
    for name, command in (run.engines or {"greedy": ""}).items():
        opponent = f"external:cmd={command}" if command else name
        for player in run.some(PLAYERS, 1, "players"):
            found = match(run, player, opponent, "gomoku", games, clock)
            rows.append([name, f"`{player}`", *found.cells()])
    run.say(
        "The paper's minimax with threat-space search and its knowledge-based MCTS play 12 games "
        "each against twelve engines of Gomocup, 15 s a move and 90 s a game."
    )
    paper = [[name, *wins] for name, wins in PAPER.items()]
    run.table("The paper: wins of 12", ("engine", "minimax", "MCTS"), paper)
    run.table("Ours", ("engine", "player", *COLUMNS), rows)
    if not run.engines:
        run.say("No engine was given, so `greedy` stands in: `--engine NAME=CMD`, once for each.")
    return (
        "The engines of Gomocup are programs of others and do not come with inarow.",
        "The paper has three openings, which it does not show. Ours are two random moves, each "
        "opening played with both colours.",
    )


if __name__ == "__main__":
    run_experiment(engines)

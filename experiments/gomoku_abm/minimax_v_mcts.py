"""Gomoku-ABM's claim that minimax beats Monte-Carlo tree search at Gomoku."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.matches import COLUMNS, MARGIN_SAYS, match

from inarow import Limits

PAIRS = (
    ("threat", "knowledge-mcts"),
    ("threat", "heuristic-mcts"),
    ("engine", "alphazero"),
    ("engine", "alphazero:network=line"),
)
"""The paper's two methods; then better ones of either kind."""


def minimax_v_mcts(run: Run) -> Sequence[str]:
    """Play each pair at the same time a move."""
    games = run.games(100, quick=2, what="games of each match")
    limits = Limits(time=0.05 if run.quick else 0.5)
    rows: list[list[object]] = []
    for minimax, mcts in run.some(PAIRS, 1, "pairs"):
        found = match(run, minimax, mcts, "gomoku", games, limits)
        rows.append([f"`{minimax}` against `{mcts}`", *found.cells()])
    run.say(
        "The paper concludes that minimax suits Gomoku better than Monte-Carlo tree search, from "
        "the games of its two agents against other engines."
    )
    run.table(f"Minimax against MCTS, {limits.time:g} s a move", ("", *COLUMNS), rows)
    return (
        "The paper's agents never met; here they do, with the same time.",
        "`threat` is limited to fours in its search for threats; the paper's also tries moves that "
        "make a three. `knowledge-mcts` grows a tree; the paper's counts playouts for each move of "
        "the root.",
        "The last two pairs are ours: a learned evaluation on both sides.",
        MARGIN_SAYS,
    )


if __name__ == "__main__":
    run_experiment(minimax_v_mcts)

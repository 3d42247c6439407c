"""Counting the states that a search visits for the first move."""

from __future__ import annotations

from experiments.experiment import Run

import inarow

MOST = 30_000_000
"""States after which a search is given up in a whole run."""


def most(run: Run) -> int:
    """States after which a search is given up in this run."""
    return MOST // 100 if run.quick else MOST


def given_up(run: Run) -> str:
    """The deviation that comes of it."""
    return f"A search that has not ended after {most(run):,} states is shown as such."


def nodes_of(run: Run, spec: str, board: str) -> int | None:
    """The states that a player visits on the empty board; None if there are too many."""

    def count() -> int | None:
        game = inarow.load_game(board)
        player = inarow.load_player(spec, game, seed=run.seed)
        found = player.act(game.new_initial_state(), inarow.Limits(nodes=most(run)))
        return found.stats["nodes"] if found.stats["proven"] else None

    return run.part(f"{spec} on {board}", count)  # type: ignore[no-any-return]


def counted(states: int | None) -> str:
    """The number of states in a table."""
    return "not ended" if states is None else f"{states:,}"

"""Counting the states that a search visits for the first move."""

from __future__ import annotations

from experiments.experiment import Run
from experiments.nxn.as_in_paper import AsInPaper, GivenUp

import inarow

MOST = 30_000_000
"""States after which a search is given up in a whole run."""


def most(run: Run) -> int:
    """States after which a search is given up in this run."""
    return MOST // 100 if run.quick else MOST


def most_visits(run: Run, search: str) -> int:
    """Visits after which a search in Python is given up: the paper's minimax has 51,562,425."""
    most = 52_000_000 if search == MINIMAX else 8_000_000
    return run.count(most, quick=100_000, what=f"visits of {search} after which it is given up")


def deviations(run: Run) -> tuple[str, ...]:
    """What all of these do otherwise than the paper."""
    return (
        "A search that has not ended is shown as such: one of our players after "
        f"{most(run):,} states, one as in the paper after {most_visits(run, MINIMAX):,} visits of "
        f"minimax or {most_visits(run, WITH_CACHE):,} of alpha-beta.",
        "The searches as in the paper are `experiments/nxn/as_in_paper.py`. The paper does not "
        "print the evaluation that orders the moves: ours counts, for each line of k cells through "
        "a cell, ten times as much for each stone of the one side that has some.",
        "The paper counts each arrival at a position, also at one that was there before; so do the "
        "rows as in the paper. The rows of our players count each position once.",
    )


def nodes_of(run: Run, spec: str, board: str) -> int | None:
    """The states that a player visits on the empty board; None if there are too many."""

    def count() -> int | None:
        game = inarow.load_game(board)
        player = inarow.load_player(spec, game, seed=run.seed)
        found = player.act(game.new_initial_state(), inarow.Limits(nodes=most(run)))
        return found.stats["nodes"] if found.stats["proven"] else None

    return run.part(f"{spec} on {board}", count)  # type: ignore[no-any-return]


MINIMAX, WITHOUT_CACHE, WITH_CACHE, DEEPENING = (
    *("minimax", "alpha-beta without a cache", "alpha-beta with a cache"),
    "iterative deepening",
)
"""The paper's searches."""
WHOLE = 400
"""Plies, more than any of these boards has cells."""


def visits_of(run: Run, search: str, board: str) -> int | None:
    """The visits of one of the paper's searches on the empty board; None if there are too many."""

    def count() -> int | None:
        searcher = AsInPaper(board, search != WITHOUT_CACHE, most_visits(run, search))
        try:
            if search == MINIMAX:
                searcher.minimax()
            elif search == DEEPENING:
                searcher.deepening()
            else:
                searcher.alphabeta(WHOLE)
        except GivenUp:
            return None
        return searcher.visits

    return run.part(f"as in the paper: {search} on {board}", count)  # type: ignore[no-any-return]


def counted(states: int | None) -> str:
    """The number of states in a table."""
    return "not ended" if states is None else f"{states:,}"

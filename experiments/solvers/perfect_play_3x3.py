"""Solvers' table 5.1: every method against a perfect player on 3 x 3."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from experiments.experiment import Run, run_experiment
from experiments.matches import spec_of, train

import inarow
from inarow.solving import solve
from inarow.spec import Value

GAME = inarow.load_game("tictactoe")

# The paper's row of each of our players: wins, draws and losses of 100 games.
PAPER = {
    "tabular": "0 50 50",
    "td": "0 50 50",
    "shared-mcts": "0 50 50",
    "mcts:sims=2000": "1 0 99",
    "negamax:depth=10": "0 100 0",
}
PLAYERS = (
    *("tabular", "td", "shared-mcts", "mcts:sims=2000", "negamax:depth=10", "minimax"),
    *("alphabeta", "cached", "deepening", "threat", "knowledge-mcts", "heuristic-mcts"),
    *("alphazero:sims=1", "alphazero", "engine"),
)
"""The third to the fifth are as in the paper, with its numbers."""

AS_IN_PAPER: dict[str, dict[str, Value]] = {
    "tabular": {"preset": "paper", "games": 50_000},
    "td": {"preset": "paper", "games": 10_000},
    "shared-mcts": {"games": 1_000},
}
"""The paper's learners, trained as it says, with the signs right; it names no number of games."""


@cache
def perfect_moves(history: tuple[int, ...]) -> tuple[int, ...]:
    """Every move that keeps the value of a position."""
    solution = solve(GAME.state_from(history), mb=1)
    assert solution is not None
    return solution.best


def play(player: inarow.Player, side: int, rng: random.Random) -> inarow.State:
    """One game of a player on a side; the perfect player chooses among perfect moves at random."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == side:
            state.apply_action(player.act(state).action)
        else:
            state.apply_action(rng.choice(perfect_moves(tuple(state.history()))))
    return state


def play_side(spec: str, side: int, games: int, seed: int) -> dict[str, Any]:
    """Wins, draws and losses of a player on a side, and how many games were different."""
    player, rng = inarow.load_player(spec, GAME, seed=seed), random.Random(f"{seed} {side}")
    states = [play(player, side, rng) for _ in range(games)]
    results = [state.player_return(side) for state in states]
    return {
        "results": [results.count(result) for result in (1.0, 0.0, -1.0)],
        "distinct": len({tuple(state.history()) for state in states}),
    }


def perfect_play(run: Run) -> Sequence[str]:
    """Play every player on both sides."""
    games = run.games(2000, quick=20, what="games of each player") // 2
    rows = []
    for name, settings in AS_IN_PAPER.items():
        folder = train(run, name, name, "tictactoe", evaluate_every=0, **settings)
        shown = f"{name}, trained as in the paper"
        rows.append([shown, *_cells(run, spec_of(name, file=folder), shown, games)])
    lost = 0
    for spec in PLAYERS:
        cells = _cells(run, spec, spec, games)
        rows.append([f"`{spec}`", *cells])
        lost += sum(int(str(cells[side]).split()[2]) for side in (1, 3))
    run.say(
        "In the paper tabular learning, TD and shared MCTS lose half of their games against a "
        "perfect player on 3 x 3, and MCTS loses 99 of 100 and wins one. No player can beat "
        "perfect play there, and each of these methods can learn never to lose: both are faults of "
        "that implementation."
    )
    columns = (
        "player",
        "paper: W D L of 100",
        "first: W D L",
        "distinct",
        "second: W D L",
        "distinct",
    )
    run.table("Against a perfect player", columns, rows)
    bound = 1 - 0.05 ** (1 / games)
    run.say(
        f"Games lost by our players: {lost}. No loss in {games} games bounds the chance of a loss "
        f"at {bound:.2%} (95 %) if all games are different; the table says how many were. TD as in "
        "the paper has one weight for each line and looks one ply ahead, which cannot say what "
        "matters: no weights that were tried play without a loss. With n-tuples it does."
    )
    return (
        "The perfect player chooses at random among all moves that keep the value, so that games "
        "differ.",
        "`tabular`, `td` and `alphazero` play with the weights that come with inarow; "
        "`shared-mcts` starts with an empty graph that grows over its games.",
        "Trained as in the paper: "
        + "; ".join(
            f"{name}, {settings['games']:,} games" for name, settings in AS_IN_PAPER.items()
        )
        + ". The paper names no numbers for this board.",
    )


def _cells(run: Run, spec: str, name: str, games: int) -> list[object]:
    """The paper's result, then results and distinct games of each side."""
    cells: list[object] = [PAPER.get(name.partition(",")[0], "")]
    for side, shown in enumerate(("first", "second")):
        found = run.part(f"{name}, moving {shown}", partial(play_side, spec, side, games, run.seed))
        cells += [" ".join(map(str, found["results"])), found["distinct"]]
    return cells


if __name__ == "__main__":
    run_experiment(perfect_play)

"""NxN's third chart: timed deepening against a random player, by board size."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from experiments.experiment import Run, points, run_experiment
from experiments.page import Chart

import inarow
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval

BOARDS = (*(f"{n}x{n}x{n}" for n in range(3, 10)), "10x10x5", "15x15x5")
SECONDS = 0.25
SIDES = ("moving first", "moving second")


def play(board: str, side: int, seed: int) -> tuple[inarow.State, float]:
    """One game of deepening on a side, and the seconds of its longest move."""
    game = inarow.load_game(board)
    players = [inarow.load_player("random", game, seed)] * 2
    players[side] = inarow.load_player("deepening", game, seed)
    state, longest = game.new_initial_state(), 0.0
    while not state.is_terminal():
        mover = state.current_player()
        started = time.perf_counter()
        action = players[mover].act(state, inarow.Limits(time=SECONDS)).action
        if mover == side:
            longest = max(longest, time.perf_counter() - started)
        state.apply_action(action)
    return state, longest


def play_side(board: str, side: int, games: int, first_seed: int) -> dict[str, Any]:
    """Wins, draws and losses of deepening, how many games were different, and its longest move."""
    played = [play(board, side, first_seed + number) for number in range(games)]
    states = [state for state, _ in played]
    results = [state.player_return(side) for state in states]
    return {
        "results": [results.count(result) for result in (1.0, 0.0, -1.0)],
        "distinct": len({tuple(state.history()) for state in states}),
        "longest": round(max(seconds for _, seconds in played), 3),
    }


def deepening_v_random(run: Run) -> Sequence[str]:
    """Play all boards."""
    games = run.games(25 * 2, quick=2, what="games on each board") // 2
    boards = run.some(BOARDS, 2, "boards")
    rows: list[list[object]] = []
    shares, bands, lost = {}, {}, 0
    for side, name in enumerate(SIDES):
        played = [
            run.part(f"{board}, {name}", partial(play_side, board, side, games, run.seed))
            for board in boards
        ]
        found = [Counts(*each["results"]) for each in played]
        lost += sum(counts.losses for counts in found)
        rows.append([f"ours, {name}", *(f"{c.wins} {c.draws} {c.losses}" for c in found)])
        rows.append(["points, 95 %", *map(points, found)])
        rows.append(["distinct", *(each["distinct"] for each in played)])
        rows.append(["longest move", *(f"{each['longest']:.3f} s" for each in played)])
        shares[name] = [counts.wins / counts.games for counts in found]
        bands[name] = [score_interval(Counts(c.wins, 0, c.games - c.wins)) for c in found]
    run.say(
        "The paper shows the wins of iterative deepening, 0.25 s a move, against a random player: "
        "25 games on each side, k = N = 3 to 9. Its agent never lost, and could not play larger "
        "boards."
    )
    run.table("Wins, draws and losses", ("", *boards), rows)
    run.chart(Chart("wins", "Share of games won against random", boards, shares, "won", bands))
    run.say(
        f"Games lost: {lost}. With k = N a single stone blocks a line, and a search that expects "
        "the best defence does not try to profit from a bad one: hence the draws on the middle "
        "sizes."
    )
    return (
        "Five in a row on 10 x 10 and 15 x 15 is ours.",
        "The paper's implementation is in Python and searches far fewer positions in the same "
        "time.",
        "The time limit makes the games depend on the machine. No game is lost on time here: the "
        "table says how long the longest move took.",
    )


if __name__ == "__main__":
    run_experiment(deepening_v_random)

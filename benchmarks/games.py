"""The ground floor: playouts, the Python interface and perft."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

import inarow
from benchmarks.timing import Row, Work, compare

PAIRS = (("tictactoe", "tic_tac_toe"), ("gomoku", "gomoku"), ("ultimate", "ultimate_tic_tac_toe"))


def playouts() -> Iterator[Row]:
    """Whole random games: ours in the core, OpenSpiel's driven from Python."""
    for spec, peer_spec in PAIRS:
        state = inarow.load_game(spec).new_initial_state()
        yield compare(
            f"random playouts, {spec}",
            "games/s",
            100,
            state.random_playouts,
            "OpenSpiel from Python",
            _random_games(pyspiel.load_game(peer_spec)),
        )


def _random_games(game: Any) -> Work:
    choice = random.Random(1).choice

    def play(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))

    return play


def python_loop() -> Iterator[Row]:
    """The same Python loop over both interfaces; OpenSpiel's ultimate needs two steps a move."""
    for spec, peer_spec in PAIRS:
        yield compare(
            f"Python loop, {spec}",
            "games/s",
            3,
            _stepped_games(inarow.load_game(spec)),
            "OpenSpiel, same loop",
            _stepped_games(pyspiel.load_game(peer_spec)),
        )


def _stepped_games(game: Any) -> Work:
    """32 different games without a random generator, whose cost would blur the ratio."""

    def play(games: int) -> None:
        for number in range(games):
            turn = number % 32
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[turn % len(actions)])

    return play


def perft() -> Iterator[Row]:
    """Ultimate's perft in one thread against the plain way: copy the board, visit every leaf."""
    state = inarow.load_game("ultimate").new_initial_state()
    fast_depth, plain_depth = 8, 6
    yield compare(
        "perft of ultimate, one thread",
        "leaves/s",
        3,
        lambda times: [state.perft(fast_depth) for _ in range(times)],
        "copying the board, no bulk",
        lambda times: [state._plain_perft(plain_depth) for _ in range(times)],
        our_units=state.perft(fast_depth).leaves,
        peer_units=state.perft(plain_depth).leaves,
    )


def census() -> Iterator[str]:
    """All reachable states of the games whose counts are published."""
    for spec in ("3x3x3", "4x3x3", "4x4x3", "4x4x4"):
        counts = inarow.load_game(spec).new_initial_state().census()
        yield (
            f"{spec}: {counts.states:,} states, {counts.classes:,} up to symmetry, "
            f"{counts.games:,} games"
        )

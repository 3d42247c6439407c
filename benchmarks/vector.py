"""Many games at once, with planes and masks: moves per second on one core."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import inarow
from benchmarks.timing import Row, Work, compare

GAMES_AT_ONCE = 256

# The ratio we promise against the same moves on single states.
SINGLES = (("tictactoe", 10), ("gomoku", 8), ("ultimate", 10))


def vector() -> Iterator[Row]:
    """Random moves: a vector against single states, and against the environments."""
    for spec, target in SINGLES:
        yield _row(spec, target, "a loop over states", _single_states(spec), 1)
    spec = "gomoku"
    yield _row(spec, 50, "PettingZoo", _agents(inarow.env(spec)), 1)
    yield _row(spec, 10, "PettingZoo, unwrapped", _agents(inarow.env(spec).unwrapped), 1)
    for copy in (True, False):
        envs = inarow.vector_env(spec, GAMES_AT_ONCE, copy=copy)
        envs.reset(seed=1)
        name = "Gymnasium" if copy else "Gymnasium, copy=False"
        yield _row(spec, 1, name, _steps(envs), GAMES_AT_ONCE)


def _row(spec: str, target: float, peer_name: str, peer: Work, peer_units: int) -> Row:
    ours = _steps(inarow.vector(spec, GAMES_AT_ONCE, seed=1))
    name = f"vector of {GAMES_AT_ONCE}, {spec}"
    return compare(
        name,
        "moves/s",
        target,
        ours,
        peer_name,
        peer,
        our_units=GAMES_AT_ONCE,
        peer_units=peer_units,
    )


def _steps(games: Any) -> Work:
    def play(steps: int) -> None:
        for _ in range(steps):
            games.step(games.random_actions())

    return play


def _single_states(spec: str) -> Work:
    choice = random.Random(1).choice
    game = inarow.load_game(spec)

    def play(moves: int) -> None:
        state = game.new_initial_state()
        for _ in range(moves):
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(choice(state.legal_actions()))
            if state.is_terminal():
                state = game.new_initial_state()

    return play


def _agents(env: Any) -> Work:
    choice = random.Random(1).choice
    env.reset()

    def play(moves: int) -> None:
        for _ in range(moves):
            observation, _, terminated, _, _ = env.last()
            if terminated:
                env.reset()
                observation, *_ = env.last()
            env.step(choice(observation["action_mask"].nonzero()[0]))

    return play

"""The batched search: leaves of one game or of many, evaluated by a Python function."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import inarow
from inarow import _core

Array = NDArray[np.float32]
GAMES = ["tictactoe", "6x7x4", "gomoku", "ultimate"]


def states_of(game: inarow.Game, count: int, plies: int = 0, seed: int = 1) -> list[inarow.State]:
    """Positions after random moves that are not over."""
    rng = np.random.default_rng(seed)
    states: list[inarow.State] = []
    while len(states) < count:
        state = game.new_initial_state()
        for _ in range(plies):
            if not state.is_terminal():
                state.apply_action(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            states.append(state)
    return states


class Evaluator:
    """Prefers the centre, and finds all positions even; notes the batches that it gets."""

    def __init__(self, game: inarow.Game, pause: float = 0.0) -> None:
        rows, columns = np.mgrid[: game.rows, : game.columns]
        far = np.hypot(rows - (game.rows - 1) / 2, columns - (game.columns - 1) / 2)
        self.logits: Array = (-far).astype(np.float32).ravel()
        self.pause = pause
        self.batches: list[Array] = []

    def __call__(self, planes: Array) -> tuple[Array, Array]:
        self.batches.append(planes)
        time.sleep(self.pause)
        return np.tile(self.logits, (len(planes), 1)), np.zeros(len(planes), np.float32)


def decide(search: _core.BatchedSearch, states: list[Any], evaluate: Any, **limits: Any) -> Any:
    """Decisions within limits."""
    given = {"seconds": None, "nodes": None, "sims": None, "depth": None, **limits}
    return search.decide(states, evaluate, **given)


@pytest.mark.parametrize("spec", GAMES)
def test_planes_are_those_of_the_states(spec: str) -> None:
    game = inarow.load_game(spec)
    states = states_of(game, 5, plies=3)
    search = _core.batched_search(states[0], 1, games=5, batch=8)
    evaluate = Evaluator(game)
    decide(search, states, evaluate, sims=1)
    roots = evaluate.batches[0]
    assert roots.dtype == np.float32
    for state, planes in zip(states, roots, strict=False):
        np.testing.assert_array_equal(planes, state.observation_tensor())


@pytest.mark.parametrize("spec", GAMES)
def test_decisions_of_many_games(spec: str) -> None:
    game = inarow.load_game(spec)
    states = states_of(game, 20, plies=2)
    search = _core.batched_search(states[0], 1, games=20, batch=64, c=1.5)
    evaluate = Evaluator(game)
    found = decide(search, states, evaluate, sims=60)
    assert len(found) == 20
    for state, decision in zip(states, found, strict=True):
        assert decision["action"] in state.legal_actions()
        assert decision["sims"] == 60 or decision["proven"]
        assert sum(visits for _, visits, _, _ in decision["moves"]) == decision["sims"]
        assert sum(prior for _, _, prior, _ in decision["moves"]) == pytest.approx(1, abs=1e-4)
    again = _core.batched_search(states[0], 1, games=20, batch=64, c=1.5)
    for one, other in zip(found, decide(again, states, evaluate, sims=60), strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_64_leaves_in_flight_on_one_game_and_on_many() -> None:
    game = inarow.load_game("gomoku")
    for count in (1, 100):
        search = _core.batched_search(game.new_initial_state(), 1, games=count, batch=64, mb=2)
        evaluate = Evaluator(game, pause=0.001)
        decide(search, states_of(game, count, plies=4), evaluate, sims=6400 // count)
        sizes = [len(batch) for batch in evaluate.batches]
        assert max(sizes) == 64
        assert np.mean(np.array(sizes) == 64) > 0.85


def test_a_slow_evaluator_does_not_keep_stop_waiting() -> None:
    game = inarow.load_game("gomoku")
    search = _core.batched_search(game.new_initial_state(), 1, games=2, batch=32)
    evaluate = Evaluator(game, pause=0.02)
    found: list[Any] = []
    states = states_of(game, 2)
    thread = threading.Thread(target=lambda: found.extend(decide(search, states, evaluate)))
    thread.start()
    while len(evaluate.batches) < 3:
        time.sleep(0.001)
    asked = len(evaluate.batches)
    search.stop()
    thread.join()
    assert len(evaluate.batches) <= asked + 2  # the batch that ran, and one that began meanwhile
    assert all(decision["action"] in states[0].legal_actions() for decision in found)


def test_two_threads_take_turns_on_one_search() -> None:
    game = inarow.load_game("tictactoe")
    start = game.new_initial_state()
    search = _core.batched_search(start, 1, games=1, batch=4)
    evaluate = Evaluator(game)
    found: list[Any] = []

    def search_often() -> None:
        for _ in range(30):
            found.extend(decide(search, [start], evaluate, sims=40))

    threads = [threading.Thread(target=search_often) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 60
    assert len({decision["action"] for decision in found}) == 1


def test_errors_of_the_evaluator_come_out() -> None:
    game = inarow.load_game("gomoku")
    start = game.new_initial_state()
    search = _core.batched_search(start, 1, games=1, batch=16)
    good = Evaluator(game)

    def broken(planes: Array) -> tuple[Array, Array]:
        raise ZeroDivisionError("of the network")

    def shifted(planes: Array) -> tuple[Array, Array]:
        logits, values = good(planes)
        return logits[:, 1:], values

    def no_number(planes: Array) -> tuple[Array, Array]:
        logits, values = good(planes)
        return logits, values + np.float32("nan")

    with pytest.raises(ZeroDivisionError, match="of the network"):
        decide(search, [start], broken, sims=100)
    with pytest.raises(ValueError, match="shape"):
        decide(search, [start], shifted, sims=100)
    with pytest.raises(ValueError, match="not a number"):
        decide(search, [start], no_number, sims=100)
    with pytest.raises(TypeError, match="two arrays"):
        decide(search, [start], lambda planes: 1, sims=100)
    assert decide(search, [start], good, sims=100)[0]["sims"] == 100


def test_wrong_arguments_are_refused() -> None:
    game = inarow.load_game("tictactoe")
    start = game.new_initial_state()
    with pytest.raises(ValueError, match="at least 1"):
        _core.batched_search(start, 1, games=0, batch=1)
    with pytest.raises(TypeError, match="no option"):
        _core.batched_search(start, 1, games=1, batch=1, depth=3)
    search = _core.batched_search(start, 1, games=1, batch=1)
    evaluate = Evaluator(game)
    for states in ([], [start, start]):
        with pytest.raises(ValueError, match="number of states"):
            decide(search, states, evaluate, sims=1)
    with pytest.raises(ValueError, match="another game"):
        decide(search, [inarow.load_game("4x4x3").new_initial_state()], evaluate, sims=1)
    with pytest.raises(ValueError, match="over"):
        decide(search, [game.state_from("a1 a2 b1 b2 c1")], evaluate, sims=1)


def test_noise_and_temperature_vary_the_moves() -> None:
    game = inarow.load_game("6x7x4")
    start = game.new_initial_state()

    def played(seed: int, **options: Any) -> int:
        search = _core.batched_search(start, seed, games=1, batch=8, **options)
        return int(decide(search, [start], Evaluator(game), sims=60)[0]["action"])

    assert len({played(seed) for seed in range(12)}) == 1
    assert len({played(seed, temperature=1.0) for seed in range(12)}) > 2
    assert len({played(seed, noise=0.9) for seed in range(12)}) > 1


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = inarow.load_game("gomoku")
    state = game.new_initial_state()
    search = _core.batched_search(state, 1, games=1, batch=8, reuse=True)
    first = decide(search, [state], Evaluator(game), sims=500)[0]
    for action in first["pv"][:2]:
        state.apply_action(action)
    second = decide(search, [state], Evaluator(game), sims=100)[0]
    assert second["sims"] == 100
    assert sum(visits for _, visits, _, _ in second["moves"]) > 100

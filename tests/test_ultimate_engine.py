"""The ultimate engine and its network, from Python; with random weights."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest
from experiments.engine.late_positions import fault, late_position, playable_cells

import inarow
from inarow import _core
from inarow.players.native import NativePlayer
from tests.golden.ultimate_signature import random_network

GAMES = ["ultimate", "ultimate:tiebreak=boards"]


@pytest.fixture(scope="module")
def network() -> _core.UltimateNetwork:
    return random_network()


def engine(game: inarow.Game, network: _core.UltimateNetwork, threads: int = 1) -> NativePlayer:
    start = game.new_initial_state()
    search = _core.engine(start, 1, mb=4, threads=threads, ultimate_network=network)
    return NativePlayer(game, search)


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize(
    "limits", [{"nodes": 1}, {"time": 0.0001}, {"depth": 1}, {"nodes": 500}, {"left": 1.0}]
)
def test_whole_games_under_any_limit(spec, limits, network):
    game = inarow.load_game(spec)
    player = engine(game, network, threads=2)
    state = game.new_initial_state()
    while not state.is_terminal():
        decision = player.act(state, inarow.Limits(**limits))
        assert decision.action in state.legal_actions()
        state.apply_action(decision.action)


def test_a_decision_has_lines_moves_and_progress(network):
    game = inarow.load_game("ultimate")
    seen = []
    decision = engine(game, network).analyse(
        game.state_from("e5 e4"), inarow.Limits(nodes=20_000), lines=2, on_progress=seen.append
    )
    assert len(decision.lines) == 2
    assert decision.pv[0] == decision.action == decision.lines[0].pv[0]
    assert sum(move.prior for move in decision.moves) == pytest.approx(1)
    assert seen[-1].depth > 1


def test_the_same_seed_and_nodes_give_the_same_decision(network):
    game = inarow.load_game("ultimate")
    state, limits = game.state_from("e5 e4 d2"), inarow.Limits(nodes=5_000)
    first, second = (engine(game, network, threads).act(state, limits) for threads in (1, 2))
    assert (first.action, first.value, first.pv) == (second.action, second.value, second.pv)


@pytest.mark.parametrize("spec", GAMES)
def test_what_the_shipped_engine_proves_is_true(spec):
    game, rng = inarow.load_game(spec), random.Random(5)
    for _ in range(20):
        state = late_position(game, 14, rng)
        assert playable_cells(state) <= 14
        proven, wrong = fault(state, 1_000_000)
        assert proven
        assert not wrong


def test_both_builds_evaluate_alike(network):
    moves = "e5 e4 d2"
    program = (
        "import inarow; from tests.golden.ultimate_signature import random_network; "
        f"print(random_network().evaluate(inarow.load_game('ultimate').state_from('{moves}')))"
    )
    env = {**os.environ, "INAROW_ISA": "baseline"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    state = inarow.load_game("ultimate").state_from(moves)
    assert float(done.stdout) == network.evaluate(state)


def test_wrong_weights_and_states_are_refused(network):
    shapes = _core.UltimateNetwork.shapes()
    good = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    assert (
        _core.UltimateNetwork(good).evaluate(inarow.load_game("ultimate").new_initial_state()) == 0
    )
    with pytest.raises(ValueError, match="lacks the array"):
        _core.UltimateNetwork({})
    with pytest.raises(ValueError, match=r"head\.0\.weight has a number beyond 1\.98"):
        _core.UltimateNetwork({**good, "head.0.weight": np.full((16, 128), 2, np.float32)})
    with pytest.raises(ValueError, match="not finite"):
        _core.UltimateNetwork({**good, "head.0.bias": np.full(16, np.inf, np.float32)})
    with pytest.raises(TypeError, match="float32"):
        _core.UltimateNetwork({**good, "head.0.bias": np.zeros(16)})
    with pytest.raises(ValueError, match="ultimate only"):
        network.evaluate(inarow.load_game("gomoku").new_initial_state())

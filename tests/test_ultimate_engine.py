"""The ultimate engine and its network, from Python; with random weights."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from experiments.engine.late_positions import fault, late_position, playable_cells

import inarow
from inarow import _core
from inarow.models.ultimate_net import OURS, read_network
from inarow.models.weights import weights_file
from inarow.players.native import NativePlayer
from inarow.time_manager import longest_state_time
from tests.busy_machine import once_within
from tests.golden.ultimate_signature import random_network

GAMES = ["ultimate", "ultimate:tiebreak=boards"]
TASKS = Path("/proc/self/task")
"""An entry for each thread of this process."""


@pytest.fixture(scope="module")
def network() -> _core.UltimateNetwork:
    return random_network()


def engine(game: inarow.Game, network: _core.UltimateNetwork, threads: int = 1) -> NativePlayer:
    start = game.new_initial_state()
    search = _core.engine(start, 1, mb=4, threads=threads, ultimate_network=network)
    return NativePlayer(game, search)


def run(expression, **env):
    """What an expression of this module is in a process of its own, as text."""
    program = f"from tests.test_ultimate_engine import *; print({expression})"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


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


def test_the_table_is_kept_from_move_to_move():
    kept = new = 0
    for spec in GAMES:
        game = inarow.load_game(spec)
        for opening in ("e5 e4 d2", "e5 d4 b2 e4", "a1 b2"):
            state = game.state_from(opening)
            player, other = (inarow.load_player("engine:mb=4", game, seed=1) for _ in range(2))
            for action in player.act(state, inarow.Limits(nodes=50_000)).pv[:2]:
                state.apply_action(action)
            kept += player.act(state, inarow.Limits(depth=8)).stats["nodes"]
            new += other.act(state, inarow.Limits(depth=8)).stats["nodes"]
    assert kept < 0.7 * new


def only_moves(game):
    """Positions of random games with a single legal move."""
    for seed in range(20):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if len(state.legal_actions()) == 1:
                yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("limits", [{"left": 1000.0}, {"time": 1000.0}])
def test_an_only_move_is_not_thought_about(limits, network):
    game = inarow.load_game("ultimate")
    states = list(only_moves(game))
    assert states
    for state in states:
        decision = engine(game, network).act(state, inarow.Limits(**limits))
        assert decision.stats["nodes"] < 1000


def test_a_move_has_its_time_and_a_clock_is_shared_out():
    game = inarow.load_game("ultimate")
    player, state = inarow.load_player("engine:mb=4", game, seed=1), game.state_from("e5 e4 d2")
    assert player.act(state, inarow.Limits(time=0.1)).stats["seconds"] >= 0.1
    most = longest_state_time(state, 1.0, 0.0)
    assert most < 0.5
    clock = inarow.Limits(left=1.0)
    assert once_within(most + 0.01, lambda: player.act(state, clock).stats["seconds"])


def helpers(threads):
    """How many threads a search adds to those of the process, at most, when it reports."""
    counts, before = {0}, len(list(TASKS.iterdir()))
    state = inarow.load_game("ultimate").state_from("e5 e4 d2")
    engine(state.game, random_network(), threads).analyse(
        state,
        inarow.Limits(time=0.2),
        on_progress=lambda _: counts.add(len(list(TASKS.iterdir())) - before),
    )
    return max(counts)


@pytest.mark.skipif(not TASKS.is_dir(), reason="it counts threads as Linux does")
@pytest.mark.parametrize("threads", [1, 3])
def test_as_many_threads_search_as_were_asked_for(threads):
    assert run(f"helpers({threads})") == str(threads - 1)


@pytest.mark.parametrize("spec", GAMES)
def test_what_the_shipped_engine_proves_is_true(spec):
    game, rng = inarow.load_game(spec), random.Random(5)
    for _ in range(20):
        state = late_position(game, 14, rng)
        assert playable_cells(state) <= 14
        proven, wrong = fault(state, 1_000_000)
        assert proven
        assert not wrong


def evaluations():
    """Both networks' values of the positions of random games, one a game, under both rules."""
    networks, found = (read_network(weights_file(OURS)), random_network()), []
    for seed in range(100):
        rng, game = random.Random(seed), inarow.load_game(GAMES[seed % 2])
        state = late_position(game, rng.randrange(5, 82), rng)
        found += [network.evaluate(state) for network in networks]
    return found


def test_both_builds_evaluate_alike():
    values = evaluations()
    assert run("evaluations()", INAROW_ISA="baseline") == str(values)
    assert len(set(values)) > 0.9 * len(values)


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

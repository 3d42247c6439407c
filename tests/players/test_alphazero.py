"""The player alphazero: its network, its parameters, and what it refuses."""

from __future__ import annotations

import math
import shutil
import threading
import time

import numpy as np
import pytest

import inarow
from inarow.models import linenet
from inarow.models.policy_value import find_network
from inarow.models.weights import weights_file

LINE = "alphazero:network=line"
LINENET, ONNX, ULTIMATE = (
    weights_file(name) for name in (linenet.OURS, "9x9x5.alphazero.onnx", "ultimate.ultimatenet")
)


def test_one_simulation_is_the_policy_alone():
    game = inarow.load_game("6x6x4")
    network = find_network("", game).model
    player = inarow.load_player("alphazero", game, seed=1)
    rng = np.random.default_rng(1)
    for plies in range(12):
        state = game.new_initial_state()
        for _ in range(plies):
            if not state.is_terminal():
                state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            continue
        logits, values = network.evaluate(state.observation_tensor()[None].astype(np.float32))
        legal = state.legal_actions()
        decision = player.act(state, inarow.Limits(sims=1))
        assert decision.action == legal[int(np.argmax(logits[0][legal]))]
        assert decision.value == pytest.approx(float(values[0]), abs=1e-6)
        assert sum(decision.policy.values()) == pytest.approx(1, abs=1e-4)
        assert [move.prior for move in decision.moves] == sorted(
            (move.prior for move in decision.moves), reverse=True
        )


def test_one_simulation_of_the_line_network_is_its_policy_alone():
    """It overlooks a win in one: neither rules nor a search for fours help it."""
    game = inarow.load_game("gomoku")
    network = linenet.read_network(weights_file(linenet.OURS))
    player = inarow.load_player(LINE, game, seed=1)
    for moves in ("", "h8 i9 j8 h10 i7 k8 g9 h9", "a1 h8 a2 h9 a3 h10 a4 o15"):
        state = game.state_from(moves)
        value, policy = network.evaluate(state)
        decision = player.act(state, inarow.Limits(sims=1))
        best = max(logit for _, logit in policy)
        assert dict(policy)[decision.action] == best
        assert decision.value == pytest.approx(math.tanh(value / 400))
        assert decision.stats["proven"] is None
        assert decision.stats["sims"] == 1
        assert set(decision.policy) == set(state.legal_actions())
        assert sum(decision.policy.values()) == pytest.approx(1)
        shares = sorted(decision.policy.values(), reverse=True)
        assert [move.prior for move in decision.moves] == shares
        odds = math.log(shares[0] / shares[-1]) * 100
        assert odds == pytest.approx(best - min(logit for _, logit in policy))
    # By the tree, the priors of one simulation are the same policy.
    searched = player.act(state, inarow.Limits(sims=2))
    assert searched.stats["proven"] == "win"


def test_the_bare_line_policy_draws_moves_by_the_temperature():
    game = inarow.load_game("gomoku")
    state = game.state_from("h8 i9 j8 h10")
    chosen = set()
    for seed in range(30):
        player = inarow.load_player(f"{LINE},sims=1,temperature=1", game, seed=seed)
        decisions = [player.act(state) for _ in range(2)]
        assert decisions[0].action == decisions[1].action == decisions[0].pv[0]
        chosen.add(decisions[0].action)
    assert len(chosen) > 1


@pytest.mark.parametrize("name", ["6x6x4.alphazero.onnx", ""])
def test_network_takes_a_file_of_this_learner(name, tmp_path):
    """It is the same as file=, also by a path."""
    game = inarow.load_game("6x6x4")
    if not name:
        shutil.copy(weights_file("6x6x4.alphazero.onnx"), tmp_path / "model.onnx")
    decisions = [
        inarow.load_player(f"alphazero:sims=32,{key}={name or tmp_path}", game, seed=1).act(
            game.new_initial_state()
        )
        for key in ("file", "network")
    ]
    assert decisions[0].policy == decisions[1].policy
    assert decisions[0].value == decisions[1].value


def test_all_players_of_a_file_share_one_session():
    game = inarow.load_game("6x6x4")
    one, other = (find_network(name, game).model for name in ("", "6x6x4.alphazero.onnx"))
    assert one is other
    assert find_network("", game, threads=2).model is not one


def test_visits_priors_and_values_are_told():
    game = inarow.load_game("6x6x4")
    player = inarow.load_player("alphazero:sims=200", game, seed=1)
    seen = []
    decision = player.analyse(
        game.new_initial_state(), inarow.Limits(time=1.5), on_progress=seen.append
    )
    assert sum(move.visits for move in decision.moves) == decision.stats["sims"]
    assert sum(move.prior for move in decision.moves) == pytest.approx(1, abs=1e-3)
    assert seen
    assert seen[-1].moves


@pytest.mark.parametrize(
    "spec", ["gumbel=8", "symmetry=random", "symmetry=all", "batch=1", "fold=36"]
)
def test_options_of_the_search_play(spec):
    game = inarow.load_game("6x6x4")
    player = inarow.load_player(f"alphazero:sims=64,{spec}", game, seed=1)
    state = game.state_from("c3 c4 d3 d4")
    decisions = [player.act(state) for _ in range(2)]
    assert decisions[0].action == decisions[1].action
    assert decisions[0].stats["sims"] == 64 or decisions[0].stats["proven"]


@pytest.mark.parametrize("spec", ["5x5x4", "9x9x5", "ultimate"])
def test_kept_evaluations_change_only_the_speed(spec):
    """The networks that ship say the same of a position in batches of any size."""
    game = inarow.load_game(spec)
    players = [inarow.load_player(f"alphazero:cache={mb}", game, seed=1) for mb in (0, 1)]
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < 12:
        expected, found = (player.act(state, inarow.Limits(sims=150)) for player in players)
        assert (found.action, found.value) == (expected.action, expected.value)
        assert found.policy == expected.policy
        state.apply_action(found.action)


def test_a_victory_by_fours_is_proven_at_once():
    game = inarow.load_game("gomoku")
    state = game.state_from("h8 i9 j8 h10 i7 k8 g9 h9")
    for vcf, proven in ((0, None), (100, "win")):
        player = inarow.load_player(f"{LINE},sims=2,vcf={vcf}", game, seed=1)
        assert player.act(state).stats["proven"] == proven


def test_stop_answers_within_a_batch():
    game = inarow.load_game("6x6x4")
    player = inarow.load_player("alphazero", game, seed=1)
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(player.act(game.new_initial_state(), inarow.Limits(time=600)))
    )
    thread.start()
    time.sleep(0.2)
    player.stop()
    thread.join(30)
    assert answers[0].action in range(36)


@pytest.mark.parametrize(
    ("game", "spec", "sentence"),
    [
        ("6x6x4", LINE, "network=line is for five in a row from 8 x 8 up, not for 6x6x4"),
        ("gomoku", "alphazero:network=none", "network=none is for engine"),
        ("6x6x4", f"alphazero:network={LINENET}", "is for five in a row from 8 x 8 up, not for"),
        ("7x7x5", f"alphazero:network={LINENET}", "is for five in a row from 8 x 8 up, not for"),
        ("ultimate", f"alphazero:network={LINENET}", "is for five in a row from 8 x 8 up, not for"),
        ("ultimate", f"engine:network={LINENET}", "is not an ultimate network: it is a line netw"),
        ("ultimate", f"engine:network={ONNX}", "is not an ultimate network: it is a network in O"),
        ("gomoku", f"engine:network={ONNX}", "is not a line network: it is a network in ONNX"),
        ("gomoku", f"engine:network={ULTIMATE}", "is not a line network: it is an ultimate netw"),
        ("ultimate", f"alphazero:network={ULTIMATE}", "an ultimate network, with which only engi"),
        ("gomoku", "alphazero:network=/nowhere", "/nowhere cannot be read"),
        ("gomoku", f"alphazero:network={__file__}", "is damaged, or not a network of inarow"),
        ("gomoku", f"alphazero:network={ONNX},file={ONNX}", "file and network both name a networ"),
        ("ultimate", f"alphazero:network={ONNX}", "does not fit ultimate"),
        ("gomoku", f"{LINE},file=/nowhere,gumbel=8", "file is not for the line network of netwo"),
        ("gomoku", f"{LINE},gumbel=8", "gumbel is not for the line network of network=line"),
        ("gomoku", f"{LINE},symmetry=all", "symmetry is not for the line network"),
        ("gomoku", f"{LINE},batch=8", "batch is not for the line network"),
        ("gomoku", f"{LINE},threads=2", "threads is not for the line network"),
        ("gomoku", f"{LINE},cache=0", "cache is not for the line network"),
        ("gomoku", "alphazero:file=6x6x4.alphazero.onnx", "a network for 6x6x4, .* not fit gomoku"),
        ("ultimate", "alphazero:file=6x6x4.alphazero.onnx", "does not fit ultimate"),
        ("6x6x4", "alphazero:file=gomoku.linenet", "not a network of inarow"),
        ("6x6x4", "alphazero:file=nowhere", "nowhere cannot be read"),
        ("6x6x4", "alphazero:sims=0", "sims=0 is out of range"),
        ("6x6x6", "alphazero", "alphazero has no weights for 6x6x6: learn them by inarow train"),
    ],
)
def test_what_does_not_fit_is_one_sentence(game, spec, sentence):
    with pytest.raises(inarow.InarowError, match=sentence):
        inarow.load_player(spec, inarow.load_game(game))


def test_another_board_is_noted():
    game = inarow.load_game("7x7x4")
    assert inarow.load_player("alphazero", game).note.startswith("Uses weights learned")


def test_a_damaged_file_is_refused(tmp_path):
    content = bytearray(weights_file("6x6x4.alphazero.onnx").read_bytes())
    content[len(content) // 2] ^= 1
    path = tmp_path / "model.onnx"
    path.write_bytes(bytes(content))
    with pytest.raises(inarow.BadFile, match="damaged"):
        inarow.load_player(f"alphazero:file={path}", inarow.load_game("6x6x4"))

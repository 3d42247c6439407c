"""The player dqn: the network alone, two plies, and what it refuses."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

import inarow
from inarow.models.q_values import find_q_network
from tests.exhaustive import is_safe

TICTACTOE = inarow.load_game("tictactoe")


def some_states(count):
    rng = random.Random(1)
    while count:
        state = TICTACTOE.new_initial_state()
        for _ in range(rng.randrange(7)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            yield state
            count -= 1


def test_the_network_alone_never_loses_at_tictactoe():
    assert is_safe(inarow.load_player("dqn", TICTACTOE), TICTACTOE)


def test_it_plays_the_largest_value_of_a_legal_move():
    network, player = find_q_network("", TICTACTOE).model, inarow.load_player("dqn", TICTACTOE)
    for state in some_states(20):
        values = network.evaluate(state.observation_tensor()[None])[0][0]
        legal = state.legal_actions()
        decision = player.act(state)
        assert decision.action == legal[int(values[legal].argmax())]
        assert decision.value == pytest.approx(values[legal].max())
        assert [move.value for move in decision.moves] == sorted(
            (float(values[action]) for action in legal), reverse=True
        )
        assert decision.stats["nodes"] == 1


def test_two_plies_are_the_best_replies_and_exact_ends():
    network = find_q_network("", TICTACTOE).model
    player = inarow.load_player("dqn:depth=2", TICTACTOE)
    for state in some_states(20):
        found = {move.action: move.value for move in player.act(state).moves}
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            if child.is_terminal():
                assert found[action] == child.returns()[state.current_player()]
                continue
            values = network.evaluate(child.observation_tensor()[None])[0][0]
            assert found[action] == pytest.approx(-values[child.legal_actions()].max(), abs=1e-6)
    limited = player.act(TICTACTOE.new_initial_state(), inarow.Limits(depth=1))
    assert limited.stats["depth"] == 1


def test_playing_needs_no_pytorch():
    script = (
        "import sys; sys.modules['torch'] = None; import inarow; "
        "game = inarow.load_game('9x9x5'); state = game.new_initial_state(); "
        "players = [inarow.load_player(each, game) for each in ('dqn', 'dqn:depth=2')]; "
        "print([player.act(state).stats['nodes'] for player in players])"
    )
    played = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert played.stdout == "[1, 81]\n", played.stderr


@pytest.mark.parametrize(
    ("spec", "note"),
    [
        ("9x9x5", ""),
        ("gomoku", "Uses weights learned on another board: 9 x 9, 5 in a row."),
        (
            "gomoku:rule=standard",
            "Uses weights learned on another board, with rule=freestyle: 9 x 9, 5 in a row.",
        ),
        ("9x9x5:rule=standard", "Uses weights learned with rule=freestyle: 9 x 9, 5 in a row."),
    ],
)
def test_its_note_names_the_board_and_the_rule_that_it_learned(spec, note):
    assert inarow.load_player("dqn", inarow.load_game(spec)).note == note


def test_networks_of_others_are_refused():
    six = inarow.load_game("6x6x4")
    with pytest.raises(inarow.BadFile, match="has no values of moves"):
        inarow.load_player("dqn:file=6x6x4.alphazero.onnx", six)
    with pytest.raises(inarow.BadFile, match="has no policy: it is a network of dqn"):
        inarow.load_player("alphazero:file=tictactoe.dqn.onnx", TICTACTOE)
    with pytest.raises(inarow.BadFile, match="does not fit"):
        inarow.load_player("dqn:file=tictactoe.dqn.onnx", six)
    with pytest.raises(inarow.BadSpec, match="dqn has no weights for 6x6x4: learn them by"):
        inarow.load_player("dqn", six)


def test_a_finished_game_and_another_game_are_refused():
    player = inarow.load_player("dqn", TICTACTOE)
    with pytest.raises(inarow.GameOver):
        player.act(TICTACTOE.state_from("a1 a2 b1 b2 c1"))
    with pytest.raises(inarow.BadSpec, match="was made for"):
        player.act(inarow.load_game("6x6x4").new_initial_state())


def test_values_are_within_their_bounds():
    for state in some_states(20):
        decision = inarow.load_player("dqn", TICTACTOE).act(state)
        assert all(-1 <= np.float32(move.value) <= 1 for move in decision.moves)

"""The engine on boards of five in a row: what it proves is true, and its limits hold."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow.players import Limits

PROBLEMS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "golden" / "vcf.jsonl").read_text().splitlines()
]
FIVES = [
    problem
    for problem in PROBLEMS
    if getattr(inarow.load_game(problem["game"]), "k", 0) == 5
    and min(inarow.load_game(problem["game"]).rows, inarow.load_game(problem["game"]).columns) >= 8
]


def play(problem):
    state = inarow.load_game(problem["game"]).new_initial_state()
    for action in problem["moves"]:
        state.apply_action(action)
    return state


@pytest.mark.parametrize("problem", FIVES)
def test_victories_by_fours_are_found_and_can_be_replayed(problem):
    state = play(problem)
    player = inarow.load_player("engine:mb=4", state.game, seed=1)
    decision = player.act(state, Limits(nodes=50_000))
    assert decision.stats["proven"] == "win"
    assert decision.value == 1.0
    winner = state.current_player()
    for action in decision.pv:
        state.apply_action(action)
    assert state.is_terminal()
    assert state.winner() == winner


def test_there_are_problems():
    assert len(FIVES) > 40


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["gomoku", "gomoku:size=20,rule=standard", "8x11x5"]),
    st.integers(0, 2**31),
    st.integers(0, 60),
)
def test_it_never_calls_anything_proven_that_is_not(spec, seed, plies):
    """Every answer of the defender to a proven line loses at once, or is the one in the line."""
    game = inarow.load_game(spec)
    state = game.new_initial_state()
    chance = inarow.load_player("greedy", game, seed=seed)
    while state.move_number() < plies and not state.is_terminal():
        state.apply_action(chance.act(state).action)
    if state.is_terminal():
        state.undo_action()
    player = inarow.load_player("engine:mb=4", game, seed=1)
    decision = player.act(state, Limits(nodes=3000))
    assert decision.stats["nodes"] <= 3000
    if decision.stats["proven"] != "win":
        return
    attacker = state.current_player()
    for action in decision.pv:
        if state.current_player() != attacker:
            for other in state.legal_actions():
                if other == action:
                    continue
                defence = state.clone()
                defence.apply_action(other)
                assert not defence.is_terminal()
                assert any(wins(defence, answer) for answer in defence.legal_actions())
        state.apply_action(action)
    assert state.winner() == attacker


def wins(state, action):
    after = state.clone()
    mover = after.current_player()
    after.apply_action(action)
    return after.is_terminal() and after.winner() == mover


def test_several_threads_play_a_game():
    game = inarow.load_game("gomoku:size=9")
    state = game.new_initial_state()
    player = inarow.load_player("engine:mb=8,threads=3", game, seed=1)
    while not state.is_terminal() and state.move_number() < 30:
        state.apply_action(player.act(state, Limits(time=0.05)).action)
    assert state.move_number() >= 9

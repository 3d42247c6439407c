"""The engine on boards of five in a row: what it proves is true, and its limits hold."""

from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow.analysis.threats import find_victory
from inarow.player import Limits
from tests.reference.threats import AttackCheck


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["gomoku", "gomoku:size=20,rule=standard", "8x11x5"]),
    st.integers(0, 2**31),
    st.integers(0, 60),
)
def test_it_never_calls_anything_proven_that_is_not(spec, seed, plies):
    """Its move wins against every defence: the slow check walks the whole tree."""
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

    def oracle(position):
        if position == state:
            return decision.action
        found = find_victory(position, "vct")
        return found.line[0] if found else None

    assert AttackCheck(state, oracle).wins()
    attacker = state.current_player()
    for action in decision.pv:
        state.apply_action(action)
    assert state.winner() == attacker


def test_several_threads_play_a_game():
    game = inarow.load_game("gomoku:size=9")
    state = game.new_initial_state()
    player = inarow.load_player("engine:mb=8,threads=3", game, seed=1)
    while not state.is_terminal() and state.move_number() < 30:
        state.apply_action(player.act(state, Limits(time=0.05)).action)
    assert state.move_number() >= 9

"""What the planes hold, told cell by cell from the slow reference's point of view."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from tests.games import mnk_specs, small_sides, states, ultimate_specs


@settings(max_examples=60)
@given(state=states(mnk_specs(small_sides)), player=st.sampled_from([0, 1]))
def test_mnk_planes(state, player):
    mine = 1 if player == 0 else -1
    board = state.board()
    planes = state.observation_tensor(player=player)
    assert (planes == np.stack([board == mine, board == -mine, board == 0])).all()


@settings(max_examples=60)
@given(state=states(ultimate_specs), player=st.sampled_from([0, 1]))
def test_ultimate_planes(state, player):
    mine = 1 if player == 0 else -1
    board = state.board()
    legal = state.legal_actions_mask().reshape(9, 9)
    cells, mask = state.observation_tensor("paper", player)
    assert (cells == board * mine).all()
    assert (mask == legal).all()

    rich = dict(
        zip(state.game.encodings()["rich"], state.observation_tensor("rich", player), strict=True)
    )
    assert (rich["mine"] == (board == mine)).all()
    assert (rich["theirs"] == (board == -mine)).all()
    assert (rich["legal"] == legal).all()
    local = np.array(state.local_boards()).reshape(3, 3).repeat(3, axis=0).repeat(3, axis=1)
    mine_and_theirs = "XO" if player == 0 else "OX"
    planes = ("boards mine", "boards theirs", "boards drawn")
    for symbol, plane in zip(mine_and_theirs + "=", planes, strict=True):
        assert (rich[plane] == (local == symbol)).all()
    free = not state.is_terminal() and state.forced_board() is None
    assert (rich["free choice"] == float(free)).all()


def test_the_default_view_is_the_player_to_moves():
    state = inarow.load_game("tictactoe").state_from("a1")
    assert (state.observation_tensor() == state.observation_tensor(player=1)).all()
    state.apply_action(1)
    assert (state.observation_tensor() == state.observation_tensor(player=0)).all()


def test_arrays_are_copies():
    state = inarow.load_game("tictactoe").new_initial_state()
    for array in (state.board(), state.observation_tensor(), state.legal_actions_mask()):
        array[...] = 1
    assert not state.board().any()
    assert state.legal_actions_mask().all()
    state.apply_action(0)

"""Game clocks: no move may take what is left, nor all moves together more than there was."""

import math

from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.time_manager import turn_time
from tests.busy_machine import once_within

seconds = st.floats(0.001, 10_000, allow_nan=False)
increments = st.one_of(st.just(0.0), st.floats(0, 60))
cells = st.integers(1, 400)


@given(seconds, increments, st.integers(0, 400), cells)
def test_a_move_takes_less_than_is_left(left, increment, plies, board):
    assert 0 < turn_time(left, increment, plies, board) <= 0.5 * left


@given(seconds, increments, cells, st.integers(0, 1))
def test_a_whole_game_stays_within_its_clock(clock, increment, board, side):
    left, spent = clock, 0.0
    moves = range(side, board, 2)
    for plies in moves:
        time = turn_time(left, increment, plies, board)
        spent += time
        left += increment - time
        assert left > 0
    assert spent <= clock + increment * len(moves)


@given(st.floats(-100, 0), increments)
def test_no_time_left_is_no_time(left, increment):
    assert turn_time(left, increment, 10, 225) == 0


def test_what_is_usual():
    assert turn_time(180, 0, 0, 400) == 6
    # Nearly full boards and long games: fewer moves to keep time for.
    assert turn_time(60, 0, 221, 225) == 30
    assert math.isclose(turn_time(80, 0, 100, 400), 10)
    assert turn_time(10, 1, 0, 225) > turn_time(10, 0, 0, 225)


def test_players_share_out_a_clock():
    game = inarow.load_game("gomoku")
    player = inarow.load_player("threat", game, seed=1)
    state = game.state_from("h8 i9 h10 g7")
    # Its share is about 0.1.
    assert once_within(1.5, lambda: player.act(state, inarow.Limits(left=3.0)).stats["seconds"])
    decision = player.act(state, inarow.Limits(time=0.02, left=1000.0))
    assert decision.stats["seconds"] < 10  # the share alone would be 36
    assert player.act(state, inarow.Limits(left=0.0)).action in state.legal_actions()

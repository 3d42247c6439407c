"""Game clocks: no move may take what is left, nor all moves together more than there was."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.time_manager import longest_state_time, playable_cells, state_time, turn_time
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


def test_the_time_of_a_state_is_that_of_its_plies_on_a_plain_board():
    state = inarow.load_game("gomoku").state_from("h8 i9 h10 g7")
    assert playable_cells(state) == 221
    assert state_time(state, 60, 1) == turn_time(60, 1, 4, 225)


@pytest.mark.parametrize("seed", range(5))
def test_in_ultimate_cells_of_decided_boards_are_not_playable(seed):
    rng = random.Random(seed)
    state = inarow.load_game("ultimate").new_initial_state()
    while not state.is_terminal():
        local = {board: set() for board in range(9)}
        for cell, stone in enumerate(state.board().ravel().tolist()):
            row, column = divmod(cell, 9)
            if stone == 0:
                local[row // 3 * 3 + column // 3].add(cell)
        left = [local[board] for board, result in enumerate(state.local_boards()) if result == "."]
        assert playable_cells(state) == len(set().union(*left))
        assert set(state.legal_actions()) <= set().union(*left)
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("increment", [0.0, 0.05])
def test_a_game_of_ultimate_uses_its_clock_and_stays_within_it(increment):
    """Most of it has been used when the engine knows the result."""
    state = inarow.load_game("ultimate").new_initial_state()
    rng = random.Random(7)
    left, given = 1.0, 1.0
    while not state.is_terminal():
        seconds = state_time(state, left, increment)
        assert 0 < seconds <= longest_state_time(state, left, increment) <= 0.5 * left
        if playable_cells(state) > 20:
            left -= seconds
            at_end = left
            left += increment
            given += increment
        for _ in range(2):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
    assert at_end < 0.2 * given


def test_a_decided_board_makes_the_rest_of_a_game_shorter():
    game = inarow.load_game("ultimate")
    decided, undecided = game.state_from("e5 d4 b2 e4 e2 f4"), game.state_from("e5 d4 b2 e4 e2 d5")
    assert state_time(decided, 1, 0) > state_time(undecided, 1, 0)
    assert turn_time(1, 0, 6, 81) < state_time(undecided, 1, 0)

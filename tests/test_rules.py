"""Every state of random games, on boards of every size, against the slow reference rules."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from tests.games import any_spec, mnk_specs, reference, snapshot, states
from tests.reference.ultimate import Ultimate


def assert_agrees(state, position):
    result = position.result()
    assert state.is_terminal() == (result is not None)
    assert state.returns() == [float(result or 0), -float(result or 0)]
    assert state.legal_actions() == position.moves()
    cells = position.cells() if isinstance(position, Ultimate) else position.cells
    assert state.board().ravel().tolist() == list(cells)
    if result is None:
        player = position.player if isinstance(position, Ultimate) else position.to_move()
        assert state.current_player() == (0 if player == 1 else 1)
    else:
        assert state.current_player() == inarow.TERMINAL


def play_and_compare(spec, randomness, max_checks):
    game = inarow.load_game(spec)
    state, position = game.new_initial_state(), reference(game)
    # The reference is slow: on a large board it looks at some of the states only.
    every = max(1, game.max_game_length() // max_checks)
    assert_agrees(state, position)
    while not state.is_terminal():
        move = randomness.choice(state.legal_actions())
        state.apply_action(move)
        position = position.with_stone(move)
        if state.is_terminal() or state.move_number() % every == 0:
            assert_agrees(state, position)
    assert position.result() is not None
    return state, position


@settings(max_examples=150, deadline=None)
@given(spec=any_spec, randomness=st.randoms(use_true_random=False))
def test_random_games_follow_the_reference(spec, randomness):
    play_and_compare(spec, randomness, max_checks=40)


@settings(max_examples=150, deadline=None)
@given(spec=mnk_specs(st.integers(1, 8)), randomness=st.randoms(use_true_random=False))
def test_winning_line_is_what_the_reference_sees(spec, randomness):
    state, position = play_and_compare(spec, randomness, max_checks=1)
    assert state.winning_line() == position.winning_cells()


@settings(max_examples=100, deadline=None)
@given(state=states())
def test_undo_restores_everything(state):
    actions = state.history()
    trail = []
    while state.history():
        trail.append(snapshot(state))
        state.undo_action()
    assert state.key() == state.game.new_initial_state().key()
    for action in actions:
        state.apply_action(action)
        assert snapshot(state) == trail.pop()


@settings(max_examples=100, deadline=None)
@given(state=states())
def test_invariants(state):
    board = state.board()
    moves = state.move_number()
    assert np.count_nonzero(board) == moves
    assert int(board.sum()) == moves % 2, "turns alternate"
    assert sum(state.returns()) == 0
    legal = state.legal_actions()
    assert legal == sorted(set(legal))
    assert all(board.flat[action] == 0 for action in legal)
    assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
    assert bool(legal) != state.is_terminal()
    assert [a for a in range(state.game.num_distinct_actions()) if state.is_legal(a)] == legal


@settings(max_examples=100, deadline=None)
@given(state=states(), randomness=st.randoms(use_true_random=False))
def test_a_clone_lives_its_own_life(state, randomness):
    before = snapshot(state)
    clone = state.clone()
    assert snapshot(clone) == before
    assert type(clone) is type(state)
    while not clone.is_terminal():
        clone.apply_action(randomness.choice(clone.legal_actions()))
    assert snapshot(state) == before


@settings(max_examples=60, deadline=None)
@given(state=states(), randomness=st.randoms(use_true_random=False))
def test_equal_positions_have_equal_keys_whatever_the_order(state, randomness):
    """Shuffles each side's moves; where that is still a game, it is the same position."""
    history = state.history()
    sides = [history[0::2], history[1::2]]
    # The last move stays, since it names the board that ultimate forces.
    last = [sides[(len(history) - 1) % 2].pop()] if history else []
    for side in sides:
        randomness.shuffle(side)
    mixed = [side.pop() for _ in sides[0] for side in sides if side] + last
    try:
        other = state.game.state_from(mixed)
    except inarow.BadHistory:
        return
    if other.board().tobytes() == state.board().tobytes():
        assert other == state
        assert other.key() == state.key()


def test_overlines_win_free_style_and_not_standard():
    moves = "a1 a3 b1 b3 c1 c3 e1 e3 f1 f3 d1"  # X closes a gap: six in a row
    assert inarow.load_game("7x3x5").state_from(moves).winner() == 0
    standard = inarow.load_game("7x3x5:rule=standard").state_from(moves)
    assert not standard.is_terminal()


def test_standard_six_and_five_at_once_wins_by_the_five():
    # X's last stone makes six along row 1 and exactly five up the d column.
    x = ["a1", "b1", "c1", "e1", "f1", "d2", "d3", "d4", "d5", "d1"]
    o = ["a7", "c7", "e7", "g7", "a6", "c6", "e6", "g6", "a4"]
    moves = [move for pair in zip(x, [*o, ""], strict=True) for move in pair if move]
    state = inarow.load_game("7x7x5:rule=standard").state_from(" ".join(moves))
    assert state.winner() == 0
    names = {state.game.action_to_string(a) for a in state.winning_line()}
    assert names == {"d1", "d2", "d3", "d4", "d5"}


def test_k_longer_than_the_board_is_always_drawn():
    state = inarow.load_game("3x4x5").new_initial_state()
    assert state.random_playouts(1000, seed=1) == (0, 1000, 0)
    assert inarow.load_game("20x20x1000000").new_initial_state().random_playouts(50) == (0, 50, 0)


def test_k_of_one_wins_at_once():
    state = inarow.load_game("1x1x1").state_from("a1")
    assert state.winner() == 0
    assert state.winning_line() == [0]


def test_ultimate_full_local_board_frees_the_opponent():
    game = inarow.load_game("ultimate")
    randomness = random.Random(3)
    seen_free_choice = 0
    for _ in range(50):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(randomness.choice(state.legal_actions()))
            if not state.is_terminal() and state.forced_board() is None:
                seen_free_choice += 1
                open_boards = [b for b, how in enumerate(state.local_boards()) if how == "."]
                boards = {a // 27 * 3 + a % 9 // 3 for a in state.legal_actions()}
                assert boards == set(open_boards)
    assert seen_free_choice > 100


def test_ultimate_tiebreak_gives_the_win_to_more_boards():
    plain, counted = inarow.load_game("ultimate"), inarow.load_game("ultimate:tiebreak=boards")
    randomness = random.Random(5)
    decided = 0
    for _ in range(400):
        state = plain.new_initial_state()
        while not state.is_terminal():
            state.apply_action(randomness.choice(state.legal_actions()))
        boards = state.local_boards()
        lead = boards.count("X") - boards.count("O")
        twin = counted.state_from(state.history())
        if state.winner() is None:
            expected = None if lead == 0 else int(lead < 0)
            assert twin.winner() == expected
            decided += lead != 0
        else:
            assert twin.winner() == state.winner()
    assert decided > 20

"""The rules against OpenSpiel's, an independent implementation, move by move.

Differences that are OpenSpiel's, and how they are met here:
- its ultimate splits a free choice into two actions, first the board and then the cell, so each of
  our actions is compared with the one or two of its own that place the same stone;
- its ultimate has no tie-break by boards, so only the paper's rule is compared;
- its mnk and gomoku know free style only; exact-k is checked against the slow reference alone.
"""

import pyspiel
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from tests.reference.ultimate import grid_cell


def assert_same_end(ours, theirs):
    assert ours.is_terminal() == theirs.is_terminal()
    assert ours.returns() == theirs.returns()
    assert ours.current_player() == theirs.current_player()


def play_both(ours, theirs, randomness):
    while not ours.is_terminal():
        assert_same_end(ours, theirs)
        assert ours.legal_actions() == theirs.legal_actions()
        action = randomness.choice(ours.legal_actions())
        ours.apply_action(action)
        theirs.apply_action(action)
    assert_same_end(ours, theirs)


@settings(max_examples=100)
@given(randomness=st.randoms(use_true_random=False))
def test_tic_tac_toe(randomness):
    theirs = pyspiel.load_game("tic_tac_toe").new_initial_state()
    play_both(inarow.load_game("tictactoe").new_initial_state(), theirs, randomness)


@settings(max_examples=60)
@given(
    m=st.integers(1, 20),
    n=st.integers(1, 20),
    k=st.integers(1, 22),
    randomness=st.randoms(use_true_random=False),
)
def test_mnk(m, n, k, randomness):
    theirs = pyspiel.load_game(f"mnk(m={m},n={n},k={k})").new_initial_state()
    play_both(inarow.load_game(f"{m}x{n}x{k}").new_initial_state(), theirs, randomness)


@settings(max_examples=20)
@given(size=st.integers(5, 19), randomness=st.randoms(use_true_random=False))
def test_gomoku(size, randomness):
    theirs = pyspiel.load_game(f"gomoku(size={size})").new_initial_state()
    play_both(inarow.load_game(f"gomoku:size={size}").new_initial_state(), theirs, randomness)


def openspiel_ultimate_actions(theirs, chooses_board):
    """Each of OpenSpiel's ways to place a stone, by the grid cell it ends on."""
    if not chooses_board:
        board = int(str(theirs).rsplit("Forced board:", 1)[1])
        return {grid_cell(board, cell): [cell] for cell in theirs.legal_actions()}
    return {
        grid_cell(board, cell): [board, cell]
        for board in theirs.legal_actions()
        for cell in theirs.child(board).legal_actions()
    }


@settings(max_examples=40)
@given(randomness=st.randoms(use_true_random=False))
def test_ultimate(randomness):
    ours = inarow.load_game("ultimate").new_initial_state()
    theirs = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state()
    while not ours.is_terminal():
        assert_same_end(ours, theirs)
        ways = openspiel_ultimate_actions(theirs, chooses_board=ours.forced_board() is None)
        assert ours.legal_actions() == sorted(ways)
        action = randomness.choice(ours.legal_actions())
        ours.apply_action(action)
        for step in ways[action]:
            theirs.apply_action(step)
    assert_same_end(ours, theirs)

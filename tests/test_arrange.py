"""Orders of moves for stones that somebody has set up: they lead to just that position."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow.games.arrange import Unreachable, arrange
from inarow.games.arrange_ultimate import board_of, find_order, sent_to
from tests.reference.mnk import Mnk

ROWS = [
    "tictactoe",
    "1x1x1",
    "5x1x2:rule=standard",
    "4x4x3",
    "5x5x2:rule=standard",
    "7x7x3:rule=standard",
    "9x9x4:rule=standard",
    "12x12x2:rule=standard",
    "gomoku",
    "gomoku:size=20,rule=standard",
    "20x20x7",
]


def play(game, chance, plies, *, to_the_end):
    """A random game; wins are avoided as long as there is another move, unless it should end."""
    state = game.new_initial_state()
    while state.move_number() < plies and not state.is_terminal():
        actions = state.legal_actions()
        chance.shuffle(actions)
        for action in actions[:20]:
            state.apply_action(action)
            if to_the_end or not state.is_terminal() or action == actions[:20][-1]:
                break
            state.undo_action()
    return state


def stones_of(state, chance):
    moves = state.history()
    stones = [moves[0::2], moves[1::2]]
    for side in stones:
        chance.shuffle(side)
    return stones


@settings(max_examples=150)
@given(
    st.sampled_from(ROWS), st.integers(0, 2**32), st.integers(0, 400), st.booleans(), st.booleans()
)
def test_stones_in_rows_always_have_an_order(spec, seed, plies, to_the_end, with_last):
    game, chance = inarow.load_game(spec), random.Random(seed)
    state = play(game, chance, plies, to_the_end=to_the_end)
    moves = state.history()
    x, o = stones_of(state, chance)
    last = moves[-1] if with_last and moves else None
    found = arrange(game, x, o, last)
    assert game.state_from(found) == state
    assert last is None or found[-1] == last


@st.composite
def boards(draw):
    """A board, its rule, and stones of two players, dense enough for rows of six and more."""
    rows, columns = draw(st.integers(5, 9)), draw(st.integers(5, 9))
    exact = draw(st.booleans())
    cells = draw(st.permutations(range(rows * columns)))
    if draw(st.booleans()):
        # Rows of one colour: the first player's stones are those with the lowest numbers.
        count = draw(st.integers(0, rows * columns // 3))
        first = draw(st.permutations(sorted(cells[: 2 * count])[:count]))
        second = [cell for cell in cells[: 2 * count] if cell not in first]
    else:
        count = draw(st.integers(0, rows * columns // 2))
        first, second = cells[:count], cells[count : 2 * count]
    if draw(st.booleans()) and len(second) > 0:
        second = second[1:]
    return rows, columns, exact, list(first), list(second)


@given(boards())
def test_stones_of_five_in_a_row_have_an_order_unless_somebody_has_won(board):
    rows, columns, exact, first, second = board
    game = inarow.load_game(f"{columns}x{rows}x5:rule={'standard' if exact else 'freestyle'}")
    cells = [0] * (rows * columns)
    for stone in first:
        cells[stone] = 1
    for stone in second:
        cells[stone] = -1
    result = Mnk(rows, columns, 5, exact, tuple(cells)).result()
    try:
        state = game.state_from(arrange(game, first, second))
    except Unreachable:
        assert result in (1, -1)
        return
    assert sorted(state.history()[::2]) == sorted(first)
    assert sorted(state.history()[1::2]) == sorted(second)
    assert state.is_terminal() == (result is not None)


def test_the_order_of_a_game_is_kept():
    game = inarow.load_game("gomoku")
    moves = game.parse_moves("h8 i9 h10 g7 h9 h7")
    assert arrange(game, moves[::2], moves[1::2]) == moves


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_stones_of_ultimate_mostly_have_an_order(seed, plies):
    """What is found is the same position; that it is nearly always found is tested below."""
    game, chance = inarow.load_game("ultimate"), random.Random(seed)
    state = play(game, chance, plies, to_the_end=True)
    moves = state.history()
    x, o = stones_of(state, chance)
    try:
        found = arrange(game, x, o, moves[-1] if moves else None)
    except Unreachable:
        return
    assert game.state_from(found) == state


def test_an_order_is_found_for_most_positions_of_ultimate():
    game = inarow.load_game("ultimate")
    chance = random.Random(7)
    found = 0
    for _ in range(50):
        state = play(game, chance, 30, to_the_end=True)
        order = find_order(game, stones_of(state, chance), state.history()[-1])
        found += order is not None
    assert found >= 45


def test_where_ultimate_goes_on_depends_on_the_last_stone():
    game = inarow.load_game("ultimate")
    x, o = game.parse_moves("e5 e8"), game.parse_moves("e6")  # e5 sends to the middle, e6 above it
    moves = arrange(game, x, o, x[1])
    assert moves == [x[0], o[0], x[1]]
    assert game.state_from(moves).forced_board() == sent_to(x[1])
    with pytest.raises(Unreachable, match="that ends with e5 was found"):
        arrange(game, x, o, x[0])


@pytest.mark.parametrize("action", range(81))
def test_boards_are_numbered_as_in_the_rules(action):
    state = inarow.load_game("ultimate").new_initial_state()
    state.apply_action(action)
    assert state.forced_board() == sent_to(action)
    assert {board_of(reply) for reply in state.legal_actions()} == {sent_to(action)}


def test_a_stone_that_wins_comes_last():
    game = inarow.load_game("gomoku")
    cross = [*range(0, 5), 15 + 2, 30 + 2, 45 + 2, 60 + 2]  # two rows of five that share cell 2
    o = [100, 105, 110, 130, 135, 140, 160, 165]
    moves = arrange(game, cross, o)
    assert moves[-1] == 2
    assert game.state_from(moves).winner() == 0


def test_a_longer_row_is_put_together_without_a_win():
    game = inarow.load_game("gomoku:rule=standard")
    x = list(range(0, 11))
    o = [100, 102, 104, 106, 130, 132, 134, 136, 160, 162, 164]
    state = game.state_from(arrange(game, x, o))
    assert not state.is_terminal()
    assert state.move_number() == 22


@pytest.mark.parametrize(
    ("game", "x", "o", "last", "says"),
    [
        ("tictactoe", [0], [1, 2], None, "X must have as many as O, or one more"),
        ("tictactoe", [0, 1, 2], [], None, "X has 3 stones and O has 0"),
        ("gomoku", [0, 1, 2], [], None, "Black has 3 stones and White has 0: Black must have"),
        ("gomoku", [0], [0], None, "Both Black and White are given at a1"),
        ("tictactoe", [0, 0], [1], None, "twice"),
        ("tictactoe", [0], [0], None, "Both X and O are given at a1"),
        ("tictactoe", [9], [], None, "cells are from 0 to 8"),
        ("tictactoe", [-1], [], None, "cells are from 0 to 8"),
        ("tictactoe", [0], [1], 0, "one of O"),
        ("tictactoe", [0], [1], 8, "one of O"),
        ("tictactoe", [], [], 3, "last stone"),
        ("tictactoe", [0, 1, 2], [3, 4, 5], None, "a player would have won"),
        ("tictactoe", [0, 1, 2, 7], [3, 4, 6], 7, "with the last stone"),
        ("gomoku", list(range(5)), [20, 21, 22, 23, 40], None, "a player would have won"),
        ("gomoku:rule=standard", list(range(5)), [20, 21, 22, 23, 40], None, "would have won"),
        ("ultimate", [0, 1], [80, 79], None, "No order of moves was found"),
    ],
)
def test_what_cannot_be_is_explained(game, x, o, last, says):
    with pytest.raises(Unreachable, match=says):
        arrange(inarow.load_game(game), x, o, last)


def test_nothing_takes_no_moves():
    for spec in ("gomoku", "ultimate"):
        assert arrange(inarow.load_game(spec), [], []) == []

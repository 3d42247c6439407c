"""Stones in any order become a state, whenever a game could have led to them."""

from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.protocols.gomocup.position import arrange
from tests.reference.mnk import Mnk


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
def test_arrange(board):
    rows, columns, exact, first, second = board
    game = inarow.load_game(f"{columns}x{rows}x5:rule={'standard' if exact else 'freestyle'}")
    cells = [0] * (rows * columns)
    for stone in first:
        cells[stone] = 1
    for stone in second:
        cells[stone] = -1
    result = Mnk(rows, columns, 5, exact, tuple(cells)).result()
    state = arrange(game, first, second)
    if state is None:
        assert result in (1, -1)
        return
    assert sorted(state.history()[::2]) == sorted(first)
    assert sorted(state.history()[1::2]) == sorted(second)
    assert state.is_terminal() == (result is not None)


def test_the_order_of_a_game_is_kept():
    game = inarow.load_game("gomoku")
    moves = game.parse_moves("h8 i9 h10 g7 h9 h7")
    assert arrange(game, moves[::2], moves[1::2]).history() == moves

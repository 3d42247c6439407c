"""Random playouts: results as often as exact calculation says, from early and late positions."""

import math
import random

import pytest

import inarow
from tests.games import reference
from tests.reference.base import random_play_odds

GAMES = 100_000


def playable_cells(state):
    """How many cells are still empty, not counting those in closed local boards."""
    cells = [a for a, stone in enumerate(state.board().ravel()) if stone == 0]
    if state.game.name != "ultimate":
        return len(cells)
    boards = state.local_boards()
    return sum(boards[a // 27 * 3 + a % 9 // 3] == "." for a in cells)


def late_state(spec, most_cells, seed):
    """A random unfinished state with few cells left to play."""
    game = inarow.load_game(spec)
    randomness = random.Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if playable_cells(state) <= most_cells:
                return state
            state.apply_action(randomness.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("spec", "most_cells"),
    [
        ("tictactoe", 9),
        ("tictactoe", 6),
        ("4x3x3", 9),
        ("12x1x2:rule=standard", 9),
        ("4x4x3", 8),
        ("4x4x4", 8),
        ("6x6x4:rule=standard", 8),
        ("8x7x5", 8),
        ("ultimate", 8),
        ("ultimate:tiebreak=boards", 8),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_playouts_follow_the_exact_odds(spec, most_cells, seed):
    state = late_state(spec, most_cells, seed)
    position = reference(state.game)
    for action in state.history():
        position = position.with_stone(action)
    odds = random_play_odds(position)
    counts = dict(zip((1, 0, -1), state.random_playouts(GAMES, seed=seed), strict=True))
    for result, chance in odds.items():
        deviation = math.sqrt(GAMES * chance * (1 - chance))
        assert abs(counts[result] - GAMES * chance) <= 5 * deviation + 1e-6


def test_playouts_are_repeatable_and_leave_the_state_alone():
    state = inarow.load_game("ultimate").state_from("e5 e4")
    first = state.random_playouts(5000, seed=4)
    assert first == state.random_playouts(5000, seed=4)
    assert first != state.random_playouts(5000, seed=5)
    assert state.history() == [40, 31]


def test_playouts_of_a_finished_game_all_end_as_it_did():
    state = inarow.load_game("tictactoe").state_from("a1 a2 b1 b2 c1")
    assert state.random_playouts(10) == (10, 0, 0)
    with pytest.raises(ValueError, match="count must be a whole number from 0"):
        state.random_playouts(-1)

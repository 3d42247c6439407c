"""Symmetries keep the game the same; the Ultimate paper's 64 do not."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from tests.games import any_spec, snapshot, states
from tests.reference.base import perft as slow_perft
from tests.reference.ultimate import Ultimate


@settings(max_examples=60)
@given(spec=any_spec)
def test_symmetries_form_a_group_of_permutations(spec):
    game = inarow.load_game(spec)
    symmetries = game.symmetries()
    assert len(symmetries) == (8 if game.rows == game.columns else 4)
    actions = range(game.num_distinct_actions())
    maps = [tuple(symmetry.action(a) for a in actions) for symmetry in symmetries]
    assert maps[0] == tuple(actions)
    for symmetry, image in zip(symmetries, maps, strict=True):
        assert sorted(image) == list(actions)
        inverse = symmetries[symmetry.inverse_index]
        assert all(inverse.action(symmetry.action(a)) == a for a in actions)
        assert all(symmetry.inverse_action(symmetry.action(a)) == a for a in actions)
    for one, other in itertools.product(maps, repeat=2):
        assert tuple(other[a] for a in one) in maps


@settings(max_examples=60)
@given(state=states())
def test_images_are_the_same_game(state):
    for symmetry in state.game.symmetries():
        image = state.transformed(symmetry)
        assert image.legal_actions() == sorted(map(symmetry.action, state.legal_actions()))
        assert image.returns() == state.returns()
        assert (symmetry.apply(state.board()) == image.board()).all()
        mask = symmetry.apply(state.legal_actions_mask())
        assert (mask == image.legal_actions_mask()).all()
        for encoding in state.game.encodings():
            planes = symmetry.apply(state.observation_tensor(encoding))
            assert (planes == image.observation_tensor(encoding)).all()
        back = image.transformed(state.game.symmetries()[symmetry.inverse_index])
        assert snapshot(back) == snapshot(state)


@settings(max_examples=60)
@given(state=states())
def test_canonical_is_the_smallest_image_and_the_same_for_all(state):
    canonical, symmetry = state.canonical()
    assert snapshot(state.transformed(symmetry)) == snapshot(canonical)

    def as_read(s):
        forced = s.forced_board() if s.game.name == "ultimate" else 0
        cells = [{0: 0, 1: 1, -1: 2}[int(stone)] for stone in s.board().ravel()]
        return cells, 9 if forced is None else forced

    images = [state.transformed(s) for s in state.game.symmetries()]
    if not state.is_terminal():
        assert as_read(canonical) == min(map(as_read, images))
    for image in images:
        assert image.canonical()[0] == canonical
        assert image.canonical()[0].key() == canonical.key()


@settings(max_examples=15)
@given(state=states(st.just("ultimate")))
def test_the_eight_symmetries_of_ultimate_keep_perft(state):
    here = state.perft(3)
    for symmetry in state.game.symmetries():
        there = state.transformed(symmetry).perft(3)
        assert there.leaves == here.leaves
        for action, counts in here.by_action.items():
            assert there.by_action[symmetry.action(action)] == counts


def turn_levels(position, of_boards, of_cells):
    """The paper's transform: local boards and the cells in them turned independently.

    The forced board turns with the boards, as the paper's plane of legal moves does.
    """
    boards = [None] * 9
    for board in range(9):
        cells = [None] * 9
        for cell in range(9):
            cells[of_cells[cell]] = position.boards[board][cell]
        boards[of_boards[board]] = tuple(cells)
    target = None if position.target is None else of_boards[position.target]
    return Ultimate(tuple(boards), position.player, target, position.tiebreak)


def test_the_papers_64_symmetries_do_not_keep_perft():
    """Turning the two levels unlike breaks the rule that a cell names the next board.

    For one position in the middle of a game, exactly the 8 of the 64 that turn both levels alike
    must give images with the same perft, and others must not.
    """
    nine = inarow.load_game("tictactoe").symmetries()
    maps = [[symmetry.action(cell) for cell in range(9)] for symmetry in nine]
    position = Ultimate.start(tiebreak=False)
    randomness = random.Random(11)
    for _ in range(30):
        position = position.with_stone(randomness.choice(position.moves()))
    counts = {
        (of_boards, of_cells): slow_perft(turn_levels(position, maps[of_boards], maps[of_cells]), 2)
        for of_boards, of_cells in itertools.product(range(8), repeat=2)
    }
    true_count = counts[0, 0]
    assert all(counts[s, s] == true_count for s in range(8))
    broken = [pair for pair, count in counts.items() if count != true_count]
    assert broken, "some of the paper's images must be different games"
    # Turning only the cells of each board by a quarter is one of them.
    assert counts[0, 1] != true_count


def test_a_tensor_without_a_board_is_refused():
    symmetry = inarow.load_game("4x3x3").symmetries()[1]
    with pytest.raises(ValueError, match="has no board to transform"):
        symmetry.apply(np.zeros((3, 4, 3)))

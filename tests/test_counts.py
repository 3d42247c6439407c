"""Perft and censuses: the published counts, and the slow reference where there are none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from tests.games import mnk_specs, reference, small_sides, states, ultimate_specs
from tests.reference.base import perft as slow_perft

ULTIMATE_PERFT = [1, 81, 720, 6_336, 55_080, 473_256, 4_020_960, 33_782_544]

# (game, reachable states, classes up to symmetry, games)
CENSUS = [
    ("3x3x3", 5_478, 765, 255_168),
    ("4x3x3", 111_973, 28_275, 151_188_768),
    ("3x4x3", 111_973, 28_275, 151_188_768),
    ("4x4x3", 6_036_001, 756_387, 1_281_016_086_768),
    ("4x4x4", 9_722_011, 1_217_977, 15_038_733_958_272),
]


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(ULTIMATE_PERFT)))
def test_ultimate_perft(depth, leaves):
    result = inarow.load_game("ultimate").new_initial_state().perft(depth, threads=2)
    assert result.leaves == leaves
    assert result.finished == 0


def test_tictactoe_perft_by_depth():
    start = inarow.load_game("tictactoe").new_initial_state()
    counts = [start.perft(depth) for depth in range(12)]
    leaves = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0, 0]
    assert [count.leaves for count in counts] == leaves
    finished = [0, 0, 0, 0, 0, 1_440, 6_768, 54_720, 127_296, 255_168, 255_168, 255_168]
    assert [count.finished for count in counts] == finished


@pytest.mark.parametrize(("spec", "states", "classes", "games"), CENSUS)
def test_census(spec, states, classes, games):
    census = inarow.load_game(spec).new_initial_state().census()
    assert (census.states, census.classes, census.games) == (states, classes, games)


def test_census_stops_at_its_limit():
    with pytest.raises(inarow.TooLarge, match="more than 1000 classes"):
        inarow.load_game("gomoku").new_initial_state().census(max_classes=1000)


@settings(max_examples=60)
@given(state=states(st.one_of(mnk_specs(small_sides), ultimate_specs)), depth=st.integers(0, 2))
def test_perft_equals_the_reference_and_the_plain_way(state, depth):
    position = reference(state.game)
    for action in state.history():
        position = position.with_stone(action)
    expected = slow_perft(position, depth)
    result = state.perft(depth)
    assert (result.leaves, result.finished) == expected
    assert state._plain_perft(depth) == expected
    if depth > 0:
        assert list(result.by_action) == state.legal_actions()


@settings(max_examples=30)
@given(state=states(st.one_of(mnk_specs(st.integers(1, 5)), ultimate_specs)))
def test_deep_perft_from_anywhere_equals_the_plain_way(state):
    """Late positions, where games end and boards close, four plies deep and on two threads."""
    depth = 4 if len(state.legal_actions()) < 20 else 3
    result = state.perft(depth, threads=2)
    assert (result.leaves, result.finished) == state._plain_perft(depth)


def test_perft_reports_progress_and_can_be_stopped():
    state = inarow.load_game("gomoku").new_initial_state()
    calls = []

    def stop_soon(done, total):
        calls.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        state.perft(6, threads=2, progress=stop_soon)
    assert calls
    assert calls[0][0] <= calls[0][1]

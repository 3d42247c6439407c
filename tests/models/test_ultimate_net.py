"""Files of pattern networks: written and read again, and refused if damaged or something else."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow import _core
from inarow.errors import BadFile
from inarow.models.tensors import tensors_to_bytes
from inarow.models.ultimate_net import (
    FORMAT,
    OURS,
    SHAPES,
    WEIGHT_LIMIT,
    arrays_from_bytes,
    network_to_bytes,
    read_network,
)
from inarow.models.weights import shipped_weights, weights_file, weights_fit
from inarow.player import Limits

ULTIMATE = inarow.load_game("ultimate")
TIEBREAK = inarow.load_game("ultimate:tiebreak=boards")


MOST_BYTES = 2_000_000
"""Of all that the players of ultimate learned, together."""


def some_arrays(seed=1, size=0.1):
    rng = np.random.default_rng(seed)
    return {name: rng.normal(0, size, shape).astype("f4") for name, shape in SHAPES.items()}


def test_the_core_has_the_same_arrays():
    core = _core.UltimateNetwork
    assert core.shapes() == dict(SHAPES)
    assert core.weight_limit >= WEIGHT_LIMIT


def test_what_is_written_can_be_read_and_played_with(tmp_path):
    arrays = some_arrays()
    path = tmp_path / "some.ultimatenet"
    path.write_bytes(network_to_bytes(arrays))
    assert path.stat().st_size <= MOST_BYTES
    for name, array in arrays_from_bytes(path, path.read_bytes()).items():
        assert (array == arrays[name]).all()
    for game in (ULTIMATE, TIEBREAK):
        state = game.state_from("e5 e4 e3 d7")
        for spec in (f"engine:mb=4,network={path}", "engine:mb=4", "engine:mb=4,network=none"):
            decision = inarow.load_player(spec, game, seed=1).act(state, Limits(nodes=500))
            assert state.is_legal(decision.action)


def test_the_weights_for_ultimate_are_small():
    found = [name for name in shipped_weights() if weights_fit(name, ULTIMATE)]
    assert OURS in found
    assert sum(weights_file(name).stat().st_size for name in found) <= MOST_BYTES


@pytest.mark.parametrize("game", [ULTIMATE, TIEBREAK], ids=str)
def test_ours_knows_who_is_ahead(game):
    """Whoever has won more local boards is better off, on average and whoever moves."""
    network = read_network(weights_file(OURS))
    values = {(mover, sign): [] for mover in (0, 1) for sign in (1, -1)}
    for seed in range(400):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal() and state.move_number() < 30 + seed % 2:
            state.apply_action(rng.choice(state.legal_actions()))
        boards, mover = state.local_boards(), state.current_player()
        lead = boards.count("X") - boards.count("O")
        if not state.is_terminal() and lead:
            sign = 1 if (lead > 0) == (mover == 0) else -1
            values[mover, sign].append(network.evaluate(state))
    means = {case: sum(some) / len(some) for case, some in values.items()}
    for mover in (0, 1):
        assert means[mover, 1] > means[mover, -1] + 0.1


@settings(max_examples=25)
@given(st.floats(0, 1, exclude_max=True), st.integers(0, 7))
def test_a_file_with_a_flipped_bit_is_refused(tmp_path_factory, place, bit):
    path = tmp_path_factory.getbasetemp() / "flipped.ultimatenet"
    content = bytearray(weights_file(OURS).read_bytes())
    content[int(place * len(content))] ^= 1 << bit
    path.write_bytes(content)
    with pytest.raises(BadFile, match=r"is damaged|is not an ultimate network"):
        inarow.load_player(f"engine:network={path}", ULTIMATE)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"projection": None}, "it has no projection"),
        ({"forced": np.zeros((2, 9, 64), "f4")}, "forced does not fit"),
        ({"forced": np.zeros((2, 10, 64), "f8")}, "forced does not fit"),
        ({"more": np.zeros(3, "f4")}, "more does not fit"),
        ({"head.2.bias": np.array([np.nan, 0], "f4")}, "head.2.bias has infinite numbers"),
    ],
)
def test_arrays_that_are_no_network_are_refused(tmp_path, change, sentence):
    arrays = {name: array for name, array in (some_arrays() | change).items() if array is not None}
    path = tmp_path / "bad.ultimatenet"
    path.write_bytes(tensors_to_bytes(arrays, {"format": FORMAT}))
    with pytest.raises(BadFile, match=f"is not an ultimate network: {sentence}"):
        inarow.load_player(f"engine:network={path}", ULTIMATE)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", tensors_to_bytes({}, {"format": "x"})])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "bad.ultimatenet"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=r"is damaged|is not an ultimate network"):
        inarow.load_player(f"engine:network={path}", ULTIMATE)
    with pytest.raises(BadFile, match="cannot be read"):
        inarow.load_player("engine:network=/no/such/file", ULTIMATE)
    with pytest.raises(BadFile, match="is not a line network"):
        inarow.load_player(f"engine:network={weights_file(OURS)}", inarow.load_game("gomoku"))


def test_networks_of_other_games_are_not_used(tmp_path):
    assert inarow.load_player("engine:mb=4,network=gomoku.linenet", ULTIMATE, seed=1)
    assert inarow.load_player(f"engine:mb=4,network={OURS}", inarow.load_game("gomoku"), seed=1)

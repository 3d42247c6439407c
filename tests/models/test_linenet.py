"""Files of line networks: written and read again, and refused when they are damaged or others."""

import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow import _core
from inarow.errors import BadFile
from inarow.models.linenet import OURS, arrays_from_bytes, network_to_bytes, read_network
from inarow.models.weights import weights_file, with_checksum
from inarow.player import Limits

CHANNELS, HIDDEN = _core.LineNetwork.channels, _core.LineNetwork.hidden


def some_arrays(seed=1):
    rng = np.random.default_rng(seed)
    windows = len(_core.line_window_table()[1])
    shapes = {
        "rows": (windows, CHANNELS),
        "bias": (CHANNELS,),
        "first": (CHANNELS, HIDDEN),
        "first_bias": (HIDDEN,),
        "second": (HIDDEN, HIDDEN),
        "second_bias": (HIDDEN,),
        "last": (HIDDEN,),
        "last_bias": (1,),
        "policy": (CHANNELS,),
    }
    return {name: rng.normal(0, 0.3, shape).astype("f4") for name, shape in shapes.items()}


def test_what_is_written_can_be_played_with(tmp_path):
    path = tmp_path / "some.linenet"
    path.write_bytes(network_to_bytes(some_arrays()))
    game = inarow.load_game("gomoku")
    player = inarow.load_player(f"engine:network={path}", game, seed=1)
    ours = inarow.load_player("engine", game, seed=1)
    state = game.state_from("h8 i9 g7 h9 g9")
    decision = player.act(state, Limits(nodes=3000))
    assert decision.action in state.legal_actions()
    assert decision.value != ours.act(state, Limits(nodes=3000)).value


def test_large_numbers_are_cut_to_what_the_core_takes(tmp_path):
    arrays = {name: array * 1e6 for name, array in some_arrays().items()}
    (tmp_path / "large").write_bytes(network_to_bytes(arrays))
    value, _ = read_network(tmp_path / "large").evaluate(
        inarow.load_game("gomoku").state_from("h8")
    )
    assert isinstance(value, int)


def test_a_file_can_be_trained_on():
    path = weights_file(OURS)
    content = path.read_bytes()
    assert network_to_bytes(arrays_from_bytes(path, content)) == content
    arrays = some_arrays()
    for name, array in arrays_from_bytes(path, network_to_bytes(arrays)).items():
        assert array == pytest.approx(arrays[name], abs=0.005)
    with pytest.raises(BadFile, match="is damaged"):
        arrays_from_bytes(path, content[:-1])


def test_the_shipped_network_has_kept_its_numbers():
    """The file was converted when the format got a checksum."""
    content = weights_file(OURS).read_bytes()
    assert content.startswith(b"inarow line network 2\n")
    numbers = content[content.index(b"\n") + 1 : -4]
    assert hashlib.sha256(b"inarow line network 1\n" + numbers).hexdigest().startswith("b9deb2d72e")


@settings(max_examples=25)
@given(st.floats(0, 1, exclude_max=True), st.integers(0, 7))
def test_a_file_with_a_flipped_bit_is_refused(tmp_path_factory, place, bit):
    path = tmp_path_factory.getbasetemp() / "flipped.linenet"
    content = bytearray(weights_file(OURS).read_bytes())
    content[int(place * len(content))] ^= 1 << bit
    path.write_bytes(content)
    with pytest.raises(BadFile, match=r"is damaged|is not a line network"):
        inarow.load_player(f"engine:network={path}", inarow.load_game("gomoku"))


def test_a_file_of_the_version_without_checksum_says_what_to_do(tmp_path):
    path = tmp_path / "old.linenet"
    path.write_bytes(b"inarow line network 1\n" + b"\0" * 1000)
    with pytest.raises(BadFile, match="version 1, without a checksum: train it again"):
        inarow.load_player(f"engine:network={path}", inarow.load_game("gomoku"))


@pytest.mark.parametrize(
    "content",
    [b"", with_checksum(b"inarow line network 2\n"), b"PK\x03\x04 something else"],
)
def test_what_is_no_network_is_refused(tmp_path, content):
    path = tmp_path / "bad.linenet"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="is not a line network"):
        inarow.load_player(f"engine:network={path}", inarow.load_game("gomoku"))
    with pytest.raises(BadFile, match="cannot be read"):
        inarow.load_player("engine:network=/no/such/file", inarow.load_game("gomoku"))


def test_ours_likes_what_everybody_likes():
    game = inarow.load_game("gomoku")
    value, moves = read_network(weights_file(OURS)).evaluate(game.state_from("h8 a1 i9 o15 g7"))
    assert value < 0  # the other side has an open three
    best = max(moves, key=lambda move: move[1])[0]
    assert game.action_to_string(best) in {"f6", "j10", "e5", "k11"}

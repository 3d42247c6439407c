"""Files of line networks: written and read again, and refused when they are no such thing."""

import numpy as np
import pytest

import inarow
from inarow import _core
from inarow.errors import BadFile
from inarow.models.linenet import our_network, read_network, write_network
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
    write_network(path, some_arrays())
    game = inarow.load_game("gomoku")
    player = inarow.load_player(f"engine:network={path}", game, seed=1)
    ours = inarow.load_player("engine", game, seed=1)
    state = game.state_from("h8 i9 g7 h9 g9")
    decision = player.act(state, Limits(nodes=3000))
    assert decision.action in state.legal_actions()
    assert decision.value != ours.act(state, Limits(nodes=3000)).value


def test_large_numbers_are_cut_to_what_the_core_takes(tmp_path):
    arrays = {name: array * 1e6 for name, array in some_arrays().items()}
    write_network(tmp_path / "large", arrays)
    value, _ = read_network(tmp_path / "large").evaluate(
        inarow.load_game("gomoku").state_from("h8")
    )
    assert isinstance(value, int)


@pytest.mark.parametrize("content", [b"", b"inarow line network 1\n", b"PK\x03\x04 something else"])
def test_what_is_no_network_is_refused(tmp_path, content):
    path = tmp_path / "bad.linenet"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="is not a line network"):
        inarow.load_player(f"engine:network={path}", inarow.load_game("gomoku"))
    with pytest.raises(BadFile, match="cannot be read"):
        inarow.load_player("engine:network=/no/such/file", inarow.load_game("gomoku"))


def test_ours_likes_what_everybody_likes():
    game = inarow.load_game("gomoku")
    value, moves = our_network().evaluate(game.state_from("h8 a1 i9 o15 g7"))
    assert value < 0  # the other side has an open three
    best = max(moves, key=lambda move: move[1])[0]
    assert game.action_to_string(best) in {"f6", "j10", "e5", "k11"}

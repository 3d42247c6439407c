"""The core checks its arguments itself: a private call must not crash or hang the process."""

import math

import numpy as np
import pytest

import inarow
from inarow import _core

T = inarow.load_game("tictactoe").new_initial_state()
G = inarow.load_game("gomoku").new_initial_state()
OVER = inarow.load_game("tictactoe").state_from("a1 b1 a2 b2 a3")
NETWORK = _core.Network.uniform()
TUPLES = sum(size for _, size in _core.tuple_classes(T, paper=False))
WEIGHTS = _core.TupleWeights(np.zeros(TUPLES, np.float32), paper=False)

NO_LIMITS = (None, None, None, None)


def duel(game):
    random = [_core.random(T, seed) for seed in (1, 2)]
    return _core.Duel(T, *random, NO_LIMITS, NO_LIMITS, 1.0).play([game])


MAKERS = {
    "cached": lambda **o: _core.cached(T, 0, **o),
    "deepening": lambda **o: _core.deepening(T, 0, **o),
    "threat": lambda **o: _core.threat(G, 0, **o),
    "engine": lambda **o: _core.engine(G, 0, **o),
    "mcts": lambda **o: _core.mcts(T, 0, **o),
    "shared_mcts": lambda **o: _core.shared_mcts(T, 0, **o),
    "alphazero": lambda **o: _core.alphazero(T, 0, network=NETWORK, **o),
    "batched_search": lambda **o: _core.batched_search(T, 0, 1, 1, **o),
    "self_play": lambda **o: _core.self_play(T, network=NETWORK, **o),
    "td_alphabeta": lambda **o: _core.td_alphabeta(T, 0, weights=WEIGHTS, **o),
    "td_mcts": lambda **o: _core.td_mcts(T, 0, weights=WEIGHTS, **o),
}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("mb", [0, -1])
def test_every_table_has_a_size(name, mb):
    with pytest.raises(ValueError, match=f"^{name}: mb must be at least 1$"):
        MAKERS[name](mb=mb)
    MAKERS[name](mb=1)


@pytest.mark.parametrize(
    ("name", "option", "value", "says"),
    [
        ("engine", "threads", 0, "from 1 to 256"),
        ("engine", "threads", 257, "from 1 to 256"),
        ("threat", "depth", -1, "at least 0"),
        ("threat", "b", 0, "at least 1"),
        ("alphazero", "considered", -1, "at least 0"),
        ("alphazero", "batch", 0, "at least 1"),
        ("alphazero", "images", 3, "from 0 to 2"),
        ("self_play", "considered", -1, "at least 0"),
        ("self_play", "at_once", 0, "at least 1"),
        ("self_play", "full_share", math.nan, "from 0 to 1"),
        ("self_play", "random_plies", 10**9, "from 0 to 100"),
        ("mcts", "noise", 1.5, "from 0 to 1"),
        ("mcts", "c", math.nan, "at least 0"),
        ("mcts", "temperature", -1.0, "at least 0"),
    ],
)
def test_options_have_ranges(name, option, value, says):
    with pytest.raises(ValueError, match=f"^{name}: {option} must be {says}$"):
        MAKERS[name](**{option: value})


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"depth": -1}, "depth must be at least 0"),
        ({"seconds": math.nan}, "seconds must be a number"),
        ({"most_seconds": math.nan}, "most_seconds must be a number"),
        ({"lines": 0}, "lines must be at least 1"),
    ],
)
def test_limits_that_would_not_end_a_search(limits, says):
    given = dict(zip(("seconds", "nodes", "sims", "depth"), NO_LIMITS, strict=True)) | limits
    with pytest.raises(ValueError, match=says):
        _core.minimax(T, 0).decide(T, **given)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: T._perft_by_move(-1, 1, None), "depth must be at least 0"),
        (lambda: T._perft_by_move(2, 0, None), "threads must be from 1 to 256"),
        (lambda: T._perft_by_move(2, 257, None), "threads must be from 1 to 256"),
        (lambda: T._plain_perft(-1), "depth must be at least 0"),
        (lambda: T._encode(0, 2), "players are 0 and 1"),
        (lambda: T._encode(0, -1), "players are 0 and 1"),
        (lambda: _core.solve(T, 0, None, None), "mb must be at least 1"),
        (lambda: _core.tabular(T, 0), "a table is missing"),
        (lambda: _core.self_play(OVER, network=NETWORK), "the game is over"),
        (lambda: _core.mcts(T, 0).decide(OVER, *NO_LIMITS), "the game is over"),
        (lambda: duel(([], 2, (0, 0))), "moves first is 0 or 1"),
        (lambda: duel(([], -1, (0, 0))), "moves first is 0 or 1"),
        (lambda: duel(([-1], 0, (0, 0))), "an illegal move"),
        (lambda: duel(([1 << 16], 0, (0, 0))), "an illegal move"),  # not cut to 0
    ],
)
def test_calls_that_are_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()

"""What players tell while they think: how often, in which order, and that they can be ended."""

from __future__ import annotations

import time

import pytest

import inarow
from inarow.player import Limits, Progress
from inarow.players import load_player
from inarow.players.native import NativePlayer

MONTE_CARLO = ["mcts", "knowledge-mcts", "heuristic-mcts", "shared-mcts"]
DEEPENING = ["deepening", "negamax:depth=30", "threat:depth=30", "engine:mb=4"]
FIXED = ["minimax:depth=9", "alphabeta:depth=20", "cached:depth=20"]
SOME = "h8 i9 h10 h9"


def player(spec: str, board: str = "gomoku") -> NativePlayer:
    made = load_player(spec, inarow.load_game(board), seed=1)
    assert isinstance(made, NativePlayer)
    return made


def listened(spec: str, board: str, moves: str, seconds: float) -> list[Progress]:
    told: list[Progress] = []
    state = inarow.load_game(board).state_from(moves)
    decision = player(spec, board).analyse(state, Limits(time=seconds), on_progress=told.append)
    assert [progress.nodes for progress in told] == sorted(progress.nodes for progress in told)
    assert [progress.seconds for progress in told] == sorted(one.seconds for one in told)
    nodes = decision.stats["nodes"]
    assert isinstance(nodes, int)
    assert told[-1].nodes <= nodes
    for progress in told:
        if progress.lines:
            line = state.clone()
            for action in progress.lines[0].pv:
                line.apply_action(action)  # raises if it is not legal
            assert progress.lines[0].pv[0] == progress.moves[0].action
    return told


@pytest.mark.parametrize(
    ("spec", "board", "moves"),
    [
        *((spec, "gomoku", SOME) for spec in MONTE_CARLO),
        ("engine:mb=4,network=none", "ultimate", ""),
    ],
)
def test_simulations_are_told_while_they_run(spec: str, board: str, moves: str) -> None:
    told = listened(spec, board, moves, 0.8)
    assert 2 <= len(told) <= 20
    sims = [progress.sims for progress in told]
    assert 0 < sims[0] < sims[-1]
    assert sims == sorted(sims)
    for progress in told:
        assert sum(each.visits or 0 for each in progress.moves) == progress.sims
        assert progress.lines[0].value == progress.moves[0].value
        assert progress.depth > 0


@pytest.mark.parametrize(
    ("spec", "board"),
    [
        *((spec, "gomoku") for spec in DEEPENING),
        ("engine:mb=4", "9x9x4"),
        ("engine:mb=4", "ultimate"),
        ("deepening", "ultimate"),
    ],
)
def test_every_depth_is_told(spec: str, board: str) -> None:
    told = listened(spec, board, SOME if board == "gomoku" else "", 0.8)
    depths = [*dict.fromkeys(progress.depth for progress in told if progress.lines)]
    assert depths == [*range(1, len(depths) + 1)]
    assert depths


@pytest.mark.parametrize("spec", FIXED)
def test_a_search_of_one_depth_tells_its_nodes(spec: str) -> None:
    told = listened(spec, "gomoku", SOME, 0.6)
    assert len(told) >= 2
    assert told[-1].nodes > told[0].nodes > 0
    assert all(progress.lines == () for progress in told)


def test_minimax_tells_the_moves_it_is_done_with() -> None:
    told = listened("minimax:depth=5", "5x5x4", "c3", 0.8)
    counts = [len(progress.moves) for progress in told]
    assert counts == sorted(counts)
    assert 0 < counts[-1] <= 24
    for progress in told:
        values = [each.value or 0 for each in progress.moves]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("spec", [*MONTE_CARLO, *DEEPENING, *FIXED])
def test_what_the_listener_raises_ends_the_search(spec: str) -> None:
    class Enough(Exception):
        pass

    def listen(progress: Progress) -> None:
        raise Enough

    someone = player(spec)
    state = inarow.load_game("gomoku").state_from(SOME)
    begun = time.perf_counter()
    with pytest.raises(Enough):
        someone.analyse(state, Limits(time=60), on_progress=listen)
    assert time.perf_counter() - begun < 30
    assert state.is_legal(someone.act(state, Limits(nodes=100)).action)


def test_a_listener_does_not_disturb_the_lot() -> None:
    """With a temperature the move is drawn by lot: telling what is best so far draws nothing."""
    game = inarow.load_game("7x7x5")
    spec = "shared-mcts:temperature=5"
    for seed in range(6):
        quiet, heard = (load_player(spec, game, seed=seed) for _ in range(2))
        assert isinstance(heard, NativePlayer)
        told: list[Progress] = []
        state = game.new_initial_state()
        limits = Limits(sims=15_000)
        alone = quiet.act(state, limits)
        other = heard.analyse(state, limits, on_progress=told.append)
        assert told
        assert (alone.action, alone.moves) == (other.action, other.moves)

"""The searches in Python against the core's: two implementations that share only the rules."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from examples import mcts
from examples.alphabeta import AlphaBeta
from examples.cached import Cached
from examples.deepening import LEAST_WIN, Deepening
from examples.minimax import Minimax
from examples.negamax import Negamax
from examples.threat import Threat
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import inarow
from inarow.analysis.problems import load_problems
from inarow.solving import solve
from tests.games import late_positions, mnk_specs, states
from tests.reference.threats import reference_board

WITH_PATTERNS = st.sampled_from(
    [
        "5x7x4",
        "6x6x3:rule=standard",
        "6x6x4:rule=standard",
        "7x5x4:rule=standard",
        "8x8x5",
        "7x7x5:rule=standard",
        "8x8x7",
        "1x9x3",
        "4x5x6",
    ]
)
BOARDS = ["3x3x3", "3x4x3:rule=standard", "4x4x4", "7x2x3", "5x5x4", "3x3x4", "ultimate"]
VALUES = {"win": 1, "draw": 0, "loss": -1}
TO_THE_END = 400


def sign(score: float) -> int:
    return (score > 0) - (score < 0)


def core(spec: str, state: inarow.State) -> inarow.Decision:
    return inarow.load_player(spec, state.game, seed=0).act(state)


def core_value(score: int) -> float:
    """A score of the full-width searches as the core's value."""
    return float(sign(score)) if abs(score) >= LEAST_WIN else math.tanh(score / 4000)


@st.composite
def crowded(draw: st.DrawFn, specs: st.SearchStrategy[str], most: int) -> inarow.State:
    """An unfinished state whose stones are near each other, as in real games."""
    state = inarow.load_game(draw(specs)).new_initial_state()
    randomness = draw(st.randoms(use_true_random=False))
    columns = state.game.columns
    for _ in range(draw(st.integers(0, most))):
        row, column = divmod(state.history()[-1], columns) if state.history() else (0, 0)
        actions = state.legal_actions()
        near = [
            a for a in actions if abs(a // columns - row) <= 2 and abs(a % columns - column) <= 2
        ]
        child = state.child(randomness.choice(near or actions))
        if child.is_terminal():
            break
        state = child
    return state


@pytest.mark.parametrize("spec", BOARDS)
def test_minimax_finds_the_same_line(spec):
    for state in late_positions(spec, 12, most_cells=6):
        for table in (True, False):
            decision = core(f"minimax:depth={TO_THE_END},table={str(table).lower()}", state)
            minimax = Minimax(use_table=table)
            score, line = minimax.search(state)
            assert sign(score) == VALUES[decision.stats["proven"]]
            assert minimax.nodes == decision.stats["nodes"]
            # With a table the core's line ends where the table takes over.
            assert tuple(line[: len(decision.pv)]) == decision.pv
        if score != 0 and spec != "ultimate":
            assert abs(score) == 1000 - state.move_number() - solve(state).distance


def test_the_number_of_histories_and_positions_of_tictactoe():
    start = inarow.load_game("tictactoe").new_initial_state()
    for use_table, nodes in ((False, 549_946), (True, 5_478)):
        minimax = Minimax(use_table=use_table)
        assert minimax.search(start)[0] == 0
        assert minimax.nodes == nodes


@pytest.mark.parametrize("order", [True, False])
@settings(max_examples=100)
@given(data=st.data())
def test_alphabeta_visits_the_same_positions(order, data):
    state = data.draw(states(mnk_specs(st.integers(1, 6))))
    assume(not state.is_terminal())
    depth = data.draw(st.integers(1, 2))
    decision = core(f"alphabeta:depth={depth},order={str(order).lower()}", state)
    alphabeta = AlphaBeta(state.game, order=order)
    score, line = alphabeta.search(state, min(depth, len(state.legal_actions())))
    assert core_value(score) == decision.value
    assert tuple(line) == decision.pv
    assert alphabeta.nodes == decision.stats["nodes"]


@pytest.mark.parametrize("spec", BOARDS)
def test_alphabeta_to_the_end(spec):
    for state in late_positions(spec, 15, most_cells=7):
        # Without windows, moves of ultimate cannot be ordered as in the core.
        for order in ("false",) if spec == "ultimate" else ("false", "true"):
            decision = core(f"alphabeta:depth={TO_THE_END},order={order}", state)
            alphabeta = AlphaBeta(state.game, order=order == "true")
            score, line = alphabeta.search(state, TO_THE_END)
            assert (core_value(score), tuple(line)) == (decision.value, decision.pv)
            assert alphabeta.nodes == decision.stats["nodes"]


@pytest.mark.parametrize("spec", BOARDS)
def test_cached_finds_the_value_and_a_move_that_keeps_it(spec):
    cached = Cached()
    for state in late_positions(spec, 25, most_cells=8):
        value, action = cached.decide(state)
        assert value == VALUES[core(f"cached:depth={TO_THE_END}", state).stats["proven"]]
        child = state.child(action)
        ended = child.is_terminal()
        assert value == (
            child.returns()[state.current_player()] if ended else -cached.search(child)
        )


@pytest.mark.parametrize("spec", ["3x3x3", "4x3x3"])
def test_what_cached_stores_is_true(spec):
    cached, minimax = Cached(), Minimax()
    for state in late_positions(spec, 40, most_cells=7):
        # Any window may be asked for.
        bound = cached.search(state, 0, 1)
        value = sign(minimax.search(state)[0])
        assert bound == value or (bound >= 1 and value >= 1) or (bound <= 0 and value <= bound)
        below = [state]
        while below:
            each = below.pop()
            below.extend(each.child(action) for action in each.legal_actions())
            least, greatest = cached.table.get(each.canonical()[0].key(), (-1, 1))
            assert least <= sign(minimax.search(each)[0]) <= greatest


@pytest.mark.parametrize(("spec", "value"), [("3x3x3", 0), ("4x3x3", 1), ("4x4x3", 1)])
def test_cached_solves_small_boards(spec, value):
    start = inarow.load_game(spec).new_initial_state()
    assert Cached().decide(start)[0] == value == VALUES[solve(start).value]


@settings(max_examples=100)
@given(crowded(mnk_specs(st.integers(2, 5)), most=12))
def test_each_depth_of_deepening_has_the_value_of_alphabeta(state):
    for found in itertools.islice(Deepening(state.game).deepen(state), 3):
        decision = core(f"alphabeta:depth={found.depth}", state)
        assert core_value(found.score) == decision.value
        # Of equal moves either may be first, but each has the value.
        child = state.child(found.action)
        if not child.is_terminal() and found.depth > 1:
            assert core(f"alphabeta:depth={found.depth - 1}", child).value == -decision.value


@pytest.mark.parametrize("spec", BOARDS)
def test_deepening_ends_with_a_certain_result(spec):
    for state in late_positions(spec, 15, most_cells=7):
        *_, found = Deepening(state.game).deepen(state)
        decision = core("deepening", state)
        assert sign(found.score) == VALUES[decision.stats["proven"]] == decision.value


def test_deepening_answers_without_time():
    state = inarow.load_game("6x6x4").state_from("c3 d4")
    assert Deepening(state.game).decide(state, seconds=0).depth == 1


@settings(max_examples=60)
@given(crowded(WITH_PATTERNS, most=24), st.integers(1, 2))
def test_negamax_has_the_same_value(state, depth):
    decision = core(f"negamax:depth={depth}", state)
    negamax = Negamax(state.game)
    value, line = negamax.search(state, min(depth, len(state.legal_actions())))
    assert math.tanh(value / 2e6) == decision.value
    # Of equal moves either may be first, but the core's has the value, too; a proof ends it early.
    replies, _ = negamax.search(state.child(decision.action), decision.stats["depth"] - 1)
    assert math.tanh(-replies / 2e6) == decision.value
    assert line[0] in state.legal_actions()


@settings(max_examples=60)
@given(crowded(WITH_PATTERNS, most=24), st.integers(1, 2), st.integers(2, 6))
def test_threat_has_the_same_value(state, depth, candidates):
    decision = core(f"threat:depth={depth},candidates={candidates}", state)
    threat = Threat(state.game, candidates=candidates)
    score, line = threat.decide(state, min(depth, len(state.legal_actions())))
    assert core_value(score) == decision.value
    for action in line:
        state.apply_action(action)  # raises if it is illegal


def test_candidates_are_the_cells_within_two_steps_of_a_stone():
    threat = Threat(inarow.load_game("7x6x4"), candidates=100)
    board = {(row, column): row * threat.width + column for row in range(6) for column in range(7)}
    for (row, column), stone in board.items():
        near = {
            cell for (r, c), cell in board.items() if max(abs(r - row), abs(c - column)) in (1, 2)
        }
        candidates = threat.best_candidates(set(), {stone})
        assert sorted(candidates) == sorted(near)


@pytest.mark.parametrize(("rule", "wins"), [("freestyle", True), ("standard", False)])
def test_too_long_a_row_is_a_threat_in_freestyle_only(rule, wins):
    state = inarow.load_game(f"9x1x3:rule={rule}").state_from("a1 f1 b1 h1 d1 i1")
    score, _ = Threat(state.game).decide(state, depth=1)
    value, _ = Negamax(state.game).search(state, depth=1)
    assert (score >= LEAST_WIN) == (value >= 10**9 - 1000) == wins
    assert core_value(score) == core("threat:depth=1", state).value


def test_threat_solves_problems():
    """Each line is a win: every four is answered where it must be, and the last move completes."""
    problems = sorted(load_problems("vcf"), key=lambda problem: len(problem.solution))[:20]
    for problem in problems:
        state = inarow.load_game(problem.game).state_from(problem.moves)
        attacker = state.current_player()
        threat = Threat(state.game)
        score, line = threat.decide(state, depth=1)
        assert score >= LEAST_WIN
        for ply, action in enumerate(line):
            spot = divmod(action, state.game.columns)
            board = reference_board(state)
            if ply % 2 == 1:  # a forced answer
                assert spot in board.winning_spots(attacker)
                assert not board.winning_spots(1 - attacker)
            state.apply_action(action)
        assert state.winner() == attacker


@settings(max_examples=25)
@given(states(st.sampled_from(["tictactoe", "4x3x3", "5x5x4", "ultimate"])), st.integers(1, 200))
def test_statistics_of_mcts_add_up(state, sims):
    assume(not state.is_terminal())
    root = mcts.search(state, sims, random.Random(1))
    assert root.visits == sims == sum(child.visits for child in root.children.values())
    nodes = [root]
    while nodes:
        node = nodes.pop()
        below = node.children.values()
        nodes.extend(below)
        # The first visit of a node was a playout of its own; the root had none. The visits of a
        # finished game are results.
        own_visits = node.visits - sum(child.visits for child in below)
        own_points = node.points - sum(child.visits - child.points for child in below)
        assert own_visits == (0 if node is root else 1) or not below
        assert 0 <= own_points <= own_visits


@pytest.mark.parametrize("spec", ["3x3x3", "4x3x3", "5x5x4", "ultimate"])
def test_mcts_converges_to_the_proven_result(spec):
    cached = Cached()
    for state in late_positions(spec, 8, most_cells=5):
        action = mcts.search(state, 1500, random.Random(1)).most_visited()
        child = state.child(action)
        reached = (
            child.returns()[state.current_player()]
            if child.is_terminal()
            else -cached.search(child)
        )
        assert reached == VALUES[core("mcts:sims=5000", state).stats["proven"]]

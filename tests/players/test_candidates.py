"""What players say of single moves: visits, priors, values that are true, and symmetry."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import inarow
from inarow.player import Candidate, Limits
from inarow.players import load_player
from inarow.solving import solve
from tests.games import states

MONTE_CARLO = ["mcts", "knowledge-mcts", "heuristic-mcts", "shared-mcts"]
WORTH = {"win": 1.0, "draw": 0.0, "loss": -1.0}
SMALL = ["tictactoe", "4x3x3", "3x4x3:rule=standard", "5x1x2"]


def worth(state: inarow.State, action: int) -> float:
    """What a move is worth to who makes it, exactly."""
    child = state.child(action)
    if child.is_terminal():
        return float(child.returns()[state.current_player()])
    solution = solve(child)
    assert solution is not None
    return -WORTH[solution.value]


@settings(max_examples=60)
@given(
    states(st.sampled_from(SMALL)),
    st.sampled_from(
        ["minimax:depth=12", "alphabeta:depth=12", "cached", "deepening", "engine:mb=4"]
    ),
)
def test_values_at_the_end_of_a_search_are_exact(state: inarow.State, spec: str) -> None:
    assume(not state.is_terminal() and state.move_number() > 1)
    decision = load_player(spec, state.game, seed=1).act(state, Limits(time=20))
    assert decision.moves
    for action, visits, prior, value in decision.moves:
        assert (visits, prior) == (None, None)
        # Deepening ends as soon as a win is sure; what it thought of others is an opinion then.
        if spec != "deepening" or action == decision.action:
            assert value == worth(state, action)
    if spec == "minimax:depth=12":
        assert {each.action for each in decision.moves} == set(state.legal_actions())
    if spec == "engine:mb=4" and decision.value == 0:
        assert {each.action for each in decision.moves} == set(state.legal_actions())


@settings(max_examples=40)
@given(states(st.sampled_from(SMALL)), st.sampled_from(MONTE_CARLO), st.integers(1, 300))
def test_proven_values_of_simulations_are_exact(state: inarow.State, spec: str, sims: int) -> None:
    assume(not state.is_terminal())
    decision = load_player(spec, state.game, seed=1).act(state, Limits(sims=sims))
    for each in decision.moves:
        assert each.visits is not None
        assert (each.value is None) <= (each.visits == 0)
        # A draw or a loss is proven by all moves, a win by one; else values are means.
        if decision.stats["proven"] in ("draw", "loss"):
            assert each.value == worth(state, each.action)
    if decision.stats["proven"] == "win":
        assert decision.moves[0].value == worth(state, decision.moves[0].action) == 1


def test_a_search_without_bounds_agrees_with_one_that_has_them() -> None:
    game = inarow.load_game("6x6x4")
    for moves in ("c3 d4", "c3 d3 c4 d4", "b2 c3 e5 c4 c2"):
        state = game.state_from(moves)
        full = load_player("minimax:depth=3", game, seed=1).act(state, Limits(time=60))
        bounded = load_player("alphabeta:depth=3", game, seed=1).act(state, Limits(time=60))
        assert len(full.moves) == len(state.legal_actions())
        values = {each.action: each.value for each in full.moves}
        assert all(values[each.action] == each.value for each in bounded.moves)
        assert bounded.moves[0].value == full.moves[0].value == max(map(float, values.values()))


@pytest.mark.parametrize("spec", MONTE_CARLO)
@pytest.mark.parametrize("board", ["gomoku", "7x6x4", "ultimate"])
def test_visits_add_up_and_are_the_policy(spec: str, board: str) -> None:
    game = inarow.load_game(board)
    state = game.state_from(game.new_initial_state().legal_actions()[20:21])
    decision = load_player(spec, game, seed=1).act(state, Limits(sims=700))
    visits = {each.action: each.visits or 0 for each in decision.moves}
    assert sum(visits.values()) == decision.stats["sims"] == 700
    assert {a: count / 700 for a, count in visits.items() if count} == pytest.approx(
        dict(decision.policy)
    )
    assert list(visits.values()) == sorted(visits.values(), reverse=True)
    assert decision.moves[0].value == decision.value
    priors = [each.prior for each in decision.moves]
    if spec == "heuristic-mcts":
        assert sum(prior or 0 for prior in priors) == pytest.approx(1, abs=1e-4)
    else:
        assert set(priors) == {None}


@pytest.mark.parametrize("spec", MONTE_CARLO)
def test_of_symmetric_moves_one_stands_for_all(spec: str) -> None:
    game = inarow.load_game("tictactoe")
    corners, sides = {0, 2, 6, 8}, {1, 3, 5, 7}
    for moves, groups in (("", [corners, sides, {4}]), ("b2", [corners, sides])):
        decision = load_player(spec, game, seed=1).act(game.state_from(moves), Limits(sims=60))
        actions = {each.action for each in decision.moves}
        assert [len(actions & group) for group in groups] == [1] * len(groups)
    unfolded = load_player("mcts:fold=0", game, seed=1).act(game.new_initial_state())
    assert len(unfolded.moves) == 9


def test_greedy_tells_its_scores_as_priors() -> None:
    game = inarow.load_game("gomoku")
    player = load_player("greedy", game, seed=1)
    decision = player.act(game.state_from("h8 a1 i9"))
    told = [each.prior for each in decision.moves]
    assert told == sorted(decision.policy.values(), reverse=True)[: len(told)]
    assert 2 <= len(told) < len(decision.policy)
    assert all(each.prior == decision.policy[each.action] for each in decision.moves)
    assert all(each.value is None for each in decision.moves)
    winning = player.act(game.state_from("h8 a1 i9 a3 j10 a5 k11 a7"))
    wins = {game.action_to_string(each.action) for each in winning.moves if each.value == 1}
    assert wins == {"g7", "l12"}
    assert winning.moves[0].action == winning.action


def test_random_has_no_opinion_and_a_forced_move_is_alone() -> None:
    game = inarow.load_game("tictactoe")
    state = game.state_from("a1 b2 b1")
    assert load_player("random", game, seed=1).act(state).moves == ()
    forced = load_player("mcts", game, seed=1).act(state, Limits(sims=20))
    assert [each.action for each in forced.moves] == [game.string_to_action("c1")]
    won = load_player("mcts", game, seed=1).act(game.state_from("a1 a2 b1 b2"), Limits(sims=20))
    assert won.moves == (Candidate(game.string_to_action("c1"), 0, None, 1.0),)

"""The players with values learned by TD: limits, proofs, and whose weights they use."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import inarow
from inarow.player import Limits
from inarow.players import load_player
from inarow.solving import solve
from tests.games import states

PLAYERS = ["td", "td-alphabeta", "td-mcts"]
SEARCHES = ["td-alphabeta", "td-mcts"]
SMALL = ["tictactoe", "4x3x3", "3x4x3:rule=standard", "4x4x4"]
SPECS = [*SMALL, "5x5x4", "9x7x4", "10x10x5", "20x20x5:rule=standard", "ultimate"]
WORTH = {"win": 1.0, "draw": 0.0, "loss": -1.0}


@settings(max_examples=60)
@given(states(st.sampled_from(SPECS)), st.integers(0, 3000))
def test_alphabeta_moves_at_any_limit(state: inarow.State, nodes: int) -> None:
    assume(not state.is_terminal())
    decision = load_player("td-alphabeta:mb=1", state.game, seed=1).act(state, Limits(nodes=nodes))
    assert state.is_legal(decision.action)
    assert decision.stats["nodes"] <= nodes
    assert decision.value is None or -1 <= decision.value <= 1
    line = state.clone()
    for action in decision.pv:
        line.apply_action(action)


@settings(max_examples=60)
@given(
    states(st.sampled_from(SPECS)),
    st.integers(1, 300),
    st.floats(0.01, 100.0),
    st.sampled_from([-1.0, 0.0, 0.3]),
)
def test_mcts_has_priors_and_a_policy_that_add_up(
    state: inarow.State, sims: int, spread: float, fpu: float
) -> None:
    assume(not state.is_terminal())
    player = load_player(f"td-mcts:spread={spread},fpu={fpu}", state.game, seed=1)
    decision = player.act(state, Limits(sims=sims))
    assert state.is_legal(decision.action)
    assert decision.stats["sims"] <= sims
    assert set(decision.policy) <= set(state.legal_actions())
    if decision.policy:
        assert sum(decision.policy.values()) == pytest.approx(1, abs=1e-6)
    else:
        assert decision.stats["proven"] is not None  # decided before any simulation
    priors = [each.prior for each in decision.moves if each.prior is not None]
    if decision.stats["sims"] > 0:
        assert sum(priors) == pytest.approx(1, abs=1e-4)


def test_the_first_simulation_follows_the_largest_prior() -> None:
    game = inarow.load_game("gomoku")
    state = game.state_from("h8 h7 i8 g8")
    decision = load_player("td-mcts", game, seed=1).act(state, Limits(sims=1))
    assert decision.action == max(decision.moves, key=lambda move: move.prior or 0).action


def test_every_move_of_a_lost_position_is_lost() -> None:
    """On ultimate several moves may lose at once, and none is better than the others."""
    game, seen = inarow.load_game("ultimate"), 0
    player = load_player("td", game, seed=1)
    for seed in range(300):
        state = game.new_initial_state()
        chance = load_player("random", game, seed=seed)
        while not state.is_terminal():
            decision = player.act(state)
            values = [move.value for move in decision.moves]
            if len(values) > 1 and min(value for value in values if value is not None) == -1:
                seen += 1
                assert values == [-1] * len(values)
            state.apply_action(chance.act(state).action)
    assert seen > 5


def test_a_small_spread_prefers_what_is_worth_most() -> None:
    """In the limit the priors are those of the best move alone, or of all moves alike."""
    game = inarow.load_game("10x10x5")
    state = game.state_from("e5 f6 e6 e7 g5")
    best = load_player("td", game, seed=1).act(state).action

    def priors(spread: float) -> dict[int, float]:
        player = load_player(f"td-mcts:spread={spread}", game, seed=1)
        return {each.action: each.prior or 0 for each in player.act(state, Limits(sims=200)).moves}

    narrow, even = priors(0.01), priors(100)
    assert max(narrow, key=lambda action: narrow[action]) == best
    assert narrow[best] > 2 * even[best]
    assert max(even.values()) < 1.5 * min(even.values())


@settings(max_examples=50)
@given(states(st.sampled_from(SMALL)), st.sampled_from(SEARCHES))
def test_what_is_proven_is_true(state: inarow.State, spec: str) -> None:
    assume(not state.is_terminal() and state.move_number() > 3)
    solution = solve(state)
    assert solution is not None
    decision = load_player(spec, state.game, seed=1).act(state, Limits(nodes=200_000, sims=2000))
    if spec == "td-alphabeta" and len(state.legal_actions()) <= 8:  # its width
        assert decision.stats["proven"] is not None
    if decision.stats["proven"] is not None:
        assert decision.stats["proven"] == solution.value
        assert decision.value == WORTH[solution.value]


@pytest.mark.parametrize("spec", ["10x10x5", "ultimate"])
def test_visits_add_up_and_are_the_policy(spec: str) -> None:
    game = inarow.load_game(spec)
    state = game.state_from(game.new_initial_state().legal_actions()[20:21])
    decision = load_player("td-mcts", game, seed=1).act(state, Limits(sims=700))
    visits = {each.action: each.visits or 0 for each in decision.moves}
    assert sum(visits.values()) == decision.stats["sims"] == 700
    assert {a: count / 700 for a, count in visits.items() if count} == pytest.approx(
        dict(decision.policy)
    )
    assert decision.moves[0].value == decision.value


def test_td_names_the_values_of_all_moves() -> None:
    game = inarow.load_game("5x5x4")
    state = game.state_from("c3 b2 d3")
    decision = load_player("td", game, seed=1).act(state)
    assert {each.action for each in decision.moves} == set(state.legal_actions())
    values = [each.value or 0 for each in decision.moves]
    assert values == sorted(values, reverse=True)
    assert decision.value == values[0]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    ("spec", "learned_on"),
    [
        ("tictactoe", ""),
        ("4x3x3", "tictactoe"),
        ("5x5x4", ""),
        ("5x5x4:rule=standard", "5x5x4"),
        ("20x20x4", "5x5x4"),
        ("10x10x5", ""),
        ("9x9x5", "10x10x5"),
        ("gomoku", ""),
        ("gomoku:size=19", "gomoku"),
        ("ultimate", ""),
        ("ultimate:tiebreak=boards", "ultimate"),
    ],
)
def test_the_note_names_the_board_or_the_rule_of_borrowed_weights(
    player: str, spec: str, learned_on: str
) -> None:
    game = inarow.load_game(spec)
    note = ""
    if learned_on:
        title = inarow.load_game(learned_on).title
        how = "with rule=freestyle" if game.rule == "standard" else "on another board"
        note = f"Uses weights learned {how}: {title}."
    assert load_player(player, game, seed=1).note == note


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("spec", ["7x7x6", "5x1x2", "12x12x7:rule=standard"])
def test_a_board_without_weights_is_one_sentence_with_the_command(player: str, spec: str) -> None:
    with pytest.raises(inarow.BadSpec) as error:
        load_player(player, inarow.load_game(spec))
    assert str(error.value) == (
        f"{player} has no weights for {spec}: learn them by inarow train td --game {spec} "
        f"--out runs/td, and play {player}:file=runs/td."
    )

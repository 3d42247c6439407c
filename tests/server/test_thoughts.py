"""Thoughts as they are sent: bounded and from the right side."""

import pytest

import inarow
from inarow.player import Candidate, Decision, Limits, Line, Progress, search_stats
from inarow.players import load_player
from inarow.server.search.allowed import allowed_players
from inarow.server.search.thoughts import MOST_CANDIDATES, MOST_PV, thought_of, thought_so_far

LONG = tuple(range(100))
FIGURES = tuple(Candidate(action, visits=100 - action, value=0.1) for action in range(100))


def test_a_decision_is_cut_to_what_people_read():
    lines = (Line(0.5, LONG, 12, 20, "win"),)
    stats = search_stats(nodes=1000, seconds=0.5, depth=12, selective_depth=20, proven="win")
    decision = Decision(0, 0.123456789, {0: 1.0}, LONG, stats, lines, FIGURES)
    thought = thought_of("engine", 7, decision)
    assert (thought.player, thought.ply, thought.action) == ("engine", 7, 0)
    assert (thought.value, thought.win) == (0.12346, 0.56173)
    assert (thought.nodes, thought.speed, thought.proven) == (1000, 2000.0, "win")
    assert len(thought.pv) == len(thought.lines[0].pv) == MOST_PV
    assert len(thought.candidates) == MOST_CANDIDATES
    assert (thought.candidates[0].visits, thought.candidates[0].share) == (100, 1.0)
    assert len(thought.model_dump_json()) < 10_000


def test_progress_tells_shares_of_visits_and_may_have_no_lines():
    moves = (Candidate(3, visits=30, prior=0.2), Candidate(5, visits=10))
    thought = thought_so_far("mcts", 2, Progress((), 400, 0.5, sims=40, depth=3, moves=moves))
    assert thought.action is None
    assert thought.value is None
    assert (thought.depth, thought.sims, thought.speed) == (3, 40, 800.0)
    assert [move.share for move in thought.candidates] == [0.75, 0.25]
    assert thought.candidates[0].prior == 0.2
    lines = (Line(-0.5, LONG, 4, 9), Line(-0.6, (7,), 4, 8))
    thought = thought_so_far("engine", 2, Progress(lines, 0, 0.0))
    assert (thought.value, thought.win, thought.depth) == (-0.5, 0.25, 4)
    assert thought.speed == 0.0
    assert [len(line.pv) for line in thought.lines] == [MOST_PV, 1]


def test_moves_that_are_all_alike_are_not_told():
    game = inarow.load_game("gomoku")
    decision = load_player("random", game, seed=1).act(game.new_initial_state())
    assert thought_of("random", 0, decision).candidates == []


@pytest.mark.parametrize("player", allowed_players(), ids=lambda player: player.name)
@pytest.mark.parametrize("spec", ["tictactoe", "gomoku", "ultimate"])
def test_every_player_has_a_thought(player, spec):
    game = inarow.load_game(spec)
    if not player.plays(game):
        return
    state = game.state_from(game.new_initial_state().legal_actions()[:1])
    decision = load_player(player.name, game, seed=1).act(state, Limits(nodes=300, sims=50))
    thought = thought_of(player.name, 1, decision)
    assert thought.action in state.legal_actions()
    assert {move.action for move in thought.candidates} <= set(state.legal_actions())

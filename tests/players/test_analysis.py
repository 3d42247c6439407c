"""What the engine tells while it thinks: lines, depths, progress."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow.errors import BadSpec
from inarow.player import Limits
from inarow.players import load_player

GAME = inarow.load_game("gomoku")
MIDDLE = "f6h4e8d10d11e13j4"


def engine(spec="engine:mb=4", game=GAME):
    return load_player(spec, game, seed=1)


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(["gomoku", "gomoku:size=20,rule=standard", "8x11x5"]),
    st.integers(0, 2**31),
    st.integers(0, 40),
    st.integers(1, 8),
)
def test_lines_are_of_different_moves_best_first(spec, seed, plies, wanted):
    game = inarow.load_game(spec)
    state = game.new_initial_state()
    chance = load_player("greedy", game, seed=seed)
    while state.move_number() < plies and not state.is_terminal():
        state.apply_action(chance.act(state).action)
    if state.is_terminal():
        state.undo_action()
    decision = engine(game=game).analyse(state, Limits(nodes=3000), lines=wanted)
    lines = decision.lines
    assert len(lines) <= wanted
    assert len({line.pv[0] for line in lines}) == len(lines)
    for line in lines:
        copy = state.clone()
        for action in line.pv:
            copy.apply_action(action)  # raises if it is not legal
    if lines:
        assert (decision.action, decision.pv) == (lines[0].pv[0], lines[0].pv)
        assert decision.value == lines[0].value
        assert decision.stats["depth"] == lines[0].depth
        same = [line.value for line in lines if line.depth == lines[0].depth and not line.proven]
        assert same == sorted(same, reverse=True)
        assert decision.stats["selective_depth"] == lines[0].selective_depth


def test_one_line_is_the_search_of_act():
    state = GAME.state_from(MIDDLE)
    plain, asked = engine().act(state, Limits(nodes=20_000)), []
    told = engine().analyse(state, Limits(nodes=20_000), lines=1, on_progress=asked.append)
    assert plain.pv == told.pv
    assert plain.value == told.value
    assert plain.stats["nodes"] == told.stats["nodes"]
    # What was told last is told again while the next depth takes its time.
    depths = dict.fromkeys(progress.depth for progress in asked if progress.lines)
    assert [*depths] == [*range(1, told.stats["depth"] + 1)]


def test_each_line_is_the_best_without_the_better_ones():
    state = GAME.state_from(MIDDLE)
    lines = engine().analyse(state, Limits(depth=2), lines=5).lines
    assert len(lines) == 5
    assert all(line.depth == 2 and line.selective_depth >= 2 for line in lines)
    values = [line.value for line in lines]
    assert values == sorted(values, reverse=True)
    first = engine().act(state, Limits(depth=2))
    assert (first.pv, first.value) == (lines[0].pv, lines[0].value)


def test_what_wins_comes_first_and_is_proven_and_others_follow():
    state = GAME.state_from("h8 a1 i9 a3 j10 a5")  # an open three of its own
    lines = engine().analyse(state, Limits(nodes=30_000), lines=3).lines
    assert lines[0].proven == "win"
    assert lines[0].value == 1
    assert lines[1].pv[0] != lines[0].pv[0]
    assert lines[2].value < 1


def test_a_forced_answer_has_no_alternatives():
    state = GAME.state_from("h8 g7 i9 a3 j10 a5 k11")
    decision = engine().analyse(state, Limits(nodes=5000), lines=3)
    assert GAME.action_to_string(decision.action) == "l12"
    assert len(decision.lines) == 1
    quick = engine().act(state, Limits(time=60))
    assert GAME.action_to_string(quick.action) == "l12"
    assert quick.stats["nodes"] < 200_000  # it did not think for a minute


def test_progress_is_told_from_the_thread_that_asked_while_it_thinks():
    here, seen = threading.get_ident(), []

    def listen(progress):
        seen.append((threading.get_ident(), time.perf_counter(), progress))

    decision = engine("engine:mb=4,threads=2").analyse(
        GAME.state_from(MIDDLE), Limits(time=3.0), on_progress=listen
    )
    end = time.perf_counter()
    assert {thread for thread, _, _ in seen} == {here}
    assert end - seen[0][1] > 0.5  # not all at the end
    depths = [progress.depth for _, _, progress in seen]
    assert depths == sorted(depths)
    nodes = [progress.nodes for _, _, progress in seen]
    assert nodes == sorted(nodes)
    assert nodes[-1] <= decision.stats["nodes"]
    assert decision.speed == pytest.approx(decision.stats["nodes"] / decision.stats["seconds"])


def test_a_listener_that_raises_ends_the_search():
    class Enough(Exception):
        pass

    def listen(progress):
        raise Enough

    player = engine()
    begun = time.perf_counter()
    with pytest.raises(Enough):
        player.analyse(GAME.state_from(MIDDLE), Limits(time=60), on_progress=listen)
    assert time.perf_counter() - begun < 30
    assert player.act(GAME.state_from(MIDDLE), Limits(nodes=100)).action >= 0


def test_a_listener_does_not_make_it_think_on_about_a_forced_move():
    state = GAME.state_from("h8 g7 i9 a3 j10 a5 k11")
    heard = engine().analyse(state, Limits(time=60), on_progress=lambda progress: None)
    assert heard.stats["nodes"] < 200_000
    thorough = engine().analyse(state, Limits(nodes=20_000), thorough=True)
    assert thorough.stats["depth"] > heard.stats["depth"] or thorough.value in (-1, 1)


def test_lines_and_the_network_make_the_figures():
    state = GAME.state_from(MIDDLE)
    decision = engine().analyse(state, Limits(nodes=10_000), lines=3)
    leaders, others = decision.moves[:3], decision.moves[3:]
    assert [(each.action, each.value) for each in leaders] == [
        (line.pv[0], line.value) for line in decision.lines
    ]
    assert {each.action for each in decision.moves} == set(state.legal_actions())
    assert sum(each.prior for each in decision.moves) == pytest.approx(1)
    assert all(each.value is None for each in others)
    assert [each.prior for each in others] == sorted((e.prior for e in others), reverse=True)
    without = engine("engine:mb=4,network=none").act(state, Limits(nodes=2000))
    assert [each.prior for each in without.moves] == [None]


def test_players_without_lines_tell_none():
    player = load_player("threat:depth=2", GAME, seed=1)
    decision = player.analyse(GAME.state_from(MIDDLE), Limits(nodes=1000), lines=3)
    assert decision.lines == ()
    assert decision.stats["selective_depth"] == 0
    with pytest.raises(BadSpec, match="0 lines"):
        player.analyse(GAME.state_from(MIDDLE), lines=0)


def test_it_stops_early_on_a_clock_and_keeps_to_it():
    """With an hour on the clock, the usual share of two minutes is not used for a clear move."""
    state = GAME.state_from("h8 g7 i9 a3 j10 a5 k11")
    player = engine()
    assert player.act(state, Limits(left=3600.0)).stats["seconds"] < 30
    decision = player.act(GAME.state_from(MIDDLE), Limits(left=6.0))
    assert decision.stats["seconds"] < 1.5  # its share is 0.2, and three times that at most

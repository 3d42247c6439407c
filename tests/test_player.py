"""The interface of players: limits that end every search, and actors that become players."""

import math
from numbers import Integral, Real

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import inarow
from inarow.analysis.threats import find_victory
from inarow.player import MOST_DEPTH, MOST_NODES, MOST_SECONDS, Decision, Limits, as_player
from inarow.solving import solve

SECONDS = ["time", "left", "increment", "most"]
COUNTS = {"nodes": MOST_NODES, "sims": MOST_NODES, "depth": MOST_DEPTH}
numbers = st.floats() | st.integers()


@given(st.sampled_from(SECONDS), numbers)
@example("time", -0.0)
@example("time", math.nan)
@example("time", math.inf)
@example("left", -math.inf)
@example("most", 10**400)
def test_seconds_are_from_0_up_and_finite(name, number):
    if 0 <= number <= MOST_SECONDS:
        assert Limits(**{name: number}) == Limits(**{name: number})
    else:
        with pytest.raises(inarow.BadSpec, match=f"^{name}=.* {name} must be a number of seconds"):
            Limits(**{name: number})


@given(st.sampled_from([*COUNTS]), numbers)
@example("nodes", math.nan)
@example("sims", 3.0)
@example("sims", MOST_NODES + 1)
@example("depth", MOST_DEPTH)
@example("depth", MOST_DEPTH + 1)
def test_counts_are_whole_numbers_of_the_core(name, number):
    if isinstance(number, int) and 0 <= number <= COUNTS[name]:
        assert Limits(**{name: number}) == Limits(**{name: number})
    else:
        with pytest.raises(inarow.BadSpec, match=f"^{name}=.* {name} must be a whole number"):
            Limits(**{name: number})


@pytest.mark.parametrize("name", [*SECONDS, *COUNTS])
@pytest.mark.parametrize("value", ["1", [], 1j])
def test_what_is_no_number_is_no_limit(name, value):
    with pytest.raises(inarow.BadSpec, match=name):
        Limits(**{name: value})


ENDS_ANY_SEARCH = {"time": 0.01, "nodes": 50}
accepted = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(SECONDS, st.floats(0, MOST_SECONDS) | st.integers(0, int(MOST_SECONDS))),
        **{name: st.integers(0, most) for name, most in COUNTS.items()},
    },
)


@pytest.mark.parametrize("spec", ["mcts", "deepening", "engine:mb=4"])
@settings(max_examples=30)
@given(fields=accepted, end=st.sampled_from([*ENDS_ANY_SEARCH]))
def test_the_smallest_limit_ends_the_search(spec, fields, end):
    game = inarow.load_game("9x9x5")
    state = game.state_from("e5")
    player = inarow.load_player(spec, game, seed=1)
    limits = Limits(**{**fields, end: ENDS_ANY_SEARCH[end]})
    assert state.is_legal(player.act(state, limits).action)


@pytest.mark.parametrize("bad", [math.nan, -1, -1.0])
@pytest.mark.parametrize("name", ["time", "nodes"])
def test_searches_that_are_no_players_refuse_the_same(name, bad):
    state = inarow.load_game("gomoku").state_from("h8")
    for search in (solve, find_victory):
        with pytest.raises(inarow.BadSpec, match=f"{name}={bad} is out of range"):
            search(state, **{name: bad})


def test_numbers_of_numpy_are_numbers():
    mask = inarow.load_game("gomoku").new_initial_state().legal_actions_mask()
    limits = Limits(nodes=mask.sum(), time=mask.mean())
    assert isinstance(limits.nodes, Integral)
    assert isinstance(limits.time, Real)


class OnlyActs:
    def act(self, state, limits=None):
        return Decision(state.legal_actions()[0])


class Everything(OnlyActs):
    def __init__(self):
        self.called = []

    def stop(self):
        self.called.append("stop")

    def close(self):
        self.called.append("close")


def test_an_actor_is_wrapped_with_all_defaults():
    state = inarow.load_game("tictactoe").new_initial_state()
    with as_player(OnlyActs()) as player:
        player.stop()
        assert player.act(state).action == 0
        assert player.analyse(state, lines=3, thorough=True).action == 0
        assert (player.version, player.is_timed) == ("", False)
    player.close()


def test_an_actor_is_stopped_and_closed_if_it_can_be():
    actor = Everything()
    with as_player(actor) as player:
        player.stop()
    assert actor.called == ["stop", "close"]


def test_names_that_mean_something_else_are_not_called():
    class Flags(OnlyActs):
        stop = False
        close = 3

    with as_player(Flags()) as player:
        player.stop()


def test_stats_are_complete_whatever_a_player_tells():
    odd = Decision(0, stats=dict.fromkeys("abcdefg", 1))
    assert odd.stats.keys() > inarow.search_stats().keys()
    assert odd.speed == 0


def test_a_player_is_not_wrapped_again():
    player = as_player(OnlyActs())
    assert as_player(player) is player


@pytest.mark.parametrize("thing", [None, 3, "greedy", object(), Decision(0)])
def test_what_cannot_act_is_refused(thing):
    with pytest.raises(inarow.BadSpec, match=r"is not a player: it has no method act\."):
        as_player(thing)


def test_a_player_must_act():
    class Idle(inarow.Player):
        pass

    with pytest.raises(TypeError, match="act"):
        Idle()

"""The time an engine gives itself, by what the manager has said."""

import pytest

from inarow.protocols.gomocup.clock import DEFAULT_TURN, QUICK, Clock
from inarow.time_manager import turn_time


@pytest.fixture
def clock():
    return Clock(turn_time)


def think(clock, waited=0.0, plies=0):
    return clock.think_time(waited, plies, 400)


def test_nothing_said(clock):
    assert DEFAULT_TURN - 0.2 < think(clock) < DEFAULT_TURN


@pytest.mark.parametrize("limit", [1, 10, 50, 100, 500, 1000, 5000, 30_000, 300_000])
def test_a_turn_leaves_a_margin(clock, limit):
    clock.set_turn(limit)
    allowed = limit / 1000
    assert 0 < think(clock) <= max(0.001, 0.99 * allowed)
    if limit >= 100:
        assert think(clock) <= allowed - 0.05
        assert think(clock) >= 0.4 * allowed
    # Time that has passed since the command came is not there any more.
    assert think(clock, waited=allowed / 2) < max(0.002, allowed / 2)


def test_turn_limit_0_is_as_fast_as_possible(clock):
    clock.set_turn(0)
    assert think(clock) == QUICK
    clock.set_left(100)
    assert think(clock) <= 0.01
    clock.set_left(-5)
    assert think(clock) == 0.001


def test_the_match_clock_counts_if_it_is_shorter(clock):
    clock.set_turn(30_000)
    clock.set_left(180_000)
    assert 5 < think(clock) < 6
    clock.set_left(1_800_000)
    assert 29 < think(clock) < 30
    clock.set_left(2_147_483_647)  # what Piskvork sends for no limit
    assert 29 < think(clock) < 30
    clock.set_left(2**63 // 2)  # and c-gomoku-cli
    assert 29 < think(clock) < 30
    clock.set_left(-1_000)
    assert think(clock) == 0.001


def test_only_a_match_limit(clock):
    clock.set_match(60_000)
    assert clock.left == 60
    clock.spend(20)
    assert clock.left == 40
    clock.new_match()
    assert clock.left == 60
    clock.set_match(0)
    assert clock.left == float("inf")


def test_time_left_is_kept_until_it_is_used(clock):
    clock.set_left(10_000)
    clock.new_match()  # limits may come before START
    assert clock.left == 10
    clock.spend(4)
    assert clock.left == 6
    clock.set_match(100_000)  # told again, but the time left is known better
    assert clock.left == 6
    clock.new_match()
    assert clock.left == 100


def test_increments(clock):
    clock.set_left(10_000)
    clock.set_increment(2_000)
    clock.spend(3)
    assert clock.left == 9


def test_a_match_of_many_moves_never_runs_out(clock):
    clock.set_turn(5_000)
    clock.set_match(20_000)
    clock.new_match()
    for plies in range(0, 120, 2):
        clock.spend(think(clock, plies=plies) + 0.005)
        assert clock.left > 0

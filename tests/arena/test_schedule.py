"""Schedules: who meets whom, and that results decide the rest."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.schedule import FORMATS, TIE_BREAKS, schedule_of
from inarow.arena.statistics.cross_table import Counts
from inarow.errors import BadSpec


def names(count):
    return [f"p{i}" for i in range(count)]


def better_seed_wins(pairing):
    """p0 beats everybody, p1 everybody else, and so on."""
    first, second = (int(player[1:]) for player in pairing.players)
    return Counts(pairing.games, 0, 0) if first < second else Counts(0, 0, pairing.games)


def all_drawn(pairing):
    return Counts(0, pairing.games, 0)


def rounds(form, players, games=2, number=None, score=better_seed_wins):
    return list(schedule_of(form)(players, games, number, score))


@pytest.mark.parametrize("form", FORMATS)
@given(count=st.integers(2, 17))
def test_pairings_are_numbered_and_nobody_meets_itself(form, count):
    pairings = [p for turn in rounds(form, names(count)) for p in turn]
    assert [p.number for p in pairings] == list(range(len(pairings)))
    assert all(p.players[0] != p.players[1] for p in pairings)
    assert {player for p in pairings for player in p.players} <= set(names(count))


@given(count=st.integers(2, 12))
def test_round_robin_is_every_pair_once(count):
    (only,) = rounds("round-robin", names(count))
    assert Counter(frozenset(p.players) for p in only) == Counter(
        frozenset(pair) for pair in combinations(names(count), 2)
    )


def test_gauntlet_is_the_first_against_each():
    (only,) = rounds("gauntlet", names(5))
    assert [p.players for p in only] == [("p0", f"p{i}") for i in range(1, 5)]


@given(count=st.integers(2, 40))
def test_knockout_takes_one_out_in_each_tie(count):
    turns = rounds("knockout", names(count))
    assert sum(len(turn) for turn in turns) == count - 1
    losers = [max(p.players, key=lambda n: int(n[1:])) for turn in turns for p in turn]
    assert len(set(losers)) == count - 1
    # The favourites meet last.
    assert set(turns[-1][0].players) == {"p0", "p1"}


def test_tied_knockouts_go_on_and_then_the_better_seed_does():
    turns = rounds("knockout", names(4), games=4, score=all_drawn)
    assert len(turns) == 2 * (1 + TIE_BREAKS)
    assert [turn[0].games for turn in turns[: 1 + TIE_BREAKS]] == [4, 2, 2, 2]
    assert turns[-1][0].players == ("p0", "p1")
    # No opening comes twice: numbers of games go on, in whole pairs.
    assert [turn[0].first for turn in turns[: 1 + TIE_BREAKS]] == [0, 4, 6, 8]
    odd = rounds("knockout", names(2), games=3, score=all_drawn)
    assert [list(turn[0].game_numbers) for turn in odd] == [[0, 1, 2], [4, 5], [6, 7], [8, 9]]


@given(count=st.integers(2, 20), number=st.integers(1, 6))
def test_swiss_plays_everybody_each_round_and_repeats_nothing_it_need_not(count, number):
    turns = rounds("swiss", names(count), number=number)
    assert len(turns) == number
    for turn in turns:
        seen = Counter(player for p in turn for player in p.players)
        assert set(seen.values()) == {1}
        assert len(turn) == count // 2
    met = Counter(frozenset(p.players) for turn in turns for p in turn)
    if number < count // 2:
        assert max(met.values()) == 1


def test_swiss_brings_equals_together():
    turns = rounds("swiss", names(8), number=3)
    assert {"p0", "p1"} <= {player for p in turns[0] for player in p.players}
    # Who has won both games meets another who has.
    points = Counter()
    for turn in turns[:2]:
        for p in turn:
            points[min(p.players, key=lambda n: int(n[1:]))] += 1
    leaders = {name for name, won in points.items() if won == 2}
    assert any(set(p.players) == leaders for p in turns[2])


def test_an_unknown_format_is_named():
    with pytest.raises(BadSpec, match="did you mean swiss"):
        schedule_of("swis")

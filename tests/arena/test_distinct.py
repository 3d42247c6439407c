"""Counting different games: exact while they are few, close when they are many."""

from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.statistics import distinct_games
from inarow.arena.statistics.distinct_games import DistinctCounter, fingerprint


@given(st.lists(st.lists(st.integers(0, 399), max_size=6).map(tuple)))
def test_few_are_counted_exactly(games):
    counter = DistinctCounter()
    counter.add(map(fingerprint, games))
    assert counter.is_exact
    assert counter.count() == len(set(games))


def test_many_are_estimated_in_bounded_memory(monkeypatch):
    monkeypatch.setattr(distinct_games, "KEPT", 4096)
    counter = DistinctCounter()
    for start in range(0, 100_000, 1000):
        marks = [fingerprint([n & 511, n >> 9]) for n in range(start, start + 1000)]
        counter.add(marks)
        counter.add(marks)  # repeats change nothing
    assert not counter.is_exact
    assert len(counter._kept) <= 2 * 4096
    assert abs(counter.count() / 100_000 - 1) < 5 / 4096**0.5

"""The history of ratings has a bounded number of points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.ratings import fit_ratings
from inarow.server.lab.rating_history import POINTS, RatingHistory


@given(st.integers(1, 2000), st.integers(1, 2600))
def test_a_history_has_few_points_and_the_last(games, longest):
    longest = max(games, longest)
    history = RatingHistory(["a", "b"], longest)
    history._now = lambda: (history._games, [0.0, 0.0])  # a fit takes a millisecond
    for _ in range(games):
        history.add("a", "b", 1.0)
    points = [at for at, _ in history.points]
    assert len(points) <= POINTS
    assert points == sorted(set(points))
    assert points[-1] == games


def test_the_last_point_is_the_table():
    """On the page both are whole numbers, of ratings that must not be rounded before."""
    players = ["a", "b", "c"]
    history, table = RatingHistory(players, 40), CrossTable(players)
    for game in range(40):
        first, second = players[game % 3], players[(game + 1) % 3]
        result = float((game * 7) % 3 - 1)
        history.add(first, second, result)
        table.add(first, second, result)
    _, elo = history.points[-1]
    ratings = fit_ratings(table)
    assert elo == pytest.approx([ratings.of(name).elo for name in players], abs=1e-4)

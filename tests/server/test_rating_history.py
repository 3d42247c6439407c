"""The history of ratings has a bounded number of points."""

from hypothesis import given
from hypothesis import strategies as st

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

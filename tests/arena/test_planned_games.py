"""How many games a tournament has, beside the games that its schedule really asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.schedule import FORMATS, most_games, planned_games, schedule_of
from inarow.arena.statistics.cross_table import Counts


def played(name, players, games, rounds, counts):
    """The games of a schedule whose pairings all have the result that ``counts`` gives."""
    names = [f"player {number}" for number in range(players)]
    schedule = schedule_of(name)(names, games, rounds, lambda pairing: counts(pairing.games))
    return sum(pairing.games for pairings in schedule for pairing in pairings)


@pytest.mark.parametrize("name", FORMATS)
@given(players=st.integers(2, 9), games=st.integers(1, 7), rounds=st.none() | st.integers(1, 6))
def test_as_many_games_are_planned_as_the_schedule_has(name, players, games, rounds):
    def won(games):
        return Counts(wins=games)

    def tied(games):
        return Counts(draws=games)

    given = (name, players, games, rounds)
    assert planned_games(*given) == played(*given, won)
    assert most_games(*given) == played(*given, tied)

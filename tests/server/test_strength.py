"""The order of players: strongest first on each game, as the map of the methods says."""

import pytest

from inarow.games import load_game
from inarow.server.play.methods import method_map
from inarow.server.play.views import game_info
from inarow.server.search.allowed import allowed_players, allowed_players_of
from inarow.server.search.strength import nearest_game, strongest_first


@pytest.mark.parametrize("measured", method_map().games, ids=lambda each: each.game)
def test_players_stand_in_the_order_of_the_methods_page(measured):
    game = load_game(measured.game)
    shown = [row.name for row in measured.players]
    expected = ["engine", *(name for name in shown if name != "engine")]
    assert [player.name for player in allowed_players_of(game)] == expected
    assert game_info(game).players == expected


def test_the_order_differs_between_games():
    """The cases that a single list for all games had wrong."""
    gomoku = game_info(load_game("gomoku")).players
    assert gomoku.index("td-alphabeta") < gomoku.index("threat") < gomoku.index("td-mcts")
    assert gomoku.index("greedy") < gomoku.index("mcts") < gomoku.index("shared-mcts")
    ultimate = game_info(load_game("ultimate")).players
    assert ultimate.index("td-mcts") < ultimate.index("deepening") < ultimate.index("td")


@pytest.mark.parametrize(
    ("game", "nearest"),
    [
        ("gomoku:size=19,rule=standard", "gomoku"),
        ("gomoku:size=9", "10x10x5"),
        ("19x19x6", "gomoku"),
        ("4x4x3", "tictactoe"),
        ("7x6x4", "5x5x4"),
        ("ultimate", "ultimate"),
    ],
)
def test_a_game_that_was_not_measured_has_the_order_of_the_nearest(game, nearest):
    found = nearest_game(load_game(game))
    assert load_game(found) == load_game(nearest)
    players = [player.name for player in allowed_players_of(load_game(game))]
    order = [player.name for player in strongest_first(allowed_players(), load_game(nearest))]
    assert players == [name for name in order if name in players]


def test_players_without_a_rating_come_last_in_the_usual_order():

    game = load_game("ultimate")
    rated = {
        row.name for each in method_map().games if each.game == "ultimate" for row in each.players
    }
    everybody = [player.name for player in strongest_first(allowed_players(), game)]
    unrated = [player.name for player in allowed_players() if player.name not in rated]
    assert len(unrated) > 1
    assert everybody[-len(unrated) :] == unrated

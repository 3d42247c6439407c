"""The map of the methods: what the server says is what was measured, and complete."""

import json
from importlib import resources
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from inarow.games import load_game
from inarow.players import PLAYERS
from inarow.server.app import create_app
from inarow.server.config import Config
from inarow.server.play.methods import algorithm_page, method_map
from inarow.server.schema.methods import MethodMap
from inarow.server.search.strength import FILE

ROOT = Path(__file__).parents[2]
GAMES = ["tictactoe", "5x5x4", "10x10x5", "gomoku", "ultimate"]


def test_the_route_gives_what_the_file_has(tmp_path):
    with TestClient(create_app(Config(folder=tmp_path)), base_url="http://localhost") as client:
        answer = client.get("/api/methods")
    assert answer.status_code == 200
    found = MethodMap.model_validate(answer.json())
    stored = json.loads(resources.files("inarow.data").joinpath(FILE).read_text("utf-8"))
    assert found.command == stored["command"]
    for game, kept in zip(found.games, stored["games"], strict=True):
        shown = [(row.name, row.elo, row.elo_low, row.elo_high) for row in game.players]
        expected = [
            (row["name"], row["elo"], row["elo_low"], row["elo_high"]) for row in kept["players"]
        ]
        assert shown == expected


def test_the_map_is_of_a_whole_kind_of_run():
    """Not of --quick, whose ratings say nothing."""
    found = method_map()
    assert "--quick" not in found.command
    assert [game.game for game in found.games] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_player_of_a_game_is_there(game):
    loaded = load_game(game)
    players = {each.name for each in PLAYERS if not each.runs_program and each.plays(loaded)}
    (found,) = (each for each in method_map().games if each.game == game)
    assert {row.name for row in found.players} == players
    ratings = [row.elo for row in found.players]
    assert ratings == sorted(ratings, reverse=True)
    assert all(row.elo_low < row.elo < row.elo_high for row in found.players)
    assert all(row.wins + row.draws + row.losses == row.games > 0 for row in found.players)


@pytest.mark.parametrize("player", [each.name for each in PLAYERS if not each.runs_program])
def test_every_method_has_a_page(player):
    _, _, path = algorithm_page(player).rpartition("/docs/")
    assert (ROOT / "docs" / path).is_file()

"""What somebody who means harm would try; most of it is refused elsewhere, this was found here."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import make_url

from inarow.server.config import Config
from inarow.server.play import files
from inarow.server.schema.play import Imported
from inarow.server.storage import StorageFailed
from tests.server.live import HUMAN, serving


@pytest.fixture(scope="module")
def site(tmp_path_factory, shared_database_url):
    with serving(tmp_path_factory.mktemp("hostile"), shared_database_url) as site:
        yield site


# One who asks for too much ------------------------------------------------------------------------


def test_who_floods_does_not_use_up_what_others_of_the_address_have(tmp_path):
    limits = {"requests_of_one": (0.01, 10), "requests_of_address": (0.01, 30)}
    with serving(tmp_path, **limits) as site:
        ann, bob = site.person(), site.person()
        for _ in range(100):
            ann.get("/api/health")
        assert bob.get("/api/health").status_code == 200


def test_who_makes_many_games_does_not_use_up_what_others_of_the_address_have(tmp_path):
    limits = {"new_games_of_one": (0.01, 3), "new_games_of_address": (0.01, 10)}
    with serving(tmp_path, **limits) as site:
        ann, bob = site.person(), site.person()
        body = {"game": "tictactoe", "seats": [HUMAN, HUMAN]}
        for _ in range(20):
            ann.post("/api/games", body)
        assert bob.post("/api/games", body).status_code == 201


def test_tournaments_of_an_address_are_limited_whoever_asks(tmp_path):
    with serving(tmp_path, new_runs_of_address=(0.01, 3)) as site:
        body = {"players": ["random", "greedy"], "games": 1}
        codes = [site.person().post("/api/lab/tournaments", body).status_code for _ in range(5)]
        assert codes == [201] * 3 + [429] * 2
        assert len(list((tmp_path / "lab").iterdir())) == 3


def test_files_are_read_a_few_at_once(tmp_path, monkeypatch):
    """Python reads them, so many at once would hold up all the others."""
    reading: list[int] = []
    together: list[int] = []

    def read(request):
        reading.append(1)
        together.append(len(reading))
        time.sleep(0.05)
        reading.pop()
        return Imported(format="psq", games=[], more=False)

    monkeypatch.setattr(files, "_read", read)
    with serving(tmp_path) as site, ThreadPoolExecutor(8) as threads:
        ann = site.person()
        ann.cookie()
        sent = [threads.submit(ann.post, "/api/import", {"text": "x"}) for _ in range(8)]
        assert {one.result().status_code for one in sent} == {200}
    assert max(together) == 1


# What is sent -------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [[True], ["1"], [None], [1.5]])
def test_a_cell_is_a_number(site, moves):
    answer = site.person().post("/api/position", {"game": "tictactoe", "moves": moves})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "body",
    [b'{"game": "\xff"}', b"[" * 100_000, b'{"moves":' * 50_000, b"9" * 5000],
    ids=["no UTF-8", "deep lists", "deep objects", "a long number"],
)
def test_bodies_that_cannot_be_read_are_explained(site, body):
    answer = site.person().http.post(
        "/api/position", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert answer.json()["message"] == "This is not JSON; every message must be JSON."


def test_what_is_kept_is_in_its_short_form(site):
    seats = [{"kind": "level", "level": " MASTER\t"}, {"kind": "player", "spec": " Greedy "}]
    game = site.person().post("/api/games", {"game": " TicTacToe ", "seats": seats}).json()
    assert game["seats"][0]["level"] == "master"
    assert game["seats"][1]["spec"] == "greedy"
    assert game["game"]["spec"] == "tictactoe"


@pytest.mark.parametrize("name", ["%00", "%F0%9F%98%80", "a" * 41, "a%20b", "%27"])
def test_a_database_is_not_asked_for_what_is_no_name_of_a_game(site, monkeypatch, name):
    async def load(*_):
        raise StorageFailed("PostgreSQL text fields cannot contain NUL bytes")

    monkeypatch.setattr(site.services.store.games, "load", load)
    with site.person().watch(name) as watch:
        assert watch.refused()["error"] == "not-found"


# What is told -------------------------------------------------------------------------------------


def test_what_a_database_says_stays_on_the_server(tmp_path, caplog):
    secret = 'connection to "db.inside", user "inarow" failed'

    async def fail(*_, **__):
        raise StorageFailed(secret)

    with serving(tmp_path) as site:
        ann = site.person()
        game = ann.new_game()
        with ann.watch(game) as watch:
            watch.until_you()
            site.services.store.games.add_move = fail
            watch.move("b2")
            assert "database" in watch.refused()["message"]
            assert secret not in json.dumps(watch.errors)
        site.services.store.games.list_of = fail
        answer = ann.get("/api/games")
        assert answer.status_code == 503
        assert secret not in answer.text
        assert secret in caplog.text


# Where things are kept ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["50%25", "what?mode=ro", "a#b", "a b&c=d@e:f"])
def test_a_folder_may_have_any_name(tmp_path, name):
    folder = tmp_path / name
    assert make_url(Config(folder=folder).database).database == str(folder / "inarow.db")
    with serving(folder) as site:
        site.person().new_game()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (folder / "inarow.db").stat().st_size

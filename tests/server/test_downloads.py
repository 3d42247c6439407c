"""Files of the lab's runs: whole, under safe names, and nothing besides them."""

import asyncio
import csv
import io
import json
import re
import tomllib
import zipfile

import pytest

from inarow.arena.tournament import GAMES_FILE
from inarow.errors import BadFile
from inarow.protocols.formats import find_format
from inarow.runlog import EVENTS_FILE
from inarow.server.edge.refusals import NotNow, TooMany
from inarow.server.lab import downloads
from inarow.server.lab.downloads import Exporter, filename_of
from inarow.server.lab.game_index import GameIndex
from tests.server.lab_client import (
    YOU,
    a_server,
    create_run,
    finished,
    lab_of,
    view,
    wait_for,
)

TOURNAMENT = {"players": ["random", "greedy", "mcts:sims=20"], "game": "tictactoe", "games": 4}
TRAINING = {"learner": "tabular", "game": "tictactoe", "games": 400, "seed": 3}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with a_server(tmp_path_factory.mktemp("lab")) as client:
        yield client


@pytest.fixture(scope="module")
def tournament(client):
    run = create_run(client, "tournaments", TOURNAMENT)
    wait_for(client, run, finished)
    return run


@pytest.fixture(scope="module")
def training(client):
    run = create_run(client, "trainings", TRAINING)
    wait_for(client, run, finished)
    return run


def listed(client, run):
    return view(client, run)["files"]


def download(client, run, name):
    """The content of a file; anybody may have it."""
    answer = client.get(f"/api/lab/runs/{run}/files/{name}", headers=YOU)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    saved = re.fullmatch(
        r'attachment; filename="([a-z0-9-]+-[\w-]+-[a-z]+\.[a-z0-9]+)"',
        answer.headers["Content-Disposition"],
    )
    assert saved[1].endswith(f"-{run}-{name}")
    return answer.content


def rows_of(content):
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def test_the_files_of_a_tournament(client, tournament):
    assert listed(client, tournament) == ["ratings.csv", "games.jsonl", "games.sgf", "report.html"]
    ratings = rows_of(download(client, tournament, "ratings.csv"))
    table = view(client, tournament)["tournament"]["table"]
    assert [row["name"] for row in ratings] == [row["name"] for row in table]
    assert [row["place"] for row in ratings] == ["1", "2", "3"]
    for row, shown in zip(ratings, table, strict=True):
        assert float(row["elo"]) == shown["elo"]
        assert int(row["wins"]) == shown["wins"]

    written = (lab_of(client).folder / tournament / GAMES_FILE).read_bytes()
    assert download(client, tournament, "games.jsonl") == written
    formats = [find_format(name) for name in ("jsonl", "sgf")]
    games, again = (
        list(each.read(io.BytesIO(download(client, tournament, f"games.{each.name}"))))
        for each in formats
    )
    assert len(games) == 12
    assert [game.moves for game in again] == [game.moves for game in games]

    report = download(client, tournament, "report.html").decode()
    assert "mcts:sims=20" in report
    assert "Cross table" in report
    assert str(lab_of(client).folder) not in report


def test_the_files_of_a_training(client, training):
    assert listed(client, training) == [
        "events.csv",
        "events.jsonl",
        "plots.zip",
        "best.tabular",
        "model.tabular",
        "settings.toml",
    ]
    folder = lab_of(client).folder / training
    events = [json.loads(line) for line in download(client, training, "events.jsonl").splitlines()]
    rows = rows_of(download(client, training, "events.csv"))
    assert [row["kind"] for row in rows] == [event["kind"] for event in events]
    assert [row["games"] for row in rows] == [str(event["games"]) for event in events]
    assert {key for event in events for key in event} == rows[0].keys()
    for name in ("best.tabular", "model.tabular"):
        assert download(client, training, name) == (folder / name).read_bytes()
    settings = tomllib.loads(download(client, training, "settings.toml").decode())
    assert (settings["learner"], settings["seed"]) == ("tabular", 3)
    with zipfile.ZipFile(io.BytesIO(download(client, training, "plots.zip"))) as archive:
        assert {"win-rates.svg", "results.svg", "figures.svg"} <= set(archive.namelist())
        assert all(
            archive.read(name).startswith((b"<?xml", b"<svg")) for name in archive.namelist()
        )
    assert not (folder / "plots").exists()  # the run itself is not changed


@pytest.mark.parametrize(
    "name",
    [
        "tournament.json",
        "state.json",
        "worker.log",
        "events.jsonl",  # of the other kind
        "..%2f..%2finarow.db",
        "..%2Fsettings.toml",
        "%2e%2e",
        "games.jsonl%00",
        "games.jsonl%0d%0aSet-Cookie:%20a=b",
        "x" * 500,
    ],
)
def test_no_other_file_can_be_had(client, tournament, name):
    answer = client.get(f"/api/lab/runs/{tournament}/files/{name}")
    assert answer.status_code in {404, 422}
    assert "Set-Cookie: a" not in str(answer.headers)


@pytest.mark.parametrize(
    "run", ["nothing", "..", "%2e%2e", "..%2f..", 'a"b', "a%0d%0ab", "%00", "a" * 65, "é"]
)
@pytest.mark.parametrize("path", ["files/ratings.csv", "files/report.html"])
def test_a_hostile_id_leads_nowhere(client, run, path):
    answer = client.get(f"/api/lab/runs/{run}/{path}")
    assert answer.status_code in {404, 422}
    assert "Content-Disposition" not in answer.headers


def test_a_name_to_save_under_is_plain_whatever_the_title_is():
    name = filename_of('../"é"\r\nSet-Cookie: <b>' * 20, "q3_Zx", "events.csv")
    assert re.fullmatch(r"[a-z0-9-]+-q3_Zx-events\.csv", name)
    assert len(name) < 100
    assert filename_of("", "q3_Zx", "events.csv") == "q3_Zx-events.csv"


def test_a_run_without_games_or_events_has_no_files(tmp_path):
    with a_server(tmp_path, runs_at_once=1) as client:
        create_run(client, "trainings", TRAINING | {"games": 1_000_000})
        waiting = create_run(client, "tournaments", TOURNAMENT)
        assert listed(client, waiting) == []
        answer = client.get(f"/api/lab/runs/{waiting}/files/report.html")
        assert answer.json()["error"] == "not-found"


def test_a_line_that_is_being_written_is_left_out(client, tournament):
    path = lab_of(client).folder / tournament / GAMES_FILE
    whole = path.read_bytes()
    try:
        with path.open("ab") as file:
            file.write(b'{"game": "tictactoe", "play')
        assert download(client, tournament, "games.jsonl") == whole
        assert b"12 games" in download(client, tournament, "report.html")
    finally:
        path.write_bytes(whole)


def test_damaged_files_are_one_sentence(client):
    run = create_run(client, "tournaments", TOURNAMENT)
    wait_for(client, run, finished)
    assert len(listed(client, run)) == 4
    path = lab_of(client).folder / run / GAMES_FILE
    path.write_bytes(path.read_bytes().replace(b"greedy", b"greasy"))
    answer = client.get(f"/api/lab/runs/{run}/files/report.html")
    assert answer.status_code == 400
    assert GAMES_FILE in answer.json()["message"]
    assert str(path.parent) not in answer.json()["message"]


def test_one_user_has_one_large_file_made_at_a_time(tmp_path, monkeypatch):
    (tmp_path / EVENTS_FILE).write_bytes(b"")

    async def ask_twice():
        exporter = Exporter()
        one = asyncio.create_task(exporter.make("a", "plots.zip", tmp_path))
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await exporter.make("a", "plots.zip", tmp_path)
        with pytest.raises(BadFile, match="not the folder of a training run"):
            await one
        monkeypatch.setattr(downloads, "MAKING_SECONDS", 0.01)
        with pytest.raises(NotNow, match="in time"):  # so its turn has ended
            await exporter.make("a", "plots.zip", tmp_path)

    asyncio.run(ask_twice())


def test_a_long_list_is_sent_in_parts(client, tournament):
    index = GameIndex(lab_of(client).folder / tournament / GAMES_FILE)
    index.extend()
    parts = downloads.games_as_sgf(index).parts
    assert len(list(parts)) == 12

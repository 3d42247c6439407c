"""The lab: tournaments on child processes that nothing can break, watched by all."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from inarow.arena.tournament import GAMES_FILE, read_settings
from inarow.server.lab import runner
from inarow.server.lab.tournament_worker import STANDING_FILE
from tests.server.lab_client import (
    ME,
    PATIENCE,
    YOU,
    a_server,
    create_run,
    finished,
    lab_of,
    some_games,
    view,
    wait_for,
    watch,
)

SMALL = {"players": ["random", "greedy"], "game": "tictactoe", "games": 6}
# Long enough to be caught in the middle: some 40 games a second, for minutes.
LONG = {"players": ["random", "greedy", "mcts"], "game": "5x5x4", "games": 200, "time": 0.003}


@pytest.fixture
def client(tmp_path, database_url):
    with a_server(tmp_path, db=database_url) as client:
        yield client


def create(client, settings=SMALL, who=ME, status=201):
    return create_run(client, "tournaments", settings, who, status)


def test_a_tournament_is_played_to_its_end(client, tmp_path):
    run = create(client)
    seen = wait_for(client, run, finished)
    assert seen["run"]["games"] == seen["run"]["scheduled"] == 6
    assert seen["run"]["mine"]
    assert not view(client, run, YOU)["run"]["mine"]
    tournament = seen["tournament"]
    assert tournament["players"] == seen["run"]["players"] == ["random", "greedy"]
    assert seen["run"]["game"] == "Tic-tac-toe"
    assert tournament["table"][0]["name"] == "greedy"
    assert tournament["table"][0]["elo_low"] < tournament["table"][0]["elo"]
    assert sum(tournament["crosstable"]["greedy"]["random"]) == 6
    assert tournament["superiority"]["greedy"]["random"] > 0.5
    history = tournament["history"]
    assert [point["games"] for point in history] == [1, 2, 3, 4, 5, 6]
    ratings = {row["name"]: row["elo"] for row in tournament["table"]}
    assert history[-1]["elo"] == [pytest.approx(ratings[n], abs=0.1) for n in ("random", "greedy")]
    assert client.get("/api/lab/runs", headers=YOU).json()["runs"][0]["id"] == run


def test_notes_of_players_are_in_the_table(client):
    run = create(client, SMALL | {"players": ["td", "greedy"], "game": "9x9x5", "games": 2})
    table = wait_for(client, run, finished)["tournament"]["table"]
    note = "Uses weights learned on another board: 10 x 10, 5 in a row."
    assert {row["name"]: row["note"] for row in table} == {"td": note, "greedy": ""}


def test_a_report_of_an_older_version_has_no_notes(client):
    run = create(client)
    wait_for(client, run, finished)
    path = lab_of(client).folder / run / STANDING_FILE
    report = json.loads(path.read_text())
    for row in report["players"]:
        del row["note"]
    path.write_text(json.dumps(report))
    assert [row["note"] for row in view(client, run)["tournament"]["table"]] == ["", ""]


def test_games_are_listed_found_and_replayed(client):
    run = create(client, SMALL | {"games": 20})
    wait_for(client, run, finished)
    address = f"/api/lab/runs/{run}/games"
    page = client.get(address, params={"offset": 5, "limit": 7}).json()
    assert page["total"] == 20
    assert [game["number"] for game in page["games"]] == list(range(6, 13))
    won = client.get(address, params={"player": "greedy", "outcome": "win"}).json()
    lost = client.get(
        address, params={"player": "random", "opponent": "greedy", "outcome": "loss"}
    ).json()
    table = view(client, run)["tournament"]["table"]
    assert won["total"] == lost["total"] == table[0]["wins"]
    assert client.get(address, params={"opponent": "mcts"}).json()["total"] == 0
    drawn = client.get(address, params={"outcome": "draw"}).json()["total"]
    by_x = client.get(address, params={"outcome": "win"}).json()["total"]
    by_o = client.get(address, params={"outcome": "loss"}).json()["total"]
    assert drawn + by_x + by_o == 20
    listed = won["games"][0]
    game = client.get(f"{address}/{listed['number']}").json()
    assert game["players"] == listed["players"]
    assert len(game["moves"]) == len(game["names"]) == len(game["values"]) == listed["plies"]
    assert len(game["seconds"]) == listed["plies"]
    assert "wins: three in a row" in game["text"]
    missing = client.get(f"{address}/21")
    assert (missing.status_code, missing.json()["error"]) == (404, "not-found")
    assert client.get(f"{address}/20").status_code == 200
    assert client.get(f"{address}/0").status_code == 422
    assert client.get(address, params={"limit": 201}).status_code == 422


def test_a_run_is_watched_on_its_socket(client):
    run = create(client, LONG | {"games": 30})
    seen = []
    with watch(client, run, YOU) as socket:
        socket.send_text('{"type": "stop"}')  # refused, and nothing happens
        while not seen or seen[-1]["run"]["state"] != "finished":
            event = socket.receive_json()
            if event["type"] == "error":
                assert "takes no commands" in event["message"]
            else:
                seen.append(event["run"])
    assert len(seen) > 3
    games = [one["run"]["games"] for one in seen]
    assert games == sorted(games)
    assert games[-1] == 90
    assert seen[-1]["tournament"]["history"][-1]["games"] == 90


def test_a_socket_hears_of_deletion_and_of_runs_that_are_not_there(client):
    run = create(client)
    wait_for(client, run, finished)
    with watch(client, run) as socket:
        assert socket.receive_json()["type"] == "run"
        assert client.delete(f"/api/lab/runs/{run}", headers=ME).status_code == 204
        assert socket.receive_json()["error"] == "not-found"
    assert client.get(f"/api/lab/runs/{run}").status_code == 404
    assert not (lab_of(client).folder / run).exists()
    with watch(client, "nothing") as socket:
        assert socket.receive_json()["error"] == "not-found"


def test_a_killed_worker_loses_no_game(client):
    run = create(client, LONG | {"games": 100})
    wait_for(client, run, some_games)
    (pid,) = lab_of(client).runner.pids()
    os.kill(pid, signal.SIGKILL)
    seen = wait_for(client, run, lambda run: run["state"] == "failed")
    assert "unexpectedly" in seen["run"]["message"]
    kept = len((lab_of(client).folder / run / GAMES_FILE).read_bytes().splitlines())
    assert kept >= 3
    with (lab_of(client).folder / run / GAMES_FILE).open("a") as file:
        file.write('{"game": "5x5x4", "play')  # a line that the kill cut off
    answer = client.post(f"/api/lab/runs/{run}/resume", headers=ME)
    assert answer.json()["state"] == "waiting"
    seen = wait_for(client, run, finished)
    assert seen["run"]["games"] == 300
    pairs = seen["tournament"]["crosstable"]
    assert {sum(pairs[a][b]) for a in pairs for b in pairs[a]} == {100}


def test_stop_and_resume_are_for_the_owner(client):
    run = create(client, LONG)
    wait_for(client, run, some_games)
    for act in ("stop", "resume"):
        answer = client.post(f"/api/lab/runs/{run}/{act}", headers=YOU)
        assert (answer.status_code, answer.json()["error"]) == (403, "not-yours")
    assert client.delete(f"/api/lab/runs/{run}", headers=YOU).status_code == 403
    assert client.post(f"/api/lab/runs/{run}/resume", headers=ME).status_code == 409
    stopped = client.post(f"/api/lab/runs/{run}/stop", headers=ME).json()
    assert stopped["state"] == "stopped"
    assert not lab_of(client).runner.pids()
    assert client.post(f"/api/lab/runs/{run}/stop", headers=ME).status_code == 409
    seen = view(client, run)
    on_disk = len((lab_of(client).folder / run / GAMES_FILE).read_bytes().splitlines())
    assert seen["run"]["games"] == on_disk == seen["tournament"]["history"][-1]["games"]
    client.post(f"/api/lab/runs/{run}/resume", headers=ME)
    wait_for(client, run, lambda run: run["state"] == "running" and run["games"] > on_disk)
    assert client.delete(f"/api/lab/runs/{run}", headers=ME).status_code == 204
    assert not lab_of(client).runner.pids()


def test_a_restart_goes_on_with_what_was_running_and_waiting(tmp_path):
    with a_server(tmp_path) as client:
        first = create(client, LONG)
        second = create(client, SMALL)
        third = create(client, SMALL)
        assert client.post(f"/api/lab/runs/{third}/stop", headers=ME).json()["state"] == "stopped"
        wait_for(client, first, some_games)
        (pid,) = lab_of(client).runner.pids()
        before = view(client, first)["run"]["games"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with a_server(tmp_path) as client:
        wait_for(client, first, lambda run: run["state"] == "running" and run["games"] > before)
        assert view(client, second)["run"]["state"] == "waiting"
        client.post(f"/api/lab/runs/{first}/stop", headers=ME)
        assert wait_for(client, second, finished)["run"]["games"] == 6
        assert view(client, third)["run"]["state"] == "stopped"


def test_people_take_turns_and_long_tournaments_make_room(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "SLICE_SECONDS", 0.2)
    with a_server(tmp_path) as client:
        long, mine = create(client, LONG), create(client, SMALL)
        yours = create(client, SMALL, YOU)
        wait_for(client, yours, finished)
        assert view(client, long)["run"]["state"] in ("waiting", "running")
        assert view(client, long)["run"]["games"] > 0
        client.post(f"/api/lab/runs/{long}/stop", headers=ME)
        wait_for(client, mine, finished)


def test_a_worker_ends_with_its_server(tmp_path):
    with a_server(tmp_path) as client:
        run = create(client, LONG)
        wait_for(client, run, some_games)
        client.post(f"/api/lab/runs/{run}/stop", headers=ME)
        directory = lab_of(client).folder / run
    # A server that is killed closes its end of the pipe, and can do nothing else.
    command = [sys.executable, "-m", "inarow.server.lab.tournament_worker", str(directory)]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert json.loads(worker.stdout.readline())["games"] >= 3
    worker.stdin.close()
    assert worker.wait(PATIENCE) == 0
    assert json.loads(worker.stdout.read().splitlines()[-1]) == {"end": "stopped"}
    worker.stdout.close()
    games = json.loads((directory / STANDING_FILE).read_text())["games"]
    assert games == len((directory / GAMES_FILE).read_bytes().splitlines())


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"players": ["random", "external:cmd=/bin/true"]}, 400, "external"),
        ({"players": ["random", "engine:network=/etc/passwd"]}, 400, "network"),
        ({"players": ["random", "minimax:depth=1000000"]}, 400, "depth"),
        ({"players": ["random", "nobody"]}, 400, "nobody"),
        ({"players": ["random", "random"]}, 400, "twice"),
        ({"players": ["random"]}, 422, "players"),
        ({"players": ["random", "greedy"] * 7}, 422, "players"),
        ({"game": "gomoku:size=4000"}, 400, "size"),
        ({"game": "chess"}, 400, "chess"),
        ({"format": "lottery"}, 400, "lottery"),
        ({"rounds": 3}, 400, "Swiss"),
        ({"games": 201}, 422, "games"),
        ({"time": 0}, 422, "time"),
        ({"time": -1}, 422, "time"),
        ({"time": "nan"}, 422, "time"),
        ({"time": 5.5}, 422, "time"),
        ({"nodes": 10**7}, 422, "nodes"),
        ({"nodes": -1}, 422, "nodes"),
        ({"nodes": 1.5}, 422, "nodes"),
        ({"game": "gomoku", "games": 200, "time": 5}, 400, "hours"),
        ({"game": "gomoku", "games": 200, "nodes": 10**6}, 400, "hours"),
        ({"colour": "red"}, 422, "colour"),
    ],
)
def test_what_cannot_be_played_is_refused(client, change, status, words):
    problem = create(client, SMALL | change, status=status)
    assert words in problem["message"]
    assert client.get("/api/lab/runs").json() == {"runs": []}
    folder = lab_of(client).folder
    assert not folder.exists() or not list(folder.iterdir())


def test_one_person_has_so_many_tournaments_at_once(tmp_path):
    with a_server(tmp_path, runs_of_one=2) as client:
        first, second = create(client, LONG), create(client, SMALL)
        assert create(client, SMALL, status=429)["error"] == "too-many"
        create(client, SMALL, YOU)
        client.post(f"/api/lab/runs/{second}/stop", headers=ME)
        create(client, SMALL)
        assert client.post(f"/api/lab/runs/{second}/resume", headers=ME).status_code == 429
        client.delete(f"/api/lab/runs/{first}", headers=ME)


def test_damaged_files_are_the_trouble_of_their_run_only(client):
    runs = [create(client) for _ in range(3)]
    for run in runs:
        wait_for(client, run, finished)
    folder = lab_of(client).folder
    standing, games, healthy = runs
    (folder / standing / STANDING_FILE).write_text('{"games": ')
    lines = (folder / games / GAMES_FILE).read_text().splitlines(keepends=True)
    (folder / games / GAMES_FILE).write_text("".join([*lines[:2], "nonsense\n", *lines[3:]]))
    (folder / games / STANDING_FILE).unlink()

    seen = view(client, standing)["run"]
    assert seen["state"] == "failed"
    assert "resume" in seen["message"]
    client.post(f"/api/lab/runs/{standing}/resume", headers=ME)
    assert wait_for(client, standing, finished)["run"]["games"] == 6

    answer = client.get(f"/api/lab/runs/{games}/games")
    assert answer.status_code == 400
    assert "game 3" in answer.json()["message"]
    client.post(f"/api/lab/runs/{games}/resume", headers=ME)
    # Until the resumed run has read the file, the reason is still the missing state.
    seen = wait_for(
        client, games, lambda run: run["state"] == "failed" and "line 3" in run["message"]
    )
    assert str(folder) not in seen["run"]["message"]

    assert len(client.get("/api/lab/runs").json()["runs"]) == 3
    assert view(client, healthy)["run"]["state"] == "finished"


def test_a_game_that_was_changed_is_not_shown(client):
    run = create(client)
    wait_for(client, run, finished)
    path = lab_of(client).folder / run / GAMES_FILE
    assert client.get(f"/api/lab/runs/{run}/games").json()["total"] == 6
    path.write_bytes(path.read_bytes().replace(b"greedy", b"greasy"))
    answer = client.get(f"/api/lab/runs/{run}/games/1")
    assert answer.status_code == 400
    assert "game 1, is damaged" in answer.json()["message"]


def test_the_files_of_a_tournament_are_those_of_the_arena(client):
    run = create(client, SMALL | {"nodes": 500, "format": "knockout"})
    wait_for(client, run, finished)
    settings = read_settings(lab_of(client).folder / run)
    assert settings.limits.nodes == 500
    assert settings.format == "knockout"
    assert view(client, run)["tournament"]["winner"] in settings.players


def test_the_event_loop_stays_free_while_a_tournament_is_played(client):
    run = create(client, LONG)
    wait_for(client, run, some_games)

    async def longest_step():
        """The most processor time of the loop's thread in one step; load does not change it."""
        longest, last = 0.0, time.thread_time()
        for _ in range(50):
            await asyncio.sleep(0.01)
            now = time.thread_time()
            longest, last = max(longest, now - last), now
        return longest

    assert client.portal.call(longest_step) < 1.0  # a game in it takes longer
    client.delete(f"/api/lab/runs/{run}", headers=ME)

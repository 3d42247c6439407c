"""Training runs of the lab: started from the web within bounds, watched, stopped and resumed."""

import json
import os
import signal
import subprocess
import sys
import tomllib

import pytest

from inarow.errors import InarowError
from inarow.learning import LEARNERS
from inarow.runlog import CHECKPOINTS, EVENTS_FILE, SETTINGS_FILE, RunFolder
from inarow.server.config import Config
from inarow.server.lab import cost, runner, trainings
from inarow.server.lab.trainings import read_training
from inarow.server.schema.lab import NewTraining
from tests.server.lab_client import (
    ME,
    PATIENCE,
    YOU,
    a_server,
    create_run,
    finished,
    lab_of,
    view,
    wait_for,
    watch,
)

SMALL = {"learner": "tabular", "game": "tictactoe", "games": 400, "seed": 3}
# Long enough to be caught in the middle: most of a minute.
LONG = {
    "learner": "tabular",
    "game": "4x4x3",
    "games": 1_000_000,
    "settings": {"evaluation_games": 2},
}
TOURNAMENT = {"players": ["random", "greedy"], "games": 2}


@pytest.fixture
def client(tmp_path, database_url):
    with a_server(tmp_path, db=database_url) as client:
        yield client


def create(client, settings=SMALL, who=ME, status=201):
    return create_run(client, "trainings", settings, who, status)


def folder_of(client, run):
    return lab_of(client).folder / run


def has_checkpoint(run):
    """Whether a LONG run is beyond its first checkpoint; at it, it may not be saved yet."""
    assert run["state"] != "failed", run["message"]
    return run["games"] > LONG["games"] / cost.CHECKPOINTS


def games_of_events(client, run):
    """The games of its events; none may come twice."""
    events = RunFolder(folder_of(client, run)).events()
    games = [event["games"] for event in events if event["kind"] == "train"]
    assert games == sorted(set(games))
    return games


def test_a_training_runs_to_its_end(client):
    run = create(client, SMALL | {"settings": {"alpha": 0.5, "fold": False}})
    seen = wait_for(client, run, finished)
    assert seen["run"]["kind"] == "training"
    assert seen["run"]["title"] == "Tabular learns Tic-tac-toe"
    assert (seen["run"]["game"], seen["run"]["players"]) == ("Tic-tac-toe", ["tabular"])
    assert seen["run"]["games"] == seen["run"]["scheduled"] == 400
    assert seen["run"]["mine"]
    training = seen["training"]
    assert (training["learner"], training["game"], training["seed"]) == ("tabular", "tictactoe", 3)
    assert training["settings"] == {"alpha": 0.5, "fold": False}
    assert 0 < training["seconds"] < training["longest_seconds"]

    figures = training["figures"]
    assert figures["games"] == list(range(2, 401, 400 // cost.EVENTS))
    assert len(figures["seconds"]) == len(figures["values"]["positions"]) == cost.EVENTS
    assert figures["values"]["positions"][-1] > 100
    assert set(training["evaluations"]) == {"random", "greedy"}
    last = training["evaluations"]["random"][-1]
    assert last["games"] == 400
    assert last["first_low"] < last["first_points"] <= last["first_high"] <= 1

    checkpoints = training["checkpoints"]
    assert [each["games"] for each in checkpoints] == list(range(20, 401, 20))
    assert sum(each["best"] for each in checkpoints) == 1
    assert all(0 <= each["score"] <= 1 for each in checkpoints)
    assert checkpoints[-1]["player"] == f"trained:run={run},games=400"
    assert client.get(f"/api/lab/runs/{run}/games").status_code == 404
    assert client.post(f"/api/lab/runs/{run}/resume", headers=ME).status_code == 409


def test_a_training_is_watched_on_its_socket(client):
    run = create(client, LONG)
    seen = []
    with watch(client, run, YOU) as socket:
        while len({one["run"]["games"] for one in seen}) < 4:
            seen.append(socket.receive_json()["run"])
        client.post(f"/api/lab/runs/{run}/stop", headers=ME)
        while seen[-1]["run"]["state"] != "stopped":
            seen.append(socket.receive_json()["run"])
    games = [one["run"]["games"] for one in seen]
    assert games == sorted(games)
    assert not seen[-1]["run"]["mine"]
    figures = seen[-1]["training"]["figures"]
    assert figures["games"][-1] == games[-1]
    assert len(figures["games"]) <= cost.EVENTS


def test_stop_and_resume_are_for_the_owner(client):
    run = create(client, LONG)
    wait_for(client, run, has_checkpoint)
    for act in ("stop", "resume"):
        answer = client.post(f"/api/lab/runs/{run}/{act}", headers=YOU)
        assert (answer.status_code, answer.json()["error"]) == (403, "not-yours")
    assert client.delete(f"/api/lab/runs/{run}", headers=YOU).status_code == 403
    assert client.post(f"/api/lab/runs/{run}/stop", headers=ME).json()["state"] == "stopped"
    assert not lab_of(client).runner.pids()
    seen = view(client, run)
    stopped = seen["run"]["games"]
    assert (
        seen["training"]["checkpoints"][-1]["games"] == stopped == games_of_events(client, run)[-1]
    )
    client.post(f"/api/lab/runs/{run}/resume", headers=ME)
    wait_for(client, run, lambda run: run["state"] == "running" and run["games"] > stopped)
    assert client.delete(f"/api/lab/runs/{run}", headers=ME).status_code == 204
    assert not lab_of(client).runner.pids()
    assert not folder_of(client, run).exists()
    assert client.get(f"/api/lab/runs/{run}").status_code == 404


def test_a_killed_worker_goes_on_from_its_last_checkpoint(client):
    run = create(client, LONG)
    wait_for(client, run, has_checkpoint)
    (pid,) = lab_of(client).runner.pids()
    os.kill(pid, signal.SIGKILL)
    seen = wait_for(client, run, lambda run: run["state"] == "failed")
    assert "unexpectedly" in seen["run"]["message"]
    with (folder_of(client, run) / EVENTS_FILE).open("a") as file:
        file.write('{"kind": "train", "st')  # a line that the kill cut off
    kept = view(client, run)["training"]["checkpoints"][-1]["games"]
    client.post(f"/api/lab/runs/{run}/resume", headers=ME)
    wait_for(client, run, lambda run: run["state"] == "running" and run["games"] > kept)
    games_of_events(client, run)
    client.delete(f"/api/lab/runs/{run}", headers=ME)


def test_a_restart_goes_on_with_what_was_running_and_waiting(tmp_path):
    with a_server(tmp_path) as client:
        first, second = create(client, LONG), create(client)
        wait_for(client, first, has_checkpoint)
        (pid,) = lab_of(client).runner.pids()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    before = RunFolder(tmp_path / "lab" / first).checkpoints()[-1].games
    with a_server(tmp_path) as client:
        wait_for(client, first, lambda run: run["state"] == "running" and run["games"] > before)
        games_of_events(client, first)
        client.post(f"/api/lab/runs/{first}/stop", headers=ME)
        assert wait_for(client, second, finished)["run"]["games"] == 400


def test_a_worker_ends_with_its_server(client):
    run = create(client, LONG)
    wait_for(client, run, has_checkpoint)
    client.post(f"/api/lab/runs/{run}/stop", headers=ME)
    directory = folder_of(client, run)
    # A server that is killed closes its end of the pipe, and can do nothing else.
    command = [sys.executable, "-m", "inarow.server.lab.training_worker", str(directory)]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    first = json.loads(worker.stdout.readline())
    worker.stdin.close()
    assert worker.wait(PATIENCE) == 0
    *_, report, end = map(json.loads, worker.stdout.read().splitlines())
    worker.stdout.close()
    assert end == {"end": "stopped"}
    assert first["games"] <= report["games"] == RunFolder(directory).checkpoints()[-1].games


def test_people_take_turns_and_trainings_make_room(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "SLICE_SECONDS", 0.2)
    with a_server(tmp_path) as client:
        long = create(client, LONG)
        yours = create_run(client, "tournaments", TOURNAMENT, YOU)
        wait_for(client, yours, finished)
        seen = view(client, long)["run"]
        assert seen["state"] in ("waiting", "running")
        assert seen["games"] > 0
        client.delete(f"/api/lab/runs/{long}", headers=ME)


def test_a_training_ends_when_its_time_is_over(client, monkeypatch):
    monkeypatch.setattr(trainings, "TRAINING_SECONDS", 0.2)
    run = create(client, LONG)
    seen = wait_for(client, run, finished)
    assert 0 < seen["run"]["games"] < seen["run"]["scheduled"]
    assert client.post(f"/api/lab/runs/{run}/resume", headers=ME).status_code == 409


def test_what_a_training_writes_is_bounded(client):
    run = create(client, SMALL | {"games": 99_999})
    wait_for(client, run, finished)
    folder = folder_of(client, run)
    assert len(list((folder / CHECKPOINTS).iterdir())) <= cost.CHECKPOINTS
    most = cost.EVENTS + 3 * cost.CHECKPOINTS
    assert len((folder / EVENTS_FILE).read_bytes().splitlines()) <= most
    settings = tomllib.loads((folder / SETTINGS_FILE).read_text())
    # However often it is stopped and saved.
    assert (settings["keep"], settings["time"]) == (cost.CHECKPOINTS, cost.TRAINING_SECONDS)


def test_a_file_that_gets_too_large_is_one_sentence(tmp_path):
    training = read_training(NewTraining(**SMALL), Config())
    training.write(tmp_path / "run")
    program = (
        "from inarow.server.lab import training_worker, worker\n"
        "training_worker.TRAINING_FILE_BYTES = 5000\n"
        "worker.run_worker(training_worker.learn)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "run")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        end = json.loads(worker.stdout.read().splitlines()[-1])
    assert end["end"] == "failed"
    assert end["message"].endswith("cannot be written: File too large.")
    assert str(tmp_path) not in end["message"]


def test_a_full_disk_is_one_sentence(client, monkeypatch):
    monkeypatch.setattr(runner, "FREE_BYTES", 1 << 60)
    run = create(client)
    seen = wait_for(client, run, lambda run: run["state"] == "failed")
    assert "nearly full" in seen["run"]["message"]
    monkeypatch.undo()
    client.post(f"/api/lab/runs/{run}/resume", headers=ME)
    wait_for(client, run, finished)


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"learner": "tabula"}, 400, "did you mean tabular?"),
        ({"learner": "linenet"}, 400, "no learner 'linenet'"),
        ({"learner": "../tabular"}, 400, "no learner"),
        ({"game": "gomoku"}, 400, "Tabular cannot learn Gomoku 15 \N{MULTIPLICATION SIGN} 15: "),
        ({"game": "chess"}, 400, "chess"),
        ({"games": 0}, 422, "games"),
        ({"games": 1_000_001}, 400, "games must be a whole number from 1 to 1,000,000"),
        ({"games": 10**400}, 400, "games must be a whole number"),
        ({"games": "many"}, 422, "games"),
        ({"games": True}, 422, "games"),
        ({"seed": -1}, 422, "seed"),
        ({"settings": {"games": 5}}, 400, "gets games twice"),
        ({"settings": {"alpha": 1.5}}, 400, "alpha must be a number from 0 to 1"),
        ({"settings": {"alpha": "high"}}, 400, "alpha must be a number from 0 to 1, not high."),
        ({"settings": {"alpha": "nan"}}, 400, "alpha must be a number from 0 to 1, not nan."),
        ({"settings": {"fold": 1}}, 400, "fold must be true or false"),
        ({"settings": {"preset": "mine"}}, 400, "preset must be ours or paper"),
        ({"settings": {"beta": 1}}, 400, "tabular has no parameter 'beta'"),
        ({"settings": {"opponents": "external:cmd=/bin/true"}}, 400, "opponents of tabular"),
        ({"settings": {"opponents": "tabular:file=/etc/passwd"}}, 400, "cannot be set here"),
        ({"settings": {"init": "/etc/passwd"}}, 400, "no parameter 'init'"),
        ({"settings": {"out": "/tmp/x"}}, 400, "no parameter 'out'"),
        ({"settings": {"time": 10**9}}, 400, "time of tabular cannot be set here"),
        ({"settings": {"report_every": 1}}, 400, "report_every"),
        ({"settings": {"checkpoint_every": 1}}, 400, "checkpoint_every"),
        ({"settings": {"evaluate_every": 1}}, 400, "evaluate_every"),
        ({"settings": {"keep": 0}}, 400, "keep"),
        ({"settings": {"tensorboard": True}}, 400, "tensorboard"),
        ({"settings": {"evaluation_games": 201}}, 400, "from 2 to 200"),
        ({"settings": {"alpha": [1]}}, 422, "alpha"),
        ({"settings": {"alpha": "x" * 300}}, 422, "alpha"),
        ({"settings": {f"s{number}": 1 for number in range(60)}}, 422, "settings"),
        ({"settings": {"alpha\nseed": 1}}, 400, "no parameter"),
        ({"colour": "red"}, 422, "colour"),
    ],
)
def test_what_cannot_be_learned_is_refused(client, change, status, words):
    problem = create(client, SMALL | change, status=status)
    assert words in problem["message"]
    assert client.get("/api/lab/runs").json() == {"runs": []}
    folder = lab_of(client).folder
    assert not folder.exists() or not list(folder.iterdir())


def test_one_person_has_so_many_runs_at_once(tmp_path):
    with a_server(tmp_path, runs_of_one=2) as client:
        first, _ = create(client, LONG), create_run(client, "tournaments", TOURNAMENT)
        assert create(client, status=429)["error"] == "too-many"
        create(client, who=YOU)
        client.delete(f"/api/lab/runs/{first}", headers=ME)


def test_the_learners_are_listed_as_the_web_may_start_them(client):
    listed = client.get("/api/lab/learners").json()
    names = [learner["name"] for learner in listed["learners"]]
    assert names == [learner.name for learner in LEARNERS if learner.web]
    assert listed["longest_seconds"] == cost.TRAINING_SECONDS
    tabular = listed["learners"][names.index("tabular")]
    parameters = {each["name"]: each for each in tabular["parameters"]}
    assert parameters["games"]["high"] == 1_000_000
    assert parameters["preset"]["choices"] == ["ours", "paper"]
    assert tabular["presets"]["paper"]["fold"] is False
    assert parameters.keys().isdisjoint({"time", "opponents", "keep", "tensorboard"})


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_no_learner_takes_a_text_from_the_web(learner):
    for parameter in trainings.web_parameters(learner.parameters, Config()):
        assert not isinstance(parameter.default, str) or parameter.choices


def test_a_training_that_could_take_hours_is_refused():
    new = NewTraining(learner="shared-mcts", games=400, settings={"sims": 1000})
    with pytest.raises(InarowError, match=r"could take 2\.2 hours \(400 games and 4,000 of eval"):
        read_training(new, Config())
    fewer = NewTraining(learner="shared-mcts", games=400, settings={"sims": 100})
    assert read_training(fewer, Config()).settings.time == cost.TRAINING_SECONDS


def test_a_network_is_slower_on_larger_boards():
    def asked(game, games, **settings):
        new = NewTraining(learner="alphazero", game=game, games=games, settings=settings)
        return read_training(new, Config())

    assert asked("tictactoe", 20_000).settings.sims == 64
    with pytest.raises(InarowError, match=r"could take .* hours"):
        asked("gomoku", 100)
    with pytest.raises(InarowError, match="28,000 of evaluation"):  # with the gates
        asked("tictactoe", 20_000, gate=0.55, gate_games=100, evaluation_games=200, sims=400)
    with pytest.raises(InarowError, match="cannot be set here"):
        asked("tictactoe", 10, batch=1)


def test_without_pytorch_nothing_that_needs_it_is_listed(monkeypatch):
    assert "alphazero" in {each.name for each in trainings.list_learners(Config()).learners}
    monkeypatch.setattr(trainings, "find_spec", lambda name: None)
    names = {each.name for each in trainings.list_learners(Config()).learners}
    assert names == {each.name for each in LEARNERS if each.web and not each.needs_torch}


def test_a_network_learns_and_says_how_its_gates_went(client):
    new = {
        "learner": "alphazero",
        "game": "tictactoe",
        "games": 6,
        "settings": {
            "sims": 8,
            "fast_sims": 4,
            "play_sims": 8,
            "evaluation_games": 2,
            "gate": 0.5,
            "gate_games": 2,
        },
    }
    run = create(client, new)
    seen = wait_for(client, run, finished)
    training = seen["training"]
    values = training["figures"]["values"]
    assert {"loss", "policy_loss", "value_loss", "evaluations_per_second"} <= values.keys()
    assert {"gate_wins", "gate_draws", "gate_losses", "accepted"} <= values.keys()
    assert training["figures"]["steps"] == list(range(1, 7))
    assert [each["games"] for each in training["checkpoints"]] == list(range(1, 7))
    assert {"best.onnx", "model.onnx"} <= set(seen["files"])


def test_opponents_are_those_that_play_the_game():
    new = NewTraining(learner="shared-mcts", game="ultimate", games=5, settings={"sims": 10})
    assert read_training(new, Config()).settings.opponents == "random"


def test_damaged_files_are_the_trouble_of_their_run_only(client):
    run = create(client)
    wait_for(client, run, finished)
    folder = folder_of(client, run)
    (folder / SETTINGS_FILE).write_text("learner = [")
    (folder / EVENTS_FILE).touch()  # a new version
    seen = view(client, run)["run"]
    assert seen["state"] == "failed"
    assert seen["message"].startswith("settings.toml cannot be read")
    client.post(f"/api/lab/runs/{run}/resume", headers=ME)
    seen = wait_for(client, run, lambda run: run["state"] == "failed" and run["message"])
    assert str(folder) not in seen["run"]["message"]
    assert len(client.get("/api/lab/runs").json()["runs"]) == 1

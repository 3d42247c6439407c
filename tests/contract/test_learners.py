"""What must hold of every learner: it learns, resumes exactly, and refuses what it cannot use."""

import json
import random
import signal
import subprocess
import sys
import time

import pytest

import inarow
from inarow.learning import LEARNERS, load_learner
from inarow.runlog import EVENTS_FILE, SETTINGS_FILE, RunFolder

EVERY = pytest.mark.parametrize("kind", LEARNERS, ids=lambda kind: kind.name)

GAMES = 40_000
KILLS = 10

TRAIN = """
import sys
from inarow.learning import load_learner
name, out, games, resume = sys.argv[1:]
settings = {} if resume == "True" else {"report_every": 500, "checkpoint_every": 2000,
                                        "evaluate_every": 10000, "evaluation_games": 10}
load_learner(name, "tictactoe", out=out, seed=3, resume=resume == "True", games=int(games),
             **settings).learn()
"""


def start(kind, out, *, resume):
    arguments = [kind.name, str(out), str(GAMES), str(resume)]
    return subprocess.Popen([sys.executable, "-c", TRAIN, *arguments])


def everything_in(folder):
    """All that a run leaves, without the seconds."""
    events = RunFolder(folder).events()
    for event in events:
        del event["seconds"]
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_dir() or path.name == "events.jsonl":
            continue
        content = path.read_bytes()
        if path.name == "checkpoint.json":
            about = json.loads(content)
            del about["seconds"], about["events_bytes"]  # its length depends on the seconds
            content = json.dumps(about).encode()
        files[str(path.relative_to(folder))] = content
    return events, files


@EVERY
def test_a_killed_run_ends_like_an_undisturbed_one(kind, tmp_path):
    whole, out = tmp_path / "whole", tmp_path / "killed"
    assert start(kind, whole, resume=False).wait() == 0
    size = (whole / EVENTS_FILE).stat().st_size
    rng = random.Random(5)
    # By what it has written, not by the clock: so each kill hits a run that is on its way.
    for share in sorted(rng.uniform(0.0, 0.9) for _ in range(KILLS)):
        run = start(kind, out, resume=(out / SETTINGS_FILE).exists())
        events = out / EVENTS_FILE
        while run.poll() is None and not (events.exists() and events.stat().st_size > share * size):
            time.sleep(0.0005)
        run.send_signal(signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL
    assert start(kind, out, resume=True).wait() == 0
    assert everything_in(out) == everything_in(whole)


@EVERY
def test_resume_goes_on_to_a_larger_number(kind, tmp_path):
    usual = {"seed": 1, "report_every": 50, "checkpoint_every": 100, "evaluate_every": 0}
    load_learner(kind.name, "tictactoe", out=tmp_path / "a", games=200, **usual).learn()
    longer = load_learner(kind.name, out=tmp_path / "a", resume=True, games=400)
    assert (longer.games, longer.game.spec) == (200, "tictactoe")
    longer.learn()
    load_learner(kind.name, "tictactoe", out=tmp_path / "b", games=400, **usual).learn()
    assert everything_in(tmp_path / "a") == everything_in(tmp_path / "b")


@EVERY
def test_it_beats_random_after_seconds(kind, tmp_path):
    learner = load_learner(kind.name, "tictactoe", out=tmp_path / "run", games=2000, seed=2)
    events = []
    learner.learn(events.append)
    last = [e for e in events if e.get("opponent") == "random"][-1]
    assert last["first_points"] > 0.9
    assert last["second_points"] > 0.75
    assert last["first_low"] <= last["first_points"] <= last["first_high"]
    # What it exported plays alike.
    game = learner.game
    exported = inarow.load_player(f"{kind.name}:file={tmp_path / 'run'}", game, seed=5)
    same = learner.player(seed=5)
    state = game.new_initial_state()
    while not state.is_terminal():
        action = exported.act(state).action
        assert same.act(state).action == action
        state.apply_action(action)


@EVERY
def test_stop_ends_it_and_keeps_what_is_learned(kind, tmp_path):
    learner = load_learner(kind.name, "tictactoe", out=tmp_path / "run", games=10**9)
    learner.learn(lambda event: learner.stop() if event["games"] >= 500 else None)
    assert 500 <= learner.games < 10**6
    assert RunFolder(tmp_path / "run").checkpoints()[-1].games == learner.games
    learner = load_learner(kind.name, out=tmp_path / "run", resume=True, time=0.001)
    learner.learn()
    assert list((tmp_path / "run").glob("model.*"))


@EVERY
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"games": 0}, "games=0 is out of range: games must be a whole number from 1 to 1e"),
        ({"gamez": 5}, "has no parameter 'gamez': it takes games, time,"),
        ({"games": "many"}, "games=many is not valid"),
        ({"time": float("nan")}, "time=nan is out of range"),
        ({"opponents": ["random"]}, "opponents=.* must be a number or a text"),
    ],
)
def test_bad_settings_are_refused_before_anything_is_written(kind, settings, sentence, tmp_path):
    with pytest.raises(inarow.BadSpec, match=sentence):
        load_learner(kind.name, "tictactoe", out=tmp_path / "run", **settings)
    assert not (tmp_path / "run").exists()


@EVERY
def test_a_run_of_something_else_is_refused(kind, tmp_path):
    out = tmp_path / "run"
    load_learner(kind.name, "tictactoe", out=out, seed=1, games=100).learn()
    before = everything_in(out)
    with pytest.raises(inarow.BadFile, match="exists: go on with --resume"):
        load_learner(kind.name, "tictactoe", out=out)
    with pytest.raises(inarow.BadFile, match="has game 'tictactoe', not '4x4x3'"):
        load_learner(kind.name, "4x4x3", out=out, resume=True)
    with pytest.raises(inarow.BadFile, match="has seed 1, not 2"):
        load_learner(kind.name, out=out, seed=2, resume=True)
    with pytest.raises(inarow.BadSpec, match="report_every cannot change"):
        load_learner(kind.name, out=out, resume=True, report_every=7)
    assert everything_in(out) == before
    with pytest.raises(inarow.BadSpec, match="did you mean"):
        load_learner(kind.name[:-1], "tictactoe", out=tmp_path / "other")

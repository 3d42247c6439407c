"""``inarow train`` as a person runs it."""

import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest

import inarow
from inarow.runlog import CHECKPOINTS, EVENTS_FILE
from tests.cli import test_commands as cli

COMMAND = [*cli.COMMAND, "train"]


def run(*arguments):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )


def test_each_learner_is_trained_by_the_same_words(tmp_path):
    for learner, game, sets in (
        ("shared-mcts", "4x3x3", ["sims=20"]),
        ("linenet", "gomoku:size=9", ["nodes=20", "batch=32"]),
        ("ultimate-net", "ultimate", ["nodes=20", "batch=32", "teacher=mcts:sims=20"]),
    ):
        out = tmp_path / learner
        words = [word for each in [*sets, "evaluate_every=0"] for word in ("--set", each)]
        made = run(learner, "--game", game, "--games", 10, "--seed", 1, "--out", out, *words)
        assert made.returncode == 0, made.stderr
        assert "10 games" in made.stdout
        assert "12 games" in run(learner, "--games", 12, "--out", out, "--resume").stdout
        begun = run(
            learner, "--game", game, "--games", 2, "--init", out, "--out", tmp_path / "next", *words
        )
        assert begun.returncode == 0, begun.stderr
        assert (tmp_path / "next" / "checkpoints" / "000000000").is_dir()
        (tmp_path / "next").rename(tmp_path / f"{learner}-next")


def test_the_first_player_in_one_minute(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    section = page.partition("## Your first player in one minute\n```\n")[2]
    train, match, play = section.partition("```")[0].splitlines()
    for line, said in ((train, "5,000 games"), (match, "tabular:file=runs/mine")):
        done = subprocess.run(
            [*cli.COMMAND, *shlex.split(line)[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert said in done.stdout
    played = subprocess.run(
        [*cli.COMMAND, *shlex.split(play)[1:]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        input="a1\nquit\n",
        timeout=60,
        check=False,
    )
    assert "X" in played.stdout
    assert "O" in played.stdout, played.stderr


def test_a_learner_without_its_package_says_what_to_install(tmp_path):
    script = (
        "import sys; sys.modules['torch'] = None; from inarow.cli.main import main; "
        f"main(['train', 'linenet', '--game', 'gomoku', '--out', {str(tmp_path / 'run')!r}])"
    )
    refused = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert refused.stderr == "inarow: linenet needs torch: pip install 'inarow[train]'.\n"
    assert not (tmp_path / "run").exists()


def test_train_a_learner_by_name(tmp_path):
    out = tmp_path / "run"

    def tabular(*arguments):
        command = [*COMMAND, "tabular", "--out", str(out), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    first = tabular("--game", "4x3x3", "--games", 300, "--set", "evaluate_every=0")
    assert first.returncode == 0, first.stderr
    assert "300 games" in first.stdout
    again = tabular("--games", 400)
    assert (again.returncode, again.stdout) == (2, "")
    assert "exists: go on with --resume" in again.stderr
    assert "400 games" in tabular("--games", 400, "--resume").stdout
    game = inarow.load_game("4x3x3")
    with inarow.load_player(f"tabular:file={out}", game, seed=1) as player:
        assert player.act(game.new_initial_state()).value is not None
    # A file of settings, as a run has written it.
    config = tmp_path / "mine.toml"
    config.write_text((out / "settings.toml").read_text())
    out = tmp_path / "other"
    assert "400 games" in tabular("--config", config).stdout
    assert 'game = "4x3x3"' in (out / "settings.toml").read_text()
    assert "450 games" in tabular("--config", config, "--games", 450, "--resume").stdout
    for wrong, sentence in (
        (("--set", "alpha"), "--set alpha cannot be read: write --set KEY=VALUE."),
        (("--set", "alpha=3"), "alpha=3 is out of range: alpha must be a number from 0 to 1."),
        (("--config", tmp_path / "none.toml"), "none.toml cannot be read"),
        (("--game", "gomoku"), "tabular cannot learn gomoku"),
    ):
        out = tmp_path / "wrong"
        refused = tabular(*wrong)
        assert refused.returncode == 2
        assert sentence in refused.stderr
        assert not out.exists()


def test_a_run_as_json(tmp_path):
    """Also of a run that was complete before: its figures are read from its folder."""
    out = tmp_path / "run"
    options = ["--games", 200, "--seed", 1, "--set", "evaluate_every=100"]
    first = run("tabular", "--game", "4x3x3", *options, "--out", out, "--json")
    assert first.returncode == 0, first.stderr
    said = json.loads(first.stdout)
    assert said["folder"] == str(out)
    assert (said["learner"], said["game"], said["games"]) == ("tabular", "4x3x3", 200)
    events = [json.loads(line) for line in (out / EVENTS_FILE).read_text().splitlines()]
    last = [event for event in events if event["kind"] == "train"][-1]
    assert said["figures"]["change"] == last["change"]
    assert {"kind", "step", "games", "seconds"}.isdisjoint(said["figures"])
    assert said["evaluations"] == [e for e in events if e["kind"] == "evaluation"][-2:]
    assert [each["opponent"] for each in said["evaluations"]] == ["random", "greedy"]
    assert json.loads(run("tabular", "--out", out, "--resume", "--json").stdout) == said
    refused = run("tabular", "--out", out, "--json")
    assert refused.returncode == 2
    assert json.loads(refused.stdout)["error"] in refused.stderr


@pytest.mark.parametrize(
    ("learner", "limit"),
    [
        ("tabular", ("--games", "1000000000")),
        ("tabular", ("--time", "100000")),
        ("dqn", ("--set", "report_every=1")),
    ],
)
def test_ctrl_c_saves_a_training(tmp_path, learner, limit):
    out = tmp_path / "run"
    arguments = ["train", learner, "--set", "games=1000000000", *limit, "--out", str(out)]
    with subprocess.Popen([*cli.COMMAND, *arguments], stdout=PIPE, stderr=PIPE, text=True) as run:
        deadline = time.monotonic() + 60
        while not (out / EVENTS_FILE).exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        shown, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "go on with --resume" in " ".join(shown.split())
    assert errors.endswith("inarow: stopped.\n")
    assert list(out.glob("model.*"))
    assert not list(out.rglob("*.part"))


def test_a_second_ctrl_c_quits_at_once(tmp_path):
    out = tmp_path / "run"
    command = ["train", "shared-mcts", "--game", "gomoku", "--set", "sims=5000", "--out", str(out)]
    terminal, screen = pty.openpty()
    seen = ""

    def wait_for(text):
        nonlocal seen
        while text not in seen:
            ready, _, _ = select.select([terminal], [], [], 60)
            assert ready, seen
            seen += os.read(terminal, 1 << 16).decode(errors="replace")

    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    with subprocess.Popen(
        [*cli.COMMAND, *command], stdout=PIPE, stderr=screen, env=environment
    ) as run:
        os.close(screen)
        wait_for("0/1,000 games")  # its first games take hours
        run.send_signal(signal.SIGINT)
        wait_for("stopping after the present games")
        run.send_signal(signal.SIGINT)
        wait_for("inarow: stopped.")
        assert run.stdout.read() == b""
        assert run.wait(timeout=60) == 130
    os.close(terminal)
    assert not (out / CHECKPOINTS).exists()
    assert seen.rfind("\x1b[?25h") > seen.rfind("\x1b[?25l")  # the cursor is back


def test_learners_are_listed():
    listed = cli.run("learners", "--json")
    (tabular,) = [each for each in json.loads(listed.stdout) if each["name"] == "tabular"]
    (alpha,) = [each for each in tabular["parameters"] if each["name"] == "alpha"]
    assert (alpha["default"], alpha["low"], alpha["high"]) == (1.0, 0.0, 1.0)
    assert "tabular" in cli.run("learners").stdout

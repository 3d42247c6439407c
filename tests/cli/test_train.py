"""``inarow train`` as a person runs it."""

import json
import signal
import subprocess
import time

import inarow
from inarow.arena import play_match
from tests.cli import test_commands as cli

COMMAND = [*cli.COMMAND, "train"]


def train(*arguments):
    return subprocess.run(
        [*COMMAND, "shared-mcts", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_train_and_resume(tmp_path):
    out = tmp_path / "graph"
    first = train("--game", "4x3x3", "--games", 20, "--sims", 50, "--seed", 1, "--out", out)
    assert first.returncode == 0, first.stderr
    assert "20 games" in first.stdout
    game = inarow.load_game("4x3x3")
    assert inarow.load_player(f"shared-mcts:file={out}", game).games == 20

    again = train("--game", "4x3x3", "--games", 30, "--out", out)
    assert again.returncode == 2
    assert "--resume" in again.stderr
    resumed = train("--game", "4x3x3", "--games", 30, "--out", out, "--resume")
    assert "30 games" in resumed.stdout

    other = train("--game", "tictactoe", "--games", 30, "--out", out, "--resume")
    assert other.returncode == 2
    assert "is a graph of 4x3x3" in other.stderr
    nowhere = train("--out", tmp_path / "none" / "graph")
    assert nowhere.returncode == 2
    assert "there is no directory" in nowhere.stderr


def test_interrupted_training_is_saved(tmp_path):
    out = tmp_path / "graph"
    arguments = ["shared-mcts", "--game", "gomoku", "--games", "100000", "--out", str(out)]
    with subprocess.Popen([*cli.SAYS_READY, "train", *arguments], stdout=-1, stderr=-1) as process:
        process.stdout.readline()
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 1
    player = inarow.load_player(f"shared-mcts:file={out}", inarow.load_game("gomoku"))
    assert player.positions() > 0


def test_a_killed_training_goes_on_from_its_last_save(tmp_path):
    out = tmp_path / "graph"
    command = [
        *COMMAND,
        "shared-mcts",
        "--games",
        "1000000",
        "--save-every",
        "0.1",
        "--out",
        str(out),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    patience = time.monotonic() + 30
    while not out.exists() and time.monotonic() < patience:
        time.sleep(0.05)
    process.kill()
    process.wait()
    played = inarow.load_player(f"shared-mcts:file={out}", inarow.load_game("tictactoe")).games
    assert played > 0
    resumed = train("--games", played + 5, "--sims", 20, "--out", out, "--resume")
    assert f"{played + 5:,} games" in resumed.stdout


def test_linenet_learns_from_games_and_goes_on(tmp_path):
    games, out = tmp_path / "games.jsonl", tmp_path / "net"
    play_match("random", "greedy", game="gomoku:size=9", games=30, seed=1, out=games)
    command = [*COMMAND, "linenet", games, "--out", out, "--batch", "64", "--epochs", "2"]

    def run(*arguments):
        return subprocess.run(
            [*command, *arguments], capture_output=True, text=True, timeout=120, check=False
        )

    first = run()
    assert first.returncode == 0, first.stderr
    assert "epoch 2: on games held out" in first.stderr
    game = inarow.load_game("gomoku:size=9")
    player = inarow.load_player(f"engine:network={out}", game, seed=1)
    assert player.act(game.new_initial_state()).action in range(81)

    again = run()
    assert again.returncode == 2
    assert "--resume" in again.stderr
    assert run("--resume").returncode == 0
    other = run("--resume", "--rate", "0.5")
    assert other.returncode == 2
    assert "other settings" in other.stderr


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
    assert "400 games" in tabular("--game", "4x3x3", "--config", config).stdout
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


def test_ctrl_c_saves_a_training(tmp_path):
    out = tmp_path / "run"
    arguments = ["train", "tabular", "--games", "1000000000", "--out", str(out)]
    with subprocess.Popen([*cli.SAYS_READY, *arguments], stdout=-1, stderr=-1) as process:
        process.stdout.readline()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 1
    assert list(out.glob("model.*"))
    assert not list(out.rglob("*.part"))


def test_learners_are_listed():
    listed = cli.run("learners", "--json")
    (tabular,) = [each for each in json.loads(listed.stdout) if each["name"] == "tabular"]
    (alpha,) = [each for each in tabular["parameters"] if each["name"] == "alpha"]
    assert (alpha["default"], alpha["low"], alpha["high"]) == (1.0, 0.0, 1.0)
    assert "tabular" in cli.run("learners").stdout

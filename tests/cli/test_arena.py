"""``inarow match``, ``tournament`` and ``ladder`` as a person runs them."""

import json
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.test_commands import COMMAND, NOTE, run, run_json


def test_match_prints_what_people_want_to_know():
    result = run("match", "greedy", "random", "--game", "5x5x4", "--games", "20", "--seed", "1")
    assert result.returncode == 0, result.stderr
    for word in ("greedy v random", "score", "Elo", "by colour", "four in a row", "openings, seed"):
        assert word in result.stdout
    assert result.stderr == ""


def test_match_json_has_the_promised_keys():
    figures = run_json("match", "greedy", "random", "--game", "5x5x4", "--games", "21")
    assert figures["games"] == 21 == figures["wins"] + figures["draws"] + figures["losses"]
    assert 1 <= figures["distinct"] <= 21
    assert figures["elo_low"] <= figures["elo"] <= figures["elo_high"]


def test_match_repeats_itself_from_its_seed():
    command = ("match", "mcts:sims=20", "random", "--games", "10", "--seed", "3")
    keys = ("wins", "draws", "losses", "pairs", "distinct")
    one, two = (run_json(*command) for _ in range(2))
    assert [one[key] for key in keys] == [two[key] for key in keys]


def test_match_writes_and_resumes(tmp_path):
    out = tmp_path / "games.jsonl"
    command = ("match", "greedy", "random", "--game", "5x5x4", "--seed", "1")
    run_json(*command, "--games", "4", "--out", str(out))
    assert len(out.read_text().splitlines()) == 4
    again = run(*command, "--games", "4", "--out", str(out))
    assert again.returncode == 2
    assert "--resume" in again.stderr
    more = run_json(*command, "--games", "10", "--resume", str(out))
    assert more["games"] == 10
    assert len(out.read_text().splitlines()) == 10


def test_an_interrupted_match_shows_what_it_has_and_keeps_its_games(tmp_path):
    out = tmp_path / "games.jsonl"
    command = ["match", "mcts", "mcts", "--game", "gomoku", "--time", "0.02", "--out", str(out)]
    with subprocess.Popen([*COMMAND, *command], stdout=-1, stderr=-1, text=True) as process:
        deadline = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.endswith("inarow: stopped.\n")
    assert "--resume" in output
    for line in out.read_text().splitlines():
        json.loads(line)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "random"], "Missing argument"),
        (["match", "random", "nobody"], "There is no player 'nobody'"),
        (["match", "random", "random", "--clock", "soon"], "write 60, 60+0.5 or 5:00+3"),
        (["match", "random", "random", "--sprt", "elo0=5,elo1=1"], "elo"),
        (["match", "random", "random", "--sprt", "elo=5"], "elo0"),
        (["match", "random", "random", "--resign", "move=5"], "it takes moves, value, both"),
        (["match", "random", "random", "--openings", "nowhere.txt"], "nowhere.txt"),
        (["match", "greedy", "random", "--game", "ultimate"], "does not play ultimate"),
        (["match", "random", "random", "--draw", "soon"], "write moves=8,value=0.02,after=60"),
        (["analyse", "tictactoe", "--player", "random", "--seed", "-1"], f"from 0 to {2**64 - 1}."),
        (["tournament", "random"], "at least two players"),
        (
            ["tournament", "random", "greedy", "--rounds", "3"],
            "rounds is for Swiss tournaments only",
        ),
        (["tournament", "random", "greedy", "--format", "leage"], "There is no format"),
        (["tournament", "--resume"], "--resume --out DIR"),
        (["tournament", "--resume", "--out", "nowhere"], "cannot be read"),
        (["ladder", "nowhere"], "nowhere is not the folder of a training run"),
    ],
)
def test_wrong_commands_get_a_sentence(arguments, sentence):
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("seed", ["-5", "123456789012345678901234567890"])
def test_any_whole_number_is_a_seed_of_a_match(seed):
    figures = [run_json("match", "random", "random", "--games", "20", "--seed", seed) for _ in "12"]
    keys = ("wins", "draws", "losses", "pairs", "distinct")
    assert [figures[0][key] for key in keys] == [figures[1][key] for key in keys]


def test_a_match_that_cannot_be_resumed_says_why_in_words(tmp_path):
    out = str(tmp_path / "games.jsonl")
    run_json("match", "random", "random", "--games", "2", "--seed", "1", "--out", out)
    other = run("match", "random", "greedy", "--games", "2", "--resume", out)
    assert "players random, random, not random, greedy." in other.stderr
    hurried = run("match", "random", "random", "--games", "2", "--resume", out, "--time", "3")
    assert "limits none, not time 3." in hurried.stderr


def test_names_are_shown_as_they_are_and_failures_with_a_reason():
    broken = f"external:cmd={sys.executable} -c pass,name=the [bold] one"
    result = run("match", broken, "random", "--game", "gomoku", "--games", "2")
    assert result.returncode == 0, result.stderr
    shown = " ".join(result.stdout.split())  # on one line, however it was broken
    assert f"none ({broken})" in shown
    assert "2 by crash. The first: the [bold] one crashed: it exited with status 0." in shown


def test_notes_of_players_are_told_once(tmp_path, foreign, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    match = ("match", foreign, "random", "--game", "4x4x3", "--games", "8")
    assert run_json(*match)["notes"] == [NOTE, ""]
    assert run(*match).stdout.count(NOTE) == 1
    out = tmp_path / "cup"
    cup = ("tournament", "random", foreign, "greedy", "--game", "4x4x3", "--games", "4")
    shown = run(*cup, "--out", str(out)).stdout
    assert shown.count(f"{foreign}: {NOTE}") == shown.count(NOTE) == 1
    again = run_json("tournament", "--resume", str(out))
    assert {row["name"]: row["note"] for row in again["players"]} == {
        "random": "",
        "greedy": "",
        foreign: NOTE,
    }
    assert (out / "report.html").read_text().count(NOTE) == 1


@pytest.mark.parametrize("columns", [80, 160])
def test_a_tournament_fits_the_screen(tmp_path, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    players = ["random", "greedy", "mcts:sims=20", "heuristic-mcts:sims=10", "negamax:depth=1"]
    result = run(
        "tournament", *players, "--game", "5x5x4", "--games", "10", "--seed", "1",
        "--out", str(tmp_path / "cup"),
    )  # fmt: skip
    tables = result.stdout.split("moving first")[0]
    assert max(map(len, tables.splitlines())) <= columns
    assert "…" not in tables
    for cell in (*players, "10/10", "0/10", "Elo", "95 %", "games", "points"):
        assert cell in tables
    assert tables.count("greedy") == (2 if columns == 80 else 1)


def test_tournament_leaves_a_report_and_resumes_by_its_directory(tmp_path):
    out = tmp_path / "cup"
    command = ("tournament", "random", "greedy", "mcts:sims=20", "--game", "5x5x4", "--seed", "1")
    figures = run_json(*command, "--games", "4", "--out", str(out))
    assert figures["games"] == 12
    assert {row["name"] for row in figures["players"]} == {"random", "greedy", "mcts:sims=20"}
    assert (out / "report.html").read_text().startswith("<!DOCTYPE html>")
    for picture in ("ratings.png", "crosstable.png"):
        assert (out / picture).read_bytes().startswith(b"\x89PNG")
    assert run_json("tournament", "--resume", str(out))["games"] == 12
    assert run_json("tournament", "--resume", "--out", str(out))["games"] == 12


def test_making_openings_says_nothing_else_to_a_pipe():
    made = run("openings", "4x4x4", "--count", "2", "--nodes", "200")
    assert made.stderr == ""
    assert made.stdout.startswith("# Balanced openings for 4x4x4")


def test_training_leaves_a_ladder(tmp_path):
    out = tmp_path / "run"
    trained = run(
        "train", "tabular", "--game", "4x4x3", "--games", "60", "--out", str(out),
        "--set", "checkpoint_every=10", "--set", "evaluate_every=0",
    )  # fmt: skip
    assert trained.returncode == 0, trained.stderr
    command = ("ladder", str(out), "--games", "4", "--anchor", "random", "--anchor", "greedy")
    found = run_json(*command, "--most", "4")
    assert [point["games"] for point in found["checkpoints"]] == [10, 30, 50, 60]
    assert set(found["anchors"]) == {"random", "greedy"}
    assert found["pictures"] == [str(out / "plots" / f"ladder.{kind}") for kind in ("png", "svg")]
    assert json.loads((out / "ladder.json").read_text())["best"] == found["best"]
    # What it calls the best can be played.
    shown = run(*command)
    (best,) = (line for line in shown.stdout.splitlines() if line.startswith("best: "))
    spec = best.split(" games, ")[1]
    assert run_json("match", spec, "random", "--game", "4x4x3", "--games", "2")["games"] == 2

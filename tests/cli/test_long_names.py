"""Names that no file system takes, wherever a command takes one: one sentence, no traceback."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from inarow.cli.main import main

LONG = "x" * 300

MATCH = ("match", "random", "greedy", "--game", "tictactoe", "--games", "2")
GOMOKU = ("match", "random", "--game", "gomoku", "--games", "2")


@pytest.mark.parametrize(
    "arguments",
    [
        (*MATCH, "--out", LONG),
        (*MATCH, "--resume", LONG),
        (*MATCH, "--openings", LONG),
        ("match", "random", f"td:file={LONG}", "--game", "tictactoe"),
        ("match", "random", f"tabular:file={LONG}", "--game", "tictactoe"),
        ("match", "random", f"shared-mcts:file={LONG}", "--game", "tictactoe"),
        (*GOMOKU, f"alphazero:file={LONG}"),
        (*GOMOKU, f"engine:network={LONG}"),
        (*GOMOKU, f"external:cmd={LONG}"),
        (*GOMOKU, f"external:cmd=/bin/cat,dir={LONG}"),
        (*GOMOKU, f"python:class={LONG}.Player"),
        ("tournament", "random", "greedy", "--game", "tictactoe", "--out", LONG),
        ("tournament", "--resume", "--out", LONG),
        ("train", "tabular", "--out", LONG),
        ("train", "tabular", "--out", LONG, "--resume"),
        ("train", "tabular", "--out", "run", "--config", LONG),
        ("train", "tabular", "--out", "run", "--init", LONG),
        ("ladder", LONG),
        ("plot", LONG),
        ("convert", LONG, "games.sgf"),
        ("convert", "game.psq", f"{LONG}.sgf"),
        ("convert", "game.psq", LONG, "--to", "psq"),
        ("openings", "tictactoe", "--out", LONG),
        ("openings", "tictactoe", "--check", LONG),
        ("engine", "--check", LONG),
        (*MATCH, "--log", LONG),
        ("tournament", "--config", LONG),
        ("play", "tictactoe", "--first", "random", "--second", "random", "--out", LONG),
    ],
    ids=lambda arguments: " ".join(arguments).replace(LONG, "LONG"),
)
def test_a_name_of_300_characters(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.psq").write_text("Piskvorky 15x15, 0:0, 0\n8,8,0\n")
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert ended.value.code in (1, 2)
    said = capsys.readouterr().err.strip().splitlines()
    assert said[-1].startswith("inarow: ")
    assert LONG[:20] in said[-1]  # it is about the name, not about the options
    assert "Traceback" not in "".join(said)


@pytest.mark.parametrize(
    "option",
    [("--data", LONG), ("--db", f"sqlite:///{LONG}"), ("--data", "here", "--backup", LONG)],
    ids=["data", "db", "backup"],
)
def test_a_server_with_a_name_of_300_characters(option, tmp_path):
    """In a process of its own: a server takes over signals and logs."""
    (tmp_path / "here").mkdir()
    with closing(sqlite3.connect(tmp_path / "here" / "inarow.db")) as database:
        database.execute("CREATE TABLE games (id INTEGER)")
    words = [sys.executable, "-m", "inarow", "serve", "--port", "0", *option]
    done = subprocess.run(
        words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in (1, 2)
    assert done.stderr.splitlines()[-1].startswith("inarow: ")
    assert LONG[:20] in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_folder_of_an_experiment_with_a_name_of_300_characters():
    """The experiment is a process of its own, which says what is wrong."""
    words = [sys.executable, "-m", "inarow", "reproduce", "nxn-caching", "--quick", "--out", LONG]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    about, last = done.stderr.splitlines()
    assert LONG in about
    assert about.endswith("parts.jsonl cannot be read: File name too long.")
    assert last == "inarow: nxn-caching has failed."

"""Players of other people on the command line: of a package with entry points, and in a file."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import COMMAND

PACKAGE = Path(__file__).parents[1] / "packages" / "inarow_first_move"

OWN = """
import inarow

class Corner(inarow.Player):
    def __init__(self, game: inarow.Game, seed: int, *, corner: int = 0, note: str | None = None):
        self.preferred = (0, game.columns - 1)[corner]

    def act(self, state, limits=None):
        actions = state.legal_actions()
        return inarow.Decision(self.preferred if self.preferred in actions else actions[-1])

class Broken(Corner):
    def act(self, state, limits=None):
        raise ZeroDivisionError("no\\nidea")

class Unmakeable:
    def __init__(self, game):
        raise RuntimeError("out of order")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package as pip installs it."""
    target, source = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("source")
    for file in PACKAGE.glob("*.*"):
        (source / file.name).write_bytes(file.read_bytes())  # pip builds in the folder
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", *offline, "--target", target, source],
        check=True,
        timeout=300,
    )
    return target


@pytest.fixture
def inarow_in(tmp_path, installed):
    """Runs inarow where the package is installed, in a directory with a class in a file."""
    (tmp_path / "mine.py").write_text(OWN)

    def run(*arguments, stdin=None):
        return subprocess.run(
            [COMMAND[0], "-P", *COMMAND[1:], *arguments],  # as installed: not in the current folder
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(installed)},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


def answer(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_players_of_packages_are_listed_with_their_origin(inarow_in):
    done = inarow_in("players", "--json")
    listed = {player["name"]: player for player in answer(done)}
    assert listed["mcts"]["origin"] == listed["python"]["origin"] == "inarow"
    first, last = listed["first-move"], listed["last-move"]
    assert first["origin"] == last["origin"] == "inarow-first-move"
    assert first["summary"] == "Plays the first [free] cell, or one that comes later"
    (skip,) = first["parameters"]
    assert (skip["name"], skip["type"], skip["default"]) == ("skip", "int", 0)
    # One line for each that cannot be used; the others are listed all the same.
    assert len(done.stderr.splitlines()) == 3
    assert "minimax of inarow-first-move is ignored: its name is taken." in done.stderr
    assert "broken of inarow-first-move cannot be loaded: AttributeError" in done.stderr
    assert "nothing of inarow-first-move is neither a class nor a PlayerType." in done.stderr
    assert listed["minimax"]["origin"] == "inarow"
    shown = inarow_in("players").stdout
    assert "Plays the first [free] cell" in shown
    assert "class=…" in shown


def test_a_match_a_tournament_and_an_analysis(inarow_in, tmp_path):
    mine = "python:class=mine.Corner,corner=1"
    players = ["first-move:skip=1", "last-move", mine]
    found = answer(inarow_in("match", *players[:2], "--games", "4", "--json"))
    assert found["games"] == 4
    found = answer(inarow_in("match", mine, "random", "--games", "4", "--json"))
    assert found["games"] == 4
    asked = [word for player in players for word in ("--player", player)]
    rows = answer(inarow_in("analyse", "tictactoe", *asked, "--json"))["players"]
    assert [row["move"] for row in rows] == ["b1", "c3", "c1"]
    cup = ("tournament", *players, "--games", "2", "--out", "cup", "--json")
    assert answer(inarow_in(*cup))["games"] == 6
    played = inarow_in("play", "--first", mine, "--second", "first-move")
    assert played.returncode == 0, played.stderr
    assert "X plays c1" in played.stdout


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("first-move:depth=3", "first-move has no parameter 'depth': it takes skip."),
        ("last-move:skip=7", "skip must be a whole number from 0 to 3"),
        ("broken", "broken of inarow-first-move cannot be loaded: AttributeError: "),
        ("frist-move", "did you mean first-move?"),
        ("python", "python needs class"),
        ("python:class=Corner", "write class=mymodule.MyPlayer"),
        ("python:class=no.such.Player", "no.such cannot be imported: ModuleNotFoundError: "),
        ("python:class=mine.Side", "mine.py) has no class Side."),
        ("python:class=mine.Corner,depth=1", "no parameter 'depth': it takes corner, note."),
        ("python:class=mine.Corner,corner=left", "corner must be a whole number."),
        ("python:class=mine.Unmakeable", "cannot be made: RuntimeError: out of order."),
        ("python:class=mine.Broken", "mine.Broken failed: ZeroDivisionError: no idea."),
    ],
)
def test_what_is_wrong_is_one_sentence(inarow_in, spec, says):
    done = inarow_in("analyse", "tictactoe", "--player", spec, "--json")
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_examples_of_the_docs_play(inarow_in, tmp_path):
    page = (PACKAGE.parents[2] / "docs" / "add-a-player.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    (tmp_path / "mine.py").write_text(code)
    commands = re.findall(r"^inarow (.*mine\.Center.*)$", page, re.MULTILINE)
    assert len(commands) == 5
    for command in commands:
        words = shlex.split(command)
        few = ["--games", "2"] if words[0] in ("match", "tournament") else []
        done = inarow_in(*words, *few)
        assert done.returncode == 0, done.stderr


def test_a_player_that_fails_loses(inarow_in):
    found = answer(
        inarow_in("match", "python:class=mine.Broken", "random", "--games", "2", "--json")
    )
    assert (found["losses"], found["ends"]) == (2, {"crash": 2})


CHATTY = """
import os
import inarow

print("imported")

class Chatty:
    def act(self, state, limits=None):
        print("thinking")
        os.write(1, b"still thinking\\n")
        return inarow.Decision(state.legal_actions()[0])
"""


def test_what_a_class_prints_is_not_in_our_answers(inarow_in, tmp_path):
    (tmp_path / "chatty.py").write_text(CHATTY)
    done = inarow_in("match", "python:class=chatty.Chatty", "random", "--games", "2", "--json")
    assert answer(done)["games"] == 2
    assert "imported" in done.stderr
    assert "still thinking" in done.stderr
    commands = "START 15\nBEGIN\nEND\n"
    engine = inarow_in("engine", "--player", "python:class=chatty.Chatty", stdin=commands)
    assert engine.stdout.split() == ["OK", "0,14"]


def test_the_name_may_be_written_in_any_way_that_descriptions_allow(inarow_in):
    spec = " Python : class = mine.Corner"
    assert answer(inarow_in("match", spec, "random", "--games", "2", "--json"))["games"] == 2


def test_no_file_of_the_current_directory_is_imported_unless_it_is_named(inarow_in, tmp_path):
    (tmp_path / "rich.py").write_text("raise SystemExit('imported')")
    assert answer(inarow_in("match", "random", "greedy", "--games", "2", "--json"))["games"] == 2
    mine = "python:class=mine.Corner"
    assert answer(inarow_in("match", mine, "random", "--games", "2", "--json"))["games"] == 2

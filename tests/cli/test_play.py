"""``inarow play``: what is shown while the machine thinks, resigning, records."""

import re
import subprocess

import pytest

import inarow
from inarow.protocols.jsonl import from_json
from inarow.protocols.record import End
from tests.cli.test_commands import COMMAND, run

WAITS = """
import pathlib, time
import inarow

class Waits:
    def __init__(self, game, seed):
        pass

    def act(self, state, limits=None):
        while not pathlib.Path("go").exists():
            time.sleep(0.01)
        return inarow.Decision(state.legal_actions()[0])
"""


def test_your_stone_is_shown_while_the_machine_thinks(tmp_path):
    (tmp_path / "waits.py").write_text(WAITS)
    words = [*COMMAND, "play", "--second", "python:class=waits.Waits"]
    with subprocess.Popen(words, cwd=tmp_path, stdin=-1, stdout=-1, text=True) as process:
        process.stdin.write("b2\nq\n")
        process.stdin.flush()
        seen = ""
        while "O is thinking …" not in seen:
            seen += process.stdout.readline()
        assert " 2  · X ·\n" in seen  # and it has not answered yet
        (tmp_path / "go").touch()
        rest, _ = process.communicate(timeout=60)
    assert " 1  O · ·\n" in rest
    assert "O plays a1" in rest


def games(path):
    return [from_json(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("word", ["r", "resign", "RESIGN"])
def test_a_person_can_resign_and_the_record_says_so(tmp_path, word):
    out = tmp_path / "games.jsonl"
    typed = f"b2\n{word}\na3\nm\nhint\n{word}\nq\n"
    shown = run("play", "--second", "random", "--out", str(out), stdin=typed).stdout
    assert "O wins: X resigned" in shown
    assert "O wins: X resigned: start again, or take that back." in shown
    assert shown.count("The game is over.") == 2  # no hint, and not twice
    (record,) = games(out)
    assert record.players == ("human", "random")
    assert (record.result, record.end, record.detail) == (
        (-1.0, 1.0),
        End.RESIGN_RULE,
        "X resigned.",
    )
    assert len(record.moves) == 2
    assert re.search(r"b2 \w\w\nO wins: X resigned", shown)


def test_the_second_player_resigns_too(tmp_path):
    out = tmp_path / "games.jsonl"
    run("play", "--second", "human", "--out", str(out), "--moves", "a1", stdin="b2\nc3\nr\n")
    (record,) = games(out)
    assert (record.result, record.opening, record.detail) == ((1.0, -1.0), 1, "O resigned.")


def test_a_resignation_is_taken_back(tmp_path):
    out = tmp_path / "games.jsonl"
    run("play", "--second", "human", "--out", str(out), stdin="a1\nr\nu\na2\nb1\nb2\nc1\n")
    (record,) = games(out)
    assert (record.end, record.result, len(record.moves)) == (End.LINE, (1.0, -1.0), 5)


def test_each_game_is_appended_once(tmp_path):
    out = tmp_path / "games.jsonl"
    play = ("play", "--second", "human", "--out", str(out))
    run(*play, stdin="a1\nr\nn\nb2\nn\nq\n")  # resigned, begun, and not even begun
    run(*play, stdin="c3\n")
    assert [record.moves for record in games(out)] == [(0,), (4,), (8,)]
    assert [record.result for record in games(out)] == [(1.0, -1.0), None, None]


@pytest.mark.parametrize(("game", "cell"), [("tictactoe", "b2"), ("gomoku", "h8"), ("5x4x3", "c3")])
def test_examples_are_cells_of_the_board(game, cell):
    shown = run("play", game, stdin="?\nz99\nq\n").stdout
    assert f"Type a move such as {cell}," in shown
    assert re.search(rf"  {cell} +play a cell", shown)
    (example,) = re.findall(r"as\s+in\s+(\w+)", shown)  # the error about z99
    inarow.load_game(game).string_to_action(example)  # it would raise

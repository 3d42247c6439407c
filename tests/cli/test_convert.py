"""``inarow convert`` as a person runs it."""

import json
import shutil
from pathlib import Path

import pytest

from inarow.protocols.formats import read_games
from inarow.protocols.jsonl import from_json, to_json
from inarow.protocols.record import End, GameRecord, Variation
from tests.cli.test_commands import run, run_json

GOLDEN = Path(__file__).parent.parent / "golden" / "records"
GAMES = [
    GameRecord(
        game="gomoku",
        players=("threat", "greedy"),
        moves=(112, 128, 127),
        opening=1,
        result=(1.0, -1.0),
        end=End.CRASH,
        values=(None, 0.5, -0.5),
        nodes=(None, 10, 20),
        times=(None, 0.25, 1.5),
    ),
    GameRecord(
        game="gomoku:size=20",
        players=("a", "b"),
        moves=(0, 1),
        comments={2: "a mistake", 4: "better"},
        variations=(Variation(1, (2, 3)), Variation(0, (5,))),
    ),
]


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("".join(to_json(game) + "\n" for game in GAMES))
    return path


def test_there_and_back(log, tmp_path):
    sgf, back = tmp_path / "match.sgf", tmp_path / "back.jsonl"
    result = run("convert", str(log), str(sgf))
    assert result.returncode == 0
    assert result.stdout == f"2 games written to {sgf} as sgf.\n"
    assert run("convert", str(sgf), str(back)).returncode == 0
    assert back.read_bytes() == log.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "back.jsonl", "match.jsonl", "match.sgf"
    ]  # fmt: skip


def test_a_file_for_each_game_and_what_is_lost(log, tmp_path):
    out = tmp_path / "games"
    found = run_json("convert", str(log), str(out), "--to", "psq")
    assert found == {
        "games": 2, "bad": 0, "to": "psq",
        "lost": ["values", "nodes", "end", "comments", "variations"], "errors": [],
    }  # fmt: skip
    assert sorted(file.name for file in out.iterdir()) == ["00001.psq", "00002.psq"]
    (first,) = read_games(out / "00001.psq")
    assert first.moves == GAMES[0].moves
    assert first.times == GAMES[0].times
    shown = run("convert", str(log), f"{out}/", "--to", "psq", "--force")
    assert "Not kept by psq: values, nodes, end, comments, variations." in shown.stdout
    # And a directory as the source.
    back = run("convert", str(out), "-")
    assert [from_json(line).moves for line in back.stdout.splitlines()] == [
        game.moves for game in GAMES
    ]
    assert "2 games written to standard output" in back.stderr


def test_from_input_to_output(log):
    given = run("convert", "-", "-", "--to", "coords", stdin=log.read_text())
    assert given.stdout == "h8i9h9\na1b1\n"
    assert "Not kept by coords: game, players" in given.stderr
    back = run("convert", "-", "-", "--game", "gomoku", stdin=given.stdout)
    assert from_json(back.stdout.splitlines()[0]).moves == GAMES[0].moves
    told = run("convert", "-", "-", "--from", "coords", "--game", "gomoku", stdin="h8i9")
    assert from_json(told.stdout).moves == (112, 128)


def test_several_sources(log, tmp_path):
    out = tmp_path / "all.jsonl"
    sources = [str(log), str(GOLDEN / "judge.psq"), str(GOLDEN / "renju-viewer.sgf")]
    assert run_json("convert", *sources, str(out))["games"] == 5
    assert len(list(read_games(out))) == 5


def test_bad_games_stop_it_or_are_left_out(log, tmp_path):
    out = tmp_path / "out.sgf"
    with log.open("a") as stream:
        stream.write('{"game": "gomoku"}\n' + to_json(GAMES[0]) + "\n")
    stopped = run("convert", str(log), str(out))
    assert stopped.returncode == 2
    assert f"{log}, line 3: The field 'players' is missing." in stopped.stderr
    assert not out.exists()
    found = run_json("convert", str(log), str(out), "--skip-bad")
    assert (found["games"], found["bad"]) == (3, 1)
    assert "line 3" in found["errors"][0]
    assert len(list(read_games(out))) == 3
    # A game that the target cannot hold is a bad one too.
    with log.open("w") as stream:
        stream.write(to_json(GameRecord(game="ultimate", players=("a", "b"), moves=(0,))) + "\n")
    refused = run("convert", str(log), str(tmp_path / "out.psq"))
    assert refused.returncode == 2
    assert "game 1: PSQ holds only five in a row" in refused.stderr
    none_left = run("convert", str(log), str(tmp_path / "out.psq"), "--skip-bad")
    assert none_left.returncode == 1
    assert "0 games written" in none_left.stdout


def test_nothing_is_replaced_without_being_told(log, tmp_path):
    out = tmp_path / "out.sgf"
    out.write_text("mine")
    refused = run("convert", str(log), str(out))
    assert refused.returncode == 2
    assert "exists: give another name, or --force" in refused.stderr
    assert out.read_text() == "mine"
    assert run("convert", str(log), str(out), "--force").returncode == 0
    assert len(list(read_games(out))) == 2
    directory = tmp_path / "full"
    directory.mkdir()
    (directory / "mine").touch()
    refused = run("convert", str(log), str(directory), "--to", "psq")
    assert refused.returncode == 2
    assert "is not empty" in refused.stderr
    # In place: what is read is not what is written.
    assert run("convert", str(log), str(log), "--force").returncode == 0
    assert list(read_games(log)) == GAMES


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nothing.jsonl", "out.sgf"], "nothing.jsonl cannot be read: No such file"),
        (["match.jsonl", "out.psq"], "A psq file contains one game: give a directory"),
        (["match.jsonl", "out.xyz"], "has no known suffix: give --to with one of jsonl"),
        (["match.jsonl", "out/"], "has no known suffix"),
        (["match.jsonl", "out.sgf", "--to", "pgn"], "There is no format 'pgn'"),
        (["match.jsonl", "out.sgf", "--from", "psq"], "begins with a line such as"),
        (["match.jsonl", "no/out.sgf"], "cannot be written: No such file"),
        (["match.jsonl", "-", "--json"], "--json and the games would both"),
        (["match.jsonl", "out.sgf", "--game", "chess"], "There is no game 'chess'"),
        (["match.jsonl", "out.sgf", "--game", "tictactoe"], "line 1: This is a game of gomoku"),
        (["games.txt", "out.sgf"], "games.txt: Coordinates do not contain the game: give it"),
        (["empty", "out.sgf"], "There are no files of games in empty"),
        (["match.jsonl"], "Missing argument"),
    ],
)
def test_wrong_commands_get_one_sentence_and_leave_nothing(
    log, tmp_path, monkeypatch, arguments, says
):
    shutil.copy(GOLDEN / "games.txt", tmp_path)
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    result = run("convert", *arguments)
    assert result.returncode == 2
    assert result.stdout.startswith('{"error": ' if "--json" in arguments else "")
    assert result.stdout.count("\n") == arguments.count("--json")
    assert says in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_file_holds_no_games(tmp_path):
    (tmp_path / "empty.jsonl").touch()
    found = run_json("convert", str(tmp_path / "empty.jsonl"), str(tmp_path / "out.sgf"))
    assert found["games"] == 0
    assert json.dumps(found["lost"]) == "[]"

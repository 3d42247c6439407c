"""Output for programs: failures as JSON, and games as JSON lines while they are played."""

import json
import subprocess

import pytest

from inarow.cli.main import main
from inarow.protocols.jsonl import from_json
from tests.cli.test_commands import COMMAND, run


def failed(capsys, *arguments):
    """Status, JSON and errors of a command that fails."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    captured = capsys.readouterr()
    return ended.value.code, json.loads(captured.out), captured.err


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        ("match random nobody --json", 2, "There is no player 'nobody'"),
        ("match random --json", 2, "Missing argument 'SPEC'."),
        ("match random random --json --games x", 2, "--games must be a whole number."),
        ("match random random --json --games 0", 2, "--games must be at least 1."),
        ("perft tictactoe --nonsense --json", 2, "No such option: --nonsense"),
        ("perft tictactoe -1 --json", 2, "DEPTH must be at least 0."),
        ("perft tictactoe -12 --json", 2, "DEPTH must be at least 0."),
        ("perft tictactoe 3 -x --json", 2, "No such option: -x"),
        ("dance --json", 2, "No such command 'dance'."),
        ("match random random --json --json-lines", 2, "Give --json or --json-lines, not both"),
        ("match random nobody --json-lines", 2, "There is no player 'nobody'"),
        ("tournament random --json-lines", 2, "at least two players"),
        ("solve gomoku --time 0.05 --json", 1, "gomoku was not solved within 0.05 seconds."),
        ("openings 2x2x2 --nodes 10 --json", 1, "No balanced opening of 2x2x2 was found"),
        ("engine --check no-such-program --json", 2, "There is no program 'no-such-program'"),
        ("engine --json", 2, "--json is the form of the report of --check CMD."),
        ("ladder nowhere --json", 2, "nowhere is not the folder of a training run"),
        (
            "analyse gomoku --json --player external:cmd=false",
            1,
            "crashed: it exited with status 1",
        ),
    ],
)
def test_failures_are_json_too(capsys, arguments, status, sentence):
    code, said, errors = failed(capsys, *arguments.split())
    assert code == status
    assert sentence in said["error"]
    assert said.keys() == {"error"}
    assert errors == f"inarow: {said['error']}\n"


def test_without_json_standard_output_stays_empty(capsys):
    with pytest.raises(SystemExit):
        main(["match", "random", "nobody"])
    assert capsys.readouterr().out == ""


def test_a_failure_in_a_process_of_its_own_is_one_line():
    result = run("match", "random", "nobody", "--json")
    assert result.returncode == 2
    assert json.loads(result.stdout)["error"] in result.stderr
    assert result.stdout.count("\n") == result.stderr.count("\n") == 1


NO_PICTURES = "There are no pictures without matplotlib: pip install 'inarow[plots]'.\n"


def lines(*arguments):
    result = run(*arguments, "--json-lines")
    assert result.returncode == 0, result.stderr
    assert result.stderr in ("", NO_PICTURES)  # matplotlib is an extra
    return [json.loads(line) for line in result.stdout.splitlines()]


def record(line):
    """The record of a line, which is read as any other."""
    assert line.pop("kind") == "game"
    return from_json(json.dumps(line))


def test_a_match_in_json_lines(tmp_path):
    out = tmp_path / "games.jsonl"
    match = ("match", "greedy", "random", "--game", "5x5x4", "--seed", "1", "--resume", str(out))
    *games, result = lines(*match, "--games", "4")
    assert [record(line) for line in games] == [from_json(x) for x in out.read_text().splitlines()]
    assert result.pop("kind") == "result"
    assert (result["games"], result["players"]) == (4, ["greedy", "random"])
    *games, result = lines(*match, "--games", "6")  # only those that are played now
    assert sorted(record(line).event["number"] for line in games) == [4, 5]
    assert result["games"] == 6
    assert [line["kind"] for line in lines(*match, "--games", "6")] == ["result"]


def test_a_tournament_in_json_lines(tmp_path):
    cup = ("tournament", "random", "greedy", "--games", "2", "--out", str(tmp_path / "cup"))
    *games, result = lines(*cup)
    assert len(list(map(record, games))) == 2
    assert (result["kind"], result["games"]) == ("result", 2)
    assert result["report"] == str(tmp_path / "cup" / "report.html")


WAITS = """
import pathlib, time
import inarow

class Waits:
    \"\"\"Plays the second game only when the first has been read.\"\"\"

    def __init__(self, game, seed):
        pass

    def act(self, state, limits=None):
        if pathlib.Path("playing").exists():
            while not pathlib.Path("read").exists():
                time.sleep(0.01)
        return inarow.Decision(state.legal_actions()[0])

    def close(self):
        pathlib.Path("playing").touch()
"""


def test_lines_come_as_games_end(tmp_path):
    (tmp_path / "waits.py").write_text(WAITS)
    command = ["match", "python:class=waits.Waits", "random", "--games", "2", "--concurrency", "1"]
    with subprocess.Popen(
        [*COMMAND, *command, "--json-lines"], cwd=tmp_path, stdout=-1, text=True
    ) as process:
        assert json.loads(process.stdout.readline())["kind"] == "game"
        (tmp_path / "read").touch()
        rest = process.communicate(timeout=60)[0].splitlines()
    assert [json.loads(line)["kind"] for line in rest] == ["game", "result"]

"""Narrow terminals: no board is broken, and tables stay readable."""

import re

import pytest

from inarow.cli.engine_check import print_report
from inarow.cli.main import main
from inarow.cli.output import console
from inarow.protocols.gomocup.compliance import (
    CheckFinding,
    CheckOutcome,
    ComplianceReport,
)
from inarow.protocols.gomocup.required_checks import Kind
from tests.cli.test_commands import run

WIDTHS = (40, 60)
PATHS = ("report: ", "best: ", "picture: ")
"""What lines with a path begin with: paths are not broken, for they are copied."""


@pytest.fixture(params=WIDTHS)
def width(request, monkeypatch):
    monkeypatch.setattr(console, "_width", request.param)
    return request.param


def shown(capsys, width, *arguments):
    """The output of a command; no line is longer than the terminal."""
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for line in text.splitlines():
        assert len(line.rstrip()) <= width or line.startswith(PATHS), line
    return text


@pytest.mark.parametrize(
    ("game", "rows"),
    [("gomoku", 15), ("gomoku:size=20", 20), ("ultimate", 9), ("20x5x5", 5)],
)
def test_no_board_is_broken(capsys, width, game, rows):
    moves = "a1 b2" if game != "ultimate" else "a1 b2 d4"
    text = shown(capsys, width, "analyse", game, "--moves", moves, "--player", "random")
    lines = text.splitlines()
    numbered = [line for line in lines if line[:2].strip().isdigit() and "·" in line]
    assert [int(line[:2]) for line in numbered] == list(range(rows, 0, -1))
    assert len({len(line) for line in numbered}) == 1
    (letters,) = (line for line in lines if line.startswith("    a"))
    assert len(letters) == len(numbered[0])
    assert letters.index("b") == numbered[-2].index("O")  # on b2


def test_what_a_machine_says_in_a_game_is_broken_between_words(monkeypatch):
    """One word more than fits in 40 columns, such as `812k nodes/s`, begins a line."""
    monkeypatch.setenv("COLUMNS", "40")
    asked = ("play", "gomoku", "--second", "engine:threads=1", "--time", "0.2")
    said = run(*asked, stdin="h8\nhint\nq\n").stdout
    for about in ("O plays", "The engine would play"):
        start = said.index(about)
        note = said[start : said.index("\nmove>", start)]
        lines = note.splitlines()
        assert 1 < len(lines) < 6
        assert max(map(len, lines)) <= 40
        words = note.split()
        assert {"nodes,", "nodes/s,"} <= set(words)
        line = words[words.index("line") + 1 :]  # " …" says that it goes on
        if line[-1] == "…":
            line.pop()
        assert all(re.fullmatch(r"[a-o](1[0-5]|[1-9])", word) for word in line)
    # A note of a player, too, such as that of one with a network of another board.
    said = run("play", "7x7x5", "--second", "td", stdin="q\n").stdout
    assert max(map(len, said.splitlines())) <= 40


def test_the_columns_variable_is_used(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    board = run("play", "gomoku:size=20", stdin="q\n").stdout
    assert "    abcdefghijklmnopqrst\n" in board
    monkeypatch.setenv("COLUMNS", "80")
    assert "    a b c d e f g" in run("play", "gomoku:size=20", stdin="q\n").stdout


def test_analyse_writes_rows_below_each_other(capsys, width):
    text = shown(
        capsys, width, "analyse", "tictactoe", "--player", "minimax", "--player", "deepening"
    )
    for word in ("player", "minimax", "deepening", "move", "draw", "nodes/s", "line"):
        assert word in text
    assert "…" not in text


def test_tournaments_show_every_figure(capsys, width, tmp_path):
    cup = ("tournament", "random", "greedy", "mcts:sims=20", "--games", "4", "--seed", "1")
    text = shown(capsys, width, *cup, "--out", tmp_path / "cup")
    for word in ("mcts:sims=20", "Elo", "95 %", " to ", "points", "4/4"):
        assert word in text
    assert "…" not in text


def test_matches_and_lists(capsys, width):
    text = shown(capsys, width, "match", "greedy", "random", "--seed", "1")
    assert "openings, seed" in text
    for command in ("games", "players", "learners"):
        shown(capsys, width, command)
    assert "finished" in shown(capsys, width, "perft", "tictactoe", "3", "--divide")


def test_solve_and_perft(capsys, width):
    assert "draw" in shown(capsys, width, "solve", "tictactoe", "--moves", "b2 a1")
    assert "leaves" in shown(capsys, width, "perft", "gomoku", "2")


def test_a_training_and_its_ladder(capsys, width, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    settings = ("--set", "checkpoint_every=100", "--set", "evaluate_every=0")
    train = ("train", "tabular", "--games", "200", "--seed", "1", *settings, "--out", "run")
    assert "200 games" in shown(capsys, width, *train)
    text = shown(capsys, width, "ladder", "run", "--games", "4", "--concurrency", "1")
    for word in ("random", "100 games", "200 games", "time", "Elo", "95 %"):
        assert word in text
    assert "…" not in text


def test_the_report_of_a_check(capsys, width):
    detail = "START 20 is answered by OK after 0.17 s, which is as it should be."
    findings = (
        CheckFinding("unknown command", Kind.MANDATORY, CheckOutcome.PASSED, detail),
        CheckFinding("six is no five", Kind.ADVICE, CheckOutcome.FAILED, detail),
    )
    print_report(ComplianceReport("./x", "x 1.0", findings), console)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["✓", "unknown", "command"]
    assert " ".join(" ".join(lines).split()).count(detail) == 2
    assert max(len(line.rstrip()) for line in lines) <= width

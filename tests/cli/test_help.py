"""Help and completion: of every command, in words that people use."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

import inarow
from inarow.cli.main import app, main
from inarow.learning.registry import LEARNERS
from tests.cli.test_commands import COMMAND, run

RAW = re.compile(r"<[a-z ]+>|\b(TEXT|INTEGER|FLOAT|PATH|BOOLEAN|FILENAME|RANGE)\b|[{}]|[<>]=x?")
"""Types of Python and of typer."""


def commands(group, words=()):
    """All commands by their words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name)


COMMANDS = list(commands(typer.main.get_command(app)))


def shown(capsys, *words):
    """The output of a command that ends well."""
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_all_commands_are_found():
    assert {("match",), ("bench", "engine"), ("train", "td"), ("serve",)} <= set(COMMANDS)
    assert len(COMMANDS) == 17 + len(LEARNERS)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_has_no_raw_types(capsys, words):
    text = shown(capsys, *words, "-h")
    assert text == shown(capsys, *words, "--help")
    assert text.startswith(f"Usage: inarow {' '.join(words)} ")
    assert RAW.search(text) is None, RAW.search(text)
    # Each option with a value names it: --time SECONDS.
    for line in text.split("Options:")[1].splitlines():
        if option := re.match(r"  (--[\w-]+) {2,}", line):
            assert option[1] in FLAGS, line


FLAGS = {
    "--json", "--json-lines", "--resume", "--force", "--skip-bad", "--divide", "--metrics",
    "--open", "--quick",
}  # fmt: skip


@pytest.mark.parametrize("words", [(), ("train",), ("bench",)], ids=" ".join)
def test_groups_have_short_help_too(capsys, words):
    assert shown(capsys, *words, "-h") == shown(capsys, *words, "--help")


@pytest.mark.parametrize("words", [(), ("train",), ("bench",)], ids=" ".join)
def test_no_summary_is_cut_off(capsys, words):
    assert "..." not in shown(capsys, *words, "-h").split("Commands:")[1]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_fits_a_usual_terminal(capsys, words):
    """Also its examples; and several of an argument are named once: DIR..., not DIR......"""
    text = shown(capsys, *words, "-h")
    assert max(map(len, text.splitlines())) <= 80
    assert "...." not in text


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("tournament", "[default: 10;"),
        ("solve", "Print one JSON value"),
        ("ladder", "The first has 0 Elo."),
        ("perft", "and the games finished within them."),
        ("train", "shared-mcts"),
        ("train td", "The folder of the run; it must be new."),
        ("players", "Print one JSON value"),
    ],
)
def test_help_fits_narrow_terminals(monkeypatch, words, says, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    text = run(*words.split(), "-h").stdout
    for line in text.splitlines():  # examples are commands, which are not broken into lines
        assert len(line) <= columns or line.startswith("  inarow "), line
    assert says in " ".join(text.split())


def test_ranges_are_in_words(capsys):
    text = " ".join(shown(capsys, "match", "-h").split())
    assert "--concurrency N Games at once; default: one a processor. [1 to 1024]" in text
    assert "--time SECONDS Seconds for a move. [at least 0]" in text


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ("play", ["No file is written without --out", "JSON lines"]),
        ("match", ["No file is written without --out, --resume or --log", "DIR/game-0000.log"]),
        (
            "tournament",
            ["tournament.json", "games.jsonl", "report.html", "ratings.png", "crosstable.png"],
        ),
        ("ladder", ["DIR/ladder.json", "DIR/plots", "DIR/ladder."]),
        ("plot", ["DIR/plots", "PNG and SVG"]),
        ("openings", ["The file to write; default: print the set", "FILE is saved"]),
        ("convert", ["TARGET", "a directory for a file per game"]),
        ("serve", ["inarow.db", "lab", str(Path("~"))]),
        ("train td", ["settings.toml", "events.jsonl", "checkpoints/", "model."]),
    ],
)
def test_help_says_which_files_appear_where(capsys, words, files):
    text = " ".join(shown(capsys, *words.split(), "-h").split())
    for file in files:
        assert file in text


def test_examples_name_cells_of_every_board(capsys):
    """The board is not known when help is read: a1 and b2 are on all but the smallest."""
    for words in COMMANDS:
        for cell in re.findall(r'"([a-t]\d+) ', shown(capsys, *words, "-h")):
            line = next(each for each in shown(capsys, *words, "-h").splitlines() if cell in each)
            assert cell in ("a1", "b2") or "gomoku" in line or "tictactoe" in line, line


def test_the_program_for_managers_has_help_of_its_own():
    def pbrain(*words):
        program = [sys.executable, "-c", "from inarow.cli.engine import pbrain; pbrain()", *words]
        done = subprocess.run(program, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    assert pbrain("--version") == (0, f"pbrain-inarow {inarow.__version__}\n", "")
    status, text, _ = pbrain("-h")
    assert status == 0
    assert "--seed N " in text
    assert RAW.search(text) is None
    for words, sentence in (
        (("--seed", "x"), "--seed: must be a whole number; see pbrain-inarow --help."),
        (("--speed", "1"), "unrecognized arguments: --speed 1; see pbrain-inarow --help."),
        (("--player",), "--player: expected one argument; see pbrain-inarow --help."),
    ):
        assert pbrain(*words) == (2, "", f"pbrain-inarow: {sentence}\n")


def test_the_module_is_the_same_program():
    for program in ([sys.executable, "-m", "inarow"], COMMAND):
        done = subprocess.run([*program, "match", "-h"], capture_output=True, text=True, check=True)
        assert done.stdout.startswith("Usage: inarow match [OPTIONS] SPEC SPEC\n")
    version = subprocess.run(
        [sys.executable, "-m", "inarow", "--version"], capture_output=True, text=True, check=True
    )
    assert version.stdout == f"inarow {inarow.__version__}\n"

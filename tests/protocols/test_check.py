"""The compliance test: it passes a good engine and finds what is wrong with the others."""

import io
import itertools
import json
import re
import subprocess
import sys

import pytest
from rich.console import Console

import inarow
from inarow.cli.engine_check import print_report
from inarow.errors import BadSpec
from inarow.protocols.gomocup.compliance import CHECKS, CheckOutcome, check_engine
from inarow.protocols.gomocup.required_checks import Kind, dead_position
from tests.fakes import command

PATIENT = {"tolerance": 1.0, "memory": 200}  # for a busy machine


def check(fake, *arguments, only=None, **options):
    checks = [entry for entry in CHECKS if only is None or entry.name in only]
    return check_engine(command(fake, *arguments), checks=checks, **(PATIENT | options))


def names(report, outcome):
    return {finding.name for finding in report.findings if finding.outcome is outcome}


@pytest.mark.parametrize("fake", ["good", "crlf", "suggests"])
def test_good_engines_are_compliant(fake):
    report = check(fake)
    assert names(report, CheckOutcome.FAILED) == set()
    assert report.compliant
    assert report.about == "Fake 1.0"
    assert len(report.findings) == len(CHECKS)


MOVES = {"turn", "whole games", "match time", "memory", "rule 1", "line ends"}
FAULTS = [
    ("garbage", {"nothing else"}),
    ("talks", {"nothing else"}),  # a banner
    ("twice", {"nothing else"}),
    ("lf_only", {"line ends"}),
    ("weak", {"win in one", "block a four", "six is no five"}),
    ("half_done", {"restart", "rectangle", "takeback", "play", "swap2"}),
    ("crash_later", MOVES | {"full board", "restart", "takeback"}),
    ("crash_at_21", {"full board"}),
]


@pytest.mark.parametrize(("fake", "faults"), FAULTS, ids=[row[0] for row in FAULTS])
def test_faults_are_found_and_no_others(fake, faults):
    report = check(fake)
    assert names(report, CheckOutcome.FAILED) == faults
    mandatory = {entry.name for entry in CHECKS if entry.kind is Kind.MANDATORY}
    assert report.compliant == (not faults & mandatory)
    for finding in report.findings:
        assert finding.detail.isprintable()
        assert finding.detail.endswith(".")


@pytest.mark.parametrize(
    ("fake", "only", "says"),
    [
        ("overthinks", {"turn time"}, "timeout_turn 0 is not kept"),
        ("ignores_end", {"end"}, "still running 1 s after END"),
        ("ignores_end", {"end of input"}, "runs on when its input is closed"),
        ("wrong_board", {"board"}, "where there is a stone already"),
        ("outside", {"begin"}, "'20,0', which is not a point of the board"),
        ("nonsense", {"begin"}, "'I would rather not' to BEGIN, where a move is due"),
        ("refuses", {"begin"}, "'ERROR my head hurts' to BEGIN"),
        ("stall", {"begin"}, "does not answer to BEGIN"),
        ("flood", {"begin"}, "flooded its output"),
        ("closes_output", {"turn"}, "closed its output"),
        ("no_restart", {"about"}, "does not answer to ABOUT"),
        ("answers_info", {"unknown info"}, "'OK' where no answer is due"),
        ("silent", {"unknown command"}, "does not answer to DANCE"),
    ],
)
def test_what_is_said_of_faults(fake, only, says, monkeypatch):
    monkeypatch.setattr("inarow.protocols.gomocup.dialogue.ANSWER_WAIT", 2.0)
    options = {"tolerance": 0.3} if fake == "overthinks" else {}
    report = check(fake, only=only, **options)
    assert names(report, CheckOutcome.FAILED) == only
    assert says in report.findings[0].detail


@pytest.mark.parametrize("spec", ["gomoku", "gomoku:rule=standard", "gomoku:size=20", "10x15x5"])
def test_nobody_can_make_five_from_the_dead_position(spec):
    game = inarow.load_game(spec)
    state = game.state_from(dead_position(game))
    assert state.current_player() == 0
    assert len(state.legal_actions()) == game.num_distinct_actions() * 3 // 5
    blocked = [set(state.history()[side::2]) for side in (0, 1)]
    for row, column in itertools.product(range(game.rows), range(game.columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ends = row + 4 * down, column + 4 * right
            if ends[0] < game.rows and 0 <= ends[1] < game.columns:
                line = {(row + n * down) * game.columns + column + n * right for n in range(5)}
                assert line & blocked[0], (row, column)
                assert line & blocked[1], (row, column)


def test_faults_are_told_in_points_of_the_protocol():
    """An author of an engine reads x,y there, not names of cells."""
    report = check("weak", only={"win in one", "block a four", "six is no five"})
    for finding in report.findings:
        assert re.fullmatch(
            r"After (\d+,\d+ )+it plays \d+,\d+, where \d+,\d+( or \d+,\d+)? was due\.",
            finding.detail,
        )
    assert "where 6,8 or 11,3 was due" in report.findings[0].detail


def test_memory_is_watched():
    report = check("eats_memory", 60, only={"memory"}, memory=50)
    assert "MB of memory, and may use 50" in report.findings[0].detail


def test_optional_commands_may_be_unknown():
    report = check("no_restart", only={"restart", "takeback"})
    assert names(report, CheckOutcome.SKIPPED) == {"restart"}
    assert names(report, CheckOutcome.PASSED) == {"takeback"}


@pytest.mark.parametrize(("fake", "vital"), [("crash_at_once", "start"), ("outside", "begin")])
def test_without_a_start_or_a_move_the_rest_is_skipped(fake, vital):
    report = check(fake)
    assert names(report, CheckOutcome.FAILED) == {vital}
    assert report.count(CheckOutcome.SKIPPED) >= len(CHECKS) - 2
    assert not report.compliant


def test_the_report_as_json_and_as_a_table():
    report = check("garbage", only={"start", "about", "turn", "nothing else"})
    stored = json.loads(json.dumps(report.as_dict()))
    assert stored["compliant"] is False
    assert stored["about"] == "Fake 1.0"
    assert (stored["passed"], stored["failed"], stored["skipped"]) == (3, 1, 0)
    assert stored["findings"][0] == {
        "name": "start",
        "kind": "mandatory",
        "outcome": "passed",
        "detail": stored["findings"][0]["detail"],
    }
    console = Console(width=120, record=True, file=io.StringIO())
    print_report(report, console)
    shown = console.export_text()
    assert shown.count("✓") == 3
    assert shown.count("✗") == 1
    assert "Fake 1.0: not compliant, 3 of 4 mandatory checks passed" in shown


MAIN = """
import sys, typer
from inarow.cli.engine_check import run_check
try:
    run_check(sys.argv[1], True, tolerance=2.0)
except typer.Exit as leave:
    sys.exit(leave.exit_code)
"""


def test_the_command_exits_by_the_verdict():
    """As the command line calls it: a status for the shell, one JSON value on standard output."""
    for fake, status in (("crlf", 0), ("crash_at_once", 1)):
        done = subprocess.run(
            [sys.executable, "-c", MAIN, command(fake)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.stderr == ""
        assert json.loads(done.stdout)["compliant"] is (status == 0)
        assert done.returncode == status


def test_a_command_that_cannot_be_run():
    with pytest.raises(BadSpec, match="no program"):
        check_engine("./no-such-engine")

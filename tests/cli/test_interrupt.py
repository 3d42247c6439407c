"""Ctrl-C ends every command with status 130 and a sentence: in its work, and while it starts."""

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from inarow.learning import load_learner
from inarow.runlog import EVENTS_FILE
from tests.cli.test_commands import SAYS_READY
from tests.fakes import command

PATIENCE = 60.0
SCRIPTS = Path(sysconfig.get_path("scripts"))


def interrupted(words, wait=0.4, **options):
    """Status, output and errors of a program that says when it begins, and gets a SIGINT then."""
    with subprocess.Popen(
        words, stdin=-1, stdout=-1, stderr=-1, text=True, bufsize=1, **options
    ) as process:
        try:
            process.stdout.readline()
            time.sleep(wait)  # whatever it does by then, the result is the same
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return process.returncode, output, errors


def make_long_run(path):
    """A run with checkpoints to rate, and so many evaluations that reading them takes a while."""
    given = {"games": 200, "checkpoint_every": 100, "evaluate_every": 200, "evaluation_games": 2}
    load_learner("tabular", "tictactoe", out=path, seed=1, **given).learn()
    events = path / EVENTS_FILE
    evaluation = events.read_bytes().splitlines(keepends=True)[-1]
    events.write_bytes(events.read_bytes() + evaluation * 300_000)


@pytest.mark.parametrize(
    "arguments",
    [
        "analyse gomoku --player mcts --time 600",
        "solve gomoku",
        "perft gomoku 9",
        "match engine engine --game gomoku --time 60",
        "match external:cmd={fake} random --game gomoku --time 60",
        "tournament mcts engine --game gomoku --time 60 --out {folder}/cup",
        "openings gomoku --nodes 100000000",
        "openings gomoku --check balanced --nodes 100000000",
        "bench engine --nodes 1000000000",
        "play",
        "play gomoku --first engine --second engine --time 60",
        "serve --port 0 --data {folder}",
        "engine",
        "engine --check {fake}",
        "convert - {folder}/out.sgf",
        "reproduce map --out {folder}/map",
        "train tabular --game 4x4x3 --games 1000000000 --out {folder}/run",
        "train dqn --game 4x4x3 --games 1000000000 --out {folder}/run",  # while it loads PyTorch
        "ladder {run} --games 1000000",
        "plot {run}",
    ],
)
def test_ctrl_c_ends_every_long_command(tmp_path, arguments):
    if "{run}" in arguments:
        make_long_run(tmp_path / "trained")
    # The command of the engine is one word.
    words = [
        word.format(fake=command("stall"), folder=tmp_path, run=tmp_path / "trained")
        for word in arguments.split()
    ]
    status, _, errors = interrupted([*SAYS_READY, *words])
    assert status == 130, errors
    assert errors.splitlines()[-1] == "inarow: stopped."
    assert "Traceback" not in errors


@pytest.mark.parametrize("flag", ["--json", "--json-lines"])
def test_programs_read_that_it_was_stopped(flag):
    match = ["match", "mcts", "mcts", "--game", "gomoku", "--time", "60", flag]
    status, output, errors = interrupted([*SAYS_READY, *match])
    assert (status, output) == (130, '{"error": "stopped."}\n')
    assert errors == "inarow: stopped.\n"


@pytest.fixture
def slow_numpy(tmp_path):
    """An environment in which importing numpy takes for ever, and says that it has begun."""
    # Many short sleeps: a signal that comes just before one does not end it.
    lines = "import time", "print('begun', flush=True)", "while True:", "    time.sleep(0.01)"
    (tmp_path / "numpy.py").write_text("\n".join(lines))
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


@pytest.mark.parametrize(
    "program",
    [[sys.executable, "-m", "inarow"], [str(SCRIPTS / "inarow")], [str(SCRIPTS / "pbrain-inarow")]],
    ids=["module", "inarow", "pbrain-inarow"],
)
def test_ctrl_c_while_a_command_is_imported(slow_numpy, program):
    assert interrupted(program, wait=0, env=slow_numpy) == (130, "", "inarow: stopped.\n")


def test_a_program_of_others_that_imports_us_is_interrupted_as_usual(slow_numpy):
    words = [sys.executable, "-c", "import inarow", "inarow"]
    status, _, errors = interrupted(words, wait=0, env=slow_numpy)
    assert status == -signal.SIGINT
    assert errors.rstrip().endswith("KeyboardInterrupt")

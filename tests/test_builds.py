"""The portable build of the core and the one for newer machines play by the same rules."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import inarow
from inarow import _core
print(_core.isa)
for spec in ("tictactoe", "4x3x3", "gomoku", "9x7x4:rule=standard", "ultimate"):
    state = inarow.load_game(spec).new_initial_state()
    state.apply_action(5)
    print(state.random_playouts(2000, seed=3), state.perft(3).leaves, state.key())
    print(state.canonical()[0].key(), state.observation_tensor().sum())
"""


def run_with(isa):
    environment = {**os.environ, "INAROW_ISA": isa}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_both_builds_agree():
    name, *portable = run_with("baseline")
    assert name == "baseline"
    best, *fast = run_with("")
    if best == "baseline":
        pytest.skip("this machine runs the portable build only")
    assert best == "avx2"
    assert portable == fast

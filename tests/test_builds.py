"""The builds of the core: for old and new processors, and for all versions of Python at once."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import nanobind
import pytest

ROOT = Path(__file__).parents[1]
PYTHON_API = re.compile(r"\b_?Py[A-Z]")
CALLERS = [
    path
    for path in sorted((ROOT / "cpp" / "bindings").iterdir())
    if PYTHON_API.search(path.read_text(encoding="utf-8"))
]
"""Files of the bindings that call Python itself, and not only nanobind."""

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


@pytest.mark.parametrize("path", CALLERS, ids=lambda path: path.name)
def test_the_bindings_keep_to_the_stable_abi(path):
    """A wheel for Python 3.12 and newer is compiled so; on 3.11 nothing else would tell.

    There, nanobind's own headers lack some declarations: only faults in our files count.
    """
    compiler = os.environ.get("CXX") or shutil.which("c++")
    assert compiler, "the core was built without a compiler?"
    folders = ROOT / "cpp", nanobind.include_dir(), sysconfig.get_path("include")
    stable = ["-DPy_LIMITED_API=0x030C0000", "-DINAROW_ISA=baseline"]
    done = subprocess.run(
        [*compiler.split(), "-std=c++20", "-xc++", "-fsyntax-only", *stable]
        + [f"-I{folder}" for folder in folders]
        + [str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    own = [line for line in done.stderr.splitlines() if line.startswith(str(ROOT / "cpp"))]
    assert not [line for line in own if "error" in line], done.stderr


def test_files_that_call_python_itself_are_found():
    assert "games.cpp" in {path.name for path in CALLERS}

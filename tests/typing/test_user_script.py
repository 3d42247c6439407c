"""A user's program has no type errors, and runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("user_script.py")
SOURCE = Path(__file__).parents[2] / "src"


WRONG = """\
import inarow

inarow.load_plyer
inarow.vector_env("tictactoe", 2, copies=True)
"""


def check_types(script, tmp_path):
    """In a directory and with settings of the user's own, as if inarow had been installed."""
    return subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull),
            *("--follow-imports", "silent", "--cache-dir", tmp_path / "cache", script),
        ],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_mypy_finds_nothing_but_what_is_wrong(tmp_path):
    checked = check_types(SCRIPT, tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    (tmp_path / "wrong.py").write_text(WRONG)
    found = check_types(tmp_path / "wrong.py", tmp_path).stdout
    assert 'has no attribute "load_plyer"' in found
    assert 'Unexpected keyword argument "copies"' in found


def test_it_runs(tmp_path):
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True)

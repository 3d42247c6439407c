"""A user's program has no type errors, and runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("user_script.py")
SOURCE = Path(__file__).parents[2] / "src"


@pytest.mark.slow
def test_mypy_finds_nothing(tmp_path):
    """In a directory and with settings of the user's own, as if inarow had been installed."""
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull),
            *("--follow-imports", "silent", "--cache-dir", tmp_path / "cache", SCRIPT),
        ],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_it_runs(tmp_path):
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True)

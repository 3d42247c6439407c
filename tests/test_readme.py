"""What the README says is true: its Python runs, its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from inarow.players import PLAYERS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_there_is_an_example_of_about_ten_lines():
    assert PYTHON_BLOCKS
    assert 5 <= len(PYTHON_BLOCKS[0].strip().splitlines()) <= 14


@pytest.mark.parametrize("code", PYTHON_BLOCKS)
def test_examples_run(code):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_two_commands_come_first():
    commands = re.findall(r"^(make \S+)", README, flags=re.MULTILINE)
    assert commands[:2] == ["make play", "make test"]


def test_every_make_target_named_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?:^|`)make ([a-z-]+)", README, flags=re.MULTILINE)):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_every_inarow_command_named_runs():
    for line in re.findall(r"^inarow (.+?)(?:\s{2,}.*)?$", README, flags=re.MULTILINE):
        name = line.split()[0]
        command = [sys.executable, "-c", "from inarow.cli.main import main; main()", name, "--help"]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0, name


def test_every_player_has_a_page():
    index = (ROOT / "docs" / "algorithms" / "README.md").read_text(encoding="utf-8")
    for player in PLAYERS:
        assert f"`{player.name}`" in index
        if player.name != "random":
            assert (ROOT / "docs" / "algorithms" / f"{player.name}.md").exists()

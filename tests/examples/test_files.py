"""The files of ``examples/``: short, on public names alone, all listed, and programs that run."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import inarow

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples"
FILES = sorted(path for path in FOLDER.glob("*.py") if path.name != "__init__.py")
METHODS = {
    "minimax",
    "alphabeta",
    "cached",
    "deepening",
    "negamax",
    "threat",
    "mcts",
    "shared_mcts",
    "tabular",
    "td",
    "dqn",
    "alphazero",
}
WITH_TORCH = {"dqn", "alphazero"}
NOTHING_TO_LEARN = "1"  # as the number of games or updates: a program need not take long here

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_every_method_has_a_file():
    assert {path.stem for path in FILES} == METHODS


@each_file
def test_a_file_is_short(path):
    assert 40 <= len(path.read_text(encoding="utf-8").splitlines()) <= 120


@each_file
def test_only_numpy_and_pytorch_are_imported(path):
    allowed = {"inarow", "numpy"} | ({"torch"} if path.stem in WITH_TORCH else set())
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "."]
            assert names[0].split(".")[0] != "inarow", "a student writes inarow.State"
        for name in names:
            package = name.split(".")[0]
            assert package in allowed | sys.stdlib_module_names, name


@each_file
def test_only_public_names_are_used(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            assert not re.match("_[^_]", node.attr), node.attr
            if isinstance(node.value, ast.Name) and node.value.id == "inarow":
                assert node.attr in inarow.__all__


@each_file
def test_it_runs(path):
    done = subprocess.run(
        [sys.executable, "-W", "error", path, NOTHING_TO_LEARN],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@each_file
def test_what_a_file_names_exists(path):
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    named = re.findall(r"(?:docs|cpp)/[\w./-]*\w", text)
    assert named
    for name in named:
        assert (ROOT / name).exists(), name


def test_the_list_is_complete():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\((\w+)\.py\)", page)) == METHODS

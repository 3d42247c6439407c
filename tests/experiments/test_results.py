"""The committed results: of today's code and weights, of whole runs, or said to be old."""

import ast
import doctest
import importlib
import importlib.util
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from experiments import findings
from experiments.experiment import made_with
from experiments.index import entries

from inarow.models.weights import shipped_weights

ROOT = Path(__file__).parents[2]
ENTRIES = entries()
each_experiment = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)


def result_of(entry):
    folder = ROOT.joinpath(*entry.module.split(".")[:-1], "results", entry.name)
    return json.loads((folder / "result.json").read_text("utf-8"))


def faults_of(result, entry):
    """Why a result is not of a whole run of today's."""
    now = made_with(entry)
    changed = [f"made with other {what}" for what in now if result.get(what) != now[what]]
    return changed + (["scaled"] if result["scaled"] else [])


@each_experiment
def test_a_result_is_current_and_whole_or_said_not_to_be(entry):
    faults = faults_of(result_of(entry), entry)
    if entry.stale:
        assert faults, f"{entry.name} is current: remove its stale mark from index.toml"
    assert entry.stale or not faults, (
        f"The result of {entry.name} is {' and '.join(faults)}. Run it again and publish it, or "
        "mark it as stale in experiments/index.toml."
    )


def test_other_code_weights_and_scaled_runs_are_found():
    entry = next(each for each in ENTRIES if each.weights)
    current = {**made_with(entry), "scaled": []}
    assert faults_of(current, entry) == []
    assert faults_of({**current, "code": "0"}, entry) == ["made with other code"]
    assert faults_of({**current, "weights": {}}, entry) == ["made with other weights"]
    assert faults_of({**current, "scaled": ["games: 2 instead of 4"]}, entry) == ["scaled"]
    assert faults_of({"scaled": []}, entry) == ["made with other code", "made with other weights"]


@each_experiment
def test_the_index_names_weights_that_ship(entry):
    assert set(entry.weights) <= set(shipped_weights())


def test_what_pages_say_of_the_results_is_current():
    assert findings.outdated() == [], "run python -m experiments.findings"


def test_the_papers_name_what_is_stale():
    entry = ENTRIES[0]
    assert "- `nxn-caching`: of an earlier network" in findings.stale_block(
        [replace(entry, stale="of an earlier network"), replace(entry, stale="")]
    )
    assert "today's code and weights" in findings.stale_block([replace(entry, stale="")])


def test_the_table_of_methods_has_every_method_on_every_game():
    found = json.loads((findings.DATA / findings.METHODS).read_text("utf-8"))
    block = findings.methods_block(found)
    methods = {row["name"] for game in found["games"] for row in game["players"]}
    first, second = block.split("The time of training")
    lines = [line for line in first.splitlines() if line.startswith("| [")]
    assert Counter(line.partition("](")[0][3:] for line in lines) == Counter(methods)
    assert all(line.count("|") == len(found["games"]) + 2 for line in lines)
    cells = [cell for line in lines for cell in line.split("|")[2:-1]]
    shown = [cell for cell in cells if cell.strip() != findings.NOTHING]
    assert len(shown) == sum(len(game["players"]) for game in found["games"])
    elo_and_time = r"[+-]\d+ \[[+-]\d+, [+-]\d+\], (< )?[\d.]+ m?s( <sup>\d</sup>)?"
    assert all(re.fullmatch(elo_and_time, cell.strip()) for cell in shown)
    assert "[alphazero]" in second
    assert "[mcts]" not in second


def public_names():
    """What docs/api.md says is public: by docs/make_api.py, which writes it."""
    spec = importlib.util.spec_from_file_location("make_api", ROOT / "docs" / "make_api.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.public_names()


def imported(tree):
    """Modules and names that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module, each.name) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.name, None) for each in node.names)


def private_attributes(tree):
    """Attributes that begin with an underscore, of others than the object itself."""
    for node in ast.walk(tree):
        is_attribute = isinstance(node, ast.Attribute) and re.match(r"_[^_]", node.attr)
        if is_attribute and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
            yield node.attr


def files_of_the_papers():
    """What experiments have in common, and the folders of those in the index."""
    folders = {ROOT.joinpath(*each.module.split(".")[:-1]) for each in ENTRIES}
    return sorted(
        path for folder in {ROOT / "experiments", *folders} for path in folder.glob("*.py")
    )


@pytest.mark.parametrize("path", files_of_the_papers(), ids=lambda path: path.stem)
def test_experiments_use_the_public_interface_only(path):
    tree, public = ast.parse(path.read_text("utf-8")), public_names()
    for module, name in imported(tree):
        assert not re.search(r"(^|\.)_[^_]", f"{module}.{name}")
        if module.partition(".")[0] == "inarow":
            assert module in public, f"{module} is not public: see docs/make_api.py"
            assert name in {None, *public[module]}, f"{module}.{name} is not public"
    assert not set(private_attributes(tree))


@pytest.mark.parametrize("path", files_of_the_papers(), ids=lambda path: path.stem)
def test_examples_in_docstrings(path):
    """They are no part of the package, whose examples pytest finds by itself."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    assert doctest.testmod(importlib.import_module(name)).failed == 0

"""The notebooks run from the first cell to the last, and print what is stored in them."""

import copy
import json
from pathlib import Path

import pytest
from docs.notebooks.run import run

NOTEBOOKS = sorted(Path(__file__).parents[1].glob("docs/notebooks/*.ipynb"))


def printed(notebook):
    return [
        output["text"]
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
        if output["output_type"] == "stream"
    ]


def test_there_are_three():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    stored = json.loads(path.read_text(encoding="utf-8"))
    notebook = copy.deepcopy(stored)
    run(notebook)
    assert printed(notebook) == printed(stored)  # seeds are given: it is the same everywhere

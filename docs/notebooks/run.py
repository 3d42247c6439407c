"""Runs the notebooks and stores what they show: ``python docs/notebooks/run.py [FILE …]``.

It needs no Jupyter: code cells are run in order, in one namespace a notebook, and the value of the
last line is shown as Jupyter would, by ``_repr_html_``, ``_repr_svg_`` or ``repr``.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def run(notebook: dict[str, Any]) -> None:
    """Run all code cells, in a folder of their own, and store their output."""
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    with tempfile.TemporaryDirectory() as folder, _in_folder(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                cell["execution_count"] = number
                cell["outputs"] = _run_cell("".join(cell["source"]), names, number)


@contextlib.contextmanager
def _in_folder(folder: str) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _run_cell(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    code = ast.parse(source)
    last = code.body.pop() if code.body and isinstance(code.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(code, f"<cell {number}>", "exec"), names)
        if isinstance(last, ast.Expr):
            shown = compile(ast.Expression(last.value), f"<cell {number}>", "eval")
            value = eval(shown, names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())}
        )
    if value is not None:
        outputs.append(
            {
                "output_type": "execute_result",
                "execution_count": number,
                "metadata": {},
                "data": _shown(value),
            }
        )
    return outputs


def _shown(value: object) -> dict[str, list[str]]:
    data = {"text/plain": _lines(repr(value))}
    for kind, method in RICH.items():
        if (show := getattr(value, method, None)) is not None and (text := show()) is not None:
            data[kind] = _lines(text)
    return data


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main(paths: list[str]) -> None:
    """Run the notebooks that are named, or all."""
    for path in [Path(each).resolve() for each in paths] or sorted(HERE.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        run(notebook)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])

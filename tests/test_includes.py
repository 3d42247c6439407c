"""The check of the core's includes: it passes, and finds each kind of fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CORE = Path(__file__).parents[1] / "cpp"


def check(folder: Path) -> tuple[int, list[str]]:
    """The exit status and the faults that are printed."""
    command = [sys.executable, str(CORE / "check_includes.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def test_the_core_is_in_order():
    assert check(CORE) == (0, [])


@pytest.mark.parametrize(
    ("path", "line", "fault"),
    [
        (
            "games/a.h",
            '#include "search/base.h"',
            "games/a.h includes search/base.h, but games is not above search.",
        ),
        (
            "search/five/a.cpp",
            '#include "search/fullwidth/b.h"',
            "search/five/a.cpp includes search/fullwidth/b.h, "
            "but search/five is not above search/fullwidth.",
        ),
        (
            "search/engine.h",
            "#include <nanobind/nanobind.h>",
            "search/engine.h includes nanobind, which only bindings/ may.",
        ),
        (
            "search/rows/a.h",
            '#include "search/rows/c.h"',
            "search/rows/a.h includes search/rows/c.h, which is no file of the core.",
        ),
        (
            "search/odds.h",
            "#include <vector>",
            "search/odds.h has no place in the layers of cpp/check_includes.py.",
        ),
        (
            "search/fullwidth/b.h",
            '#include "search/fullwidth/b.h"',
            "search/fullwidth/b.h -> search/fullwidth/b.h is a cycle.",
        ),
    ],
)
def test_a_fault_is_found(tmp_path: Path, path: str, line: str, fault: str):
    for name in ("search/base.h", "search/fullwidth/b.h", path):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / path).write_text(f"{line}\n")
    assert check(tmp_path) == (1, [fault])


def test_a_cycle_of_several_files_is_found_once(tmp_path: Path):
    for here, there in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / "games").mkdir(exist_ok=True)
        (tmp_path / f"games/{here}.h").write_text(f'#include "games/{there}.h"\n')
    cycle = "games/a.h -> games/b.h -> games/c.h -> games/a.h is a cycle."
    assert check(tmp_path) == (1, [cycle])

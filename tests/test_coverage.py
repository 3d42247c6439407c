"""How the lines are counted that the C++ tests run."""

import doctest
import importlib.util
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "cpp" / "coverage.py"


def load():
    spec = importlib.util.spec_from_file_location("cpp_coverage", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_examples():
    done = doctest.testmod(load())
    assert done.attempted > 0
    assert done.failed == 0


def test_only_files_of_the_core_count_and_a_line_counts_once():
    ran = load().lines_that_ran(
        [
            {
                "files": [
                    {"file": "/usr/include/vector", "lines": [{"line_number": 1, "count": 1}]},
                    {"file": "/core/tests/main.cpp", "lines": [{"line_number": 1, "count": 1}]},
                    {
                        "file": "/core/games/bits.h",
                        "lines": [
                            {"line_number": 1, "count": 2},
                            {"line_number": 1, "count": 0},
                            {"line_number": 2, "count": 0},
                        ],
                    },
                ]
            }
        ],
        Path("/core"),
    )
    assert ran == {"games/bits.h": {1: True, 2: False}}


def test_a_folder_without_counts_is_an_error(tmp_path, capsys):
    assert load().main(tmp_path) == 1
    assert "run its tests first" in capsys.readouterr().err

"""Check who includes whom in the C++ core: ``python cpp/check_includes.py [FOLDER]``.

A file may include files of its own part and of the layers below, only bindings may include
nanobind, and no files include each other in a cycle. Prints a sentence for each fault.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LAYERS: tuple[dict[str, tuple[str, ...]], ...] = (
    {"games": ("games/",)},
    {
        "search": (
            "search/base.h",
            "search/options.h",
            "search/table.h",
            "search/huge_pages.h",
            "search/shared_table.h",
            "search/time_manager.h",
            "search/deepening_lines.h",
            "search/any_search.h",
            "search/random.h",
            "search/immediate_results.h",
        )
    },
    {"search/rows": ("search/rows/",), "search/learn": ("search/learn/",)},
    {"search/fullwidth": ("search/fullwidth/",), "search/five": ("search/five/",)},
    {"search/solve": ("search/solve/",), "search/mcts": ("search/mcts/",)},
    {"search/ultimate": ("search/ultimate/",)},
    {"engine and duel": ("search/engine.", "search/duel.")},
    {"bindings": ("bindings/",), "tests": ("tests/",)},
)
"""From the bottom up: the parts of each layer, by how the paths of their files begin.

Parts of one layer do not include each other.
"""

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def part_of(path: str) -> tuple[int, str] | None:
    """The layer and the part that a file belongs to.

    >>> part_of("search/five/codes.h")
    (3, 'search/five')
    """
    for layer, parts in enumerate(LAYERS):
        for name, beginnings in parts.items():
            if path.startswith(beginnings):
                return layer, name
    return None


def faults_in(root: Path) -> list[str]:
    """A sentence for each fault of the files below a folder."""
    files = sorted(p for p in root.rglob("*") if p.suffix in (".h", ".cpp"))
    includes: dict[str, list[str]] = {}
    faults = []
    for file in files:
        path = file.relative_to(root).as_posix()
        found = INCLUDE.findall(file.read_text(encoding="utf-8"))
        includes[path] = [own for own, _ in found if own]
        if not path.startswith("bindings/") and any("nanobind/" in "".join(f) for f in found):
            faults.append(f"{path} includes nanobind, which only bindings/ may.")
        here = part_of(path)
        if here is None:
            faults.append(f"{path} has no place in the layers of cpp/check_includes.py.")
            continue
        for other in includes[path]:
            there = part_of(other)
            if there is None or not (root / other).is_file():
                faults.append(f"{path} includes {other}, which is no file of the core.")
            elif there[1] != here[1] and there[0] >= here[0]:
                faults.append(f"{path} includes {other}, but {here[1]} is not above {there[1]}.")
    return faults + cycles_in(includes)


def cycles_in(includes: dict[str, list[str]]) -> list[str]:
    """A sentence for each cycle that a walk along the includes meets."""
    faults = []
    done: set[str] = set()

    def walk(path: str, trail: list[str]) -> None:
        if path in trail:
            faults.append(f"{' -> '.join([*trail[trail.index(path) :], path])} is a cycle.")
        elif path not in done:
            for other in includes.get(path, []):
                walk(other, [*trail, path])
            done.add(path)

    for path in includes:
        walk(path, [])
    return faults


def main() -> int:
    """Check a folder, the core by default."""
    faults = faults_in(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""Which lines of the C++ core its tests run: ``python cpp/coverage.py BUILD``.

BUILD is a folder of CMake with INAROW_COVERAGE, whose tests have run. gcov tells how often each
line ran, once for each object file; a line of a header is in many of them, and counts once.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent

Ran = dict[str, dict[int, bool]]
"""By file and line: whether it ran. Lines without code are not there."""


def lines_that_ran(reports: Iterable[dict[str, object]], root: Path) -> Ran:
    """What gcov's reports say about the files below ``root``, without the tests themselves.

    >>> line = {"line_number": 7, "count": 0}
    >>> report = {"files": [{"file": "/core/games/mnk.h", "lines": [line]}]}
    >>> again = {"files": [{"file": "/core/games/mnk.h", "lines": [line | {"count": 3}]}]}
    >>> lines_that_ran([report, again], Path("/core"))
    {'games/mnk.h': {7: True}}
    """
    ran: Ran = defaultdict(dict)
    for report in reports:
        for entry in report["files"]:  # type: ignore[attr-defined]
            path = Path(entry["file"])
            if not path.is_relative_to(root) or path.is_relative_to(root / "tests"):
                continue
            lines = ran[path.relative_to(root).as_posix()]
            for line in entry["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, False) or line["count"] > 0
    return dict(ran)


def share(lines: Iterable[bool]) -> float:
    """The part of the lines that ran, in percent; a file without code is covered.

    >>> share([True, True, False, False]), share([])
    (50.0, 100.0)
    """
    lines = list(lines)
    return 100 * sum(lines) / len(lines) if lines else 100.0


def reports_of(build: Path) -> Iterator[dict[str, object]]:
    """The report of gcov for each object file."""
    for counts in sorted(build.rglob("*.gcda")):
        done = subprocess.run(
            ["gcov", "--json-format", "--stdout", counts.absolute()],
            cwd=build,
            capture_output=True,
            check=True,
        )
        yield json.loads(done.stdout)


def main(build: Path) -> int:
    """Print the files that are covered least, and the total."""
    ran = lines_that_ran(reports_of(build), ROOT.absolute())
    if not ran:
        print(f"{build} has no counts: run its tests first.", file=sys.stderr)
        return 1
    for path in sorted(ran, key=lambda path: share(ran[path].values()))[:5]:
        print(f"{path:40} {share(ran[path].values()):5.1f} %")
    every = [each for lines in ran.values() for each in lines.values()]
    print(f"C++: {share(every):.1f} % of {len(every)} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""What the experiments share: their options, their parts, which are kept, and their page.

An experiment is one file with a function that takes a ``Run``. It computes its figures in parts; a
part that was computed is in ``parts.jsonl`` of its folder, so an interrupted run goes on with the
next one. What it says, and its tables and charts, become ``page.md`` and ``report.html``, which
needs no other file. ``inarow reproduce`` starts it; so does ``python -m experiments.nxn.states``.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from experiments.page import Chart, Page, Table

import inarow
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval
from inarow.errors import BadFile, InarowError
from inarow.files import create_folder, replacing

INDEX = Path(__file__).with_name("index.toml")
T = TypeVar("T")

PARTS = "parts.jsonl"
RESULT = "result.json"


@dataclass(frozen=True)
class Entry:
    """What the index says about an experiment."""

    name: str
    paper: str
    shows: str
    about: str
    module: str
    minutes: float
    engines: bool = False
    """Whether it plays engines that the user gives."""


def papers() -> dict[str, str]:
    """Who wrote each paper, and its title."""
    return dict(tomllib.loads(INDEX.read_text("utf-8"))["papers"])


def entries() -> list[Entry]:
    """The experiments of the index."""
    return [Entry(**each) for each in tomllib.loads(INDEX.read_text("utf-8"))["experiment"]]


class Run:
    """One run of an experiment: how much of it is wanted, what it has found, what it says."""

    def __init__(self, entry: Entry, options: argparse.Namespace) -> None:
        self.seed: int = options.seed
        self.quick: bool = options.quick
        self.folder: Path = options.out
        self.engines: Mapping[str, str] = dict(options.engine)
        self.page = Page(f"{entry.paper}, {entry.shows}: {entry.about}")
        if reference := papers().get(entry.paper):
            self.page.add(f"Paper: {reference}")
        self._share = min(1.0, options.budget / entry.minutes) if options.budget else 1.0
        self.command = _command(entry, options)
        self._scaled: dict[str, str] = {}
        self._parts = self._read_parts()
        self._seconds = 0.0

    # --- how much ---

    def count(self, full: int, quick: int, what: str) -> int:
        """So many of something; fewer if a quick run or a budget asks for it."""
        count = min(full, quick if self.quick else max(quick, int(full * self._share)))
        if count < full:
            self._scaled[what] = f"{what}: {count} instead of {full}"
        return count

    def games(self, full: int, quick: int, what: str = "games") -> int:
        """An even number of games, half for each side."""
        return 2 * self.count(full // 2, max(1, quick // 2), f"pairs of {what}")

    def some(self, every: Sequence[T], quick: int, what: str) -> Sequence[T]:
        """All of these, or the first few in a quick run."""
        if not self.quick or quick >= len(every):
            return every
        self._scaled[what] = f"{what}: {quick} instead of {len(every)}"
        return every[:quick]

    @property
    def scaled(self) -> list[str]:
        """What there is less of than in a whole run."""
        return list(self._scaled.values())

    # --- what was found ---

    def part(
        self,
        name: str,
        compute: Callable[[], Any],
        spent: Callable[[Any], float] = lambda value: 0.0,
    ) -> Any:
        """A value of JSON that is computed once, also if the run is interrupted.

        ``spent`` are the seconds that were spent at least, by the value: those before an
        interruption, too.
        """
        if name not in self._parts:
            print(f"{name} …", file=sys.stderr, flush=True)
            self._write_parts()  # what is begun now is of a run with these options
            started = time.monotonic()
            value = compute()
            seconds = max(time.monotonic() - started, spent(value))
            self._parts[name] = {"value": value, "seconds": seconds}
            self._write_parts()
        self._seconds += self._parts[name]["seconds"]
        return self._parts[name]["value"]

    def _conditions(self) -> dict[str, Any]:
        return {"seed": self.seed, "quick": self.quick, "share": round(self._share, 6)}

    def _read_parts(self) -> dict[str, Any]:
        path = self.folder / PARTS
        if not path.exists():
            return {}
        try:
            head, *parts = map(json.loads, path.read_text("utf-8").splitlines())
            found = {part["name"]: part for part in parts}
        except (ValueError, KeyError, TypeError):
            raise BadFile(f"{path} is damaged: remove it, or give another --out.") from None
        if head != self._conditions():
            raise BadFile(
                f"{path} is of a run with other options: give another --out, or remove it."
            )
        return found

    def _write_parts(self) -> None:
        lines = [
            self._conditions(),
            *({"name": name, **part} for name, part in self._parts.items()),
        ]
        create_folder(self.folder)
        with replacing(self.folder / PARTS) as aside:
            aside.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")

    # --- what it says ---

    def say(self, text: str) -> None:
        """Add a paragraph to the page."""
        self.page.add(text)

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Add a table to the page."""
        self.page.add(Table(title, tuple(columns), tuple(tuple(map(str, row)) for row in rows)))

    def chart(self, chart: Chart) -> None:
        """Add a chart to the page; it becomes an SVG and a PNG file, too."""
        self.page.add(chart)

    def finish(self, deviations: Sequence[str]) -> None:
        """Write page, report and result."""
        scaled = "; ".join(self.scaled)
        self.page.add(
            f"Command: `{self.command}`, inarow {inarow.__version__}. Time: {self._seconds:.0f} s. "
            + (f"Scaled: {scaled}." if scaled else "Nothing was scaled.")
        )
        self.page.add("## Deviations\n\n" + "\n".join(f"- {each}" for each in deviations))
        result = {
            "command": self.command,
            "seconds": round(self._seconds, 1),
            "scaled": self.scaled,
            "parts": {name: part["value"] for name, part in self._parts.items()},
        }
        create_folder(self.folder)
        self.page.write(self.folder)
        with replacing(self.folder / RESULT) as aside:
            aside.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


def points(counts: Counts, pairs: Sequence[int] = ()) -> str:
    """The share of the points and its 95 % interval."""
    low, high = score_interval(counts, tuple(pairs))
    return f"{counts.points / counts.games:.1%} [{low:.1%}, {high:.1%}]"


def run_experiment(experiment: Callable[[Run], Sequence[str]]) -> None:
    """Run an experiment as a program. It returns what it does otherwise than the paper."""
    spec = sys.modules["__main__"].__spec__
    assert spec is not None, "run it with python -m"
    (entry,) = (each for each in entries() if each.module == spec.name)
    options = _parser(entry).parse_args()
    try:
        run = Run(entry, options)
        run.finish(experiment(run))
    except InarowError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("stopped; the same command goes on.", file=sys.stderr)
        sys.exit(130)
    print((options.out / "page.md").read_text("utf-8"))


def _parser(entry: Entry) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {entry.module}",
        description=f"{entry.paper}, {entry.shows}: {entry.about}.",
    )
    parser.add_argument("--quick", action="store_true", help="a few games: does it run?")
    parser.add_argument("--budget", type=float, metavar="MINUTES", help="scale it to these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/reproduce") / entry.name)
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        type=_named,
        metavar="NAME=CMD",
        help="an engine of yours, where the paper has some",
    )
    return parser


def _named(text: str) -> tuple[str, str]:
    name, found, command = text.partition("=")
    if not (name and found and command):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=CMD")
    return name, command


def _command(entry: Entry, options: argparse.Namespace) -> str:
    words = ["inarow reproduce", entry.name, f"--seed {options.seed}"]
    if options.quick:
        words.append("--quick")
    if options.budget:
        words.append(f"--budget {options.budget:g}m")
    words += [f"--engine {shlex.quote('='.join(each))}" for each in options.engine]
    return " ".join(words)

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
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from experiments.index import Entry, entries, papers
from experiments.machine import duration, machine
from experiments.page import Chart, Page, Table
from experiments.parts import Parts, code_of

import inarow
from inarow import InarowError
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval
from inarow.extras import MissingExtra
from inarow.files import create_folder, replacing
from inarow.models.weights import shipped_weights

T = TypeVar("T")

RESULT = "result.json"
NOT_INSTALLED = 3
"""The exit status of an experiment that needs a package which is not installed."""


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
        if entry.smaller:
            self.page.add(f"**Smaller than in the paper:** {entry.smaller}.")
        self._smaller = bool(entry.smaller)
        self.budget: float | None = 60 * options.budget if options.budget else None
        """Seconds for all of the run."""
        whole = entry.minutes * max(1, len(self.engines) if entry.engines else 1)
        beyond = (options.budget or whole) - entry.least
        self._share = min(1.0, max(0.0, beyond / (whole - entry.least)))
        """Of what a whole run takes beyond the smallest run; counts are scaled by it."""
        self.command = _command(entry, options)
        self._scaled: dict[str, str] = {}
        self._made_with = made_with(entry)
        self._parts = Parts(
            self.folder,
            {
                "seed": self.seed,
                "quick": self.quick,
                "share": round(self._share, 6),
                "version": inarow.__version__,
                **self._made_with,
            },
        )

    # --- how much ---

    def count(self, full: int, quick: int, what: str) -> int:
        """So many of something; fewer if a quick run or a budget asks for it."""
        count = min(full, quick if self.quick else max(quick, int(full * self._share)))
        if count < full:
            self.scale(what, f"{count} instead of {full}")
        return count

    def games(self, full: int, quick: int, what: str = "games") -> int:
        """An even number of games, half for each side."""
        return 2 * self.count(full // 2, max(1, quick // 2), f"pairs of {what}")

    def some(self, every: Sequence[T], quick: int, what: str) -> Sequence[T]:
        """All of these, or the first few in a quick run."""
        if not self.quick or quick >= len(every):
            return every
        self.scale(what, f"{quick} instead of {len(every)}")
        return every[:quick]

    def scale(self, what: str, how: str) -> None:
        """Note what there is less of than in a whole run."""
        self._scaled[what] = f"{what}: {how}"

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
        return self._parts.get(name, compute, spent, _tell)

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
        seconds, worked = self._parts.total("seconds"), self._parts.total("processor_seconds")
        where, load = machine(), self._parts.load()
        if self.scaled:
            self.page.add_first(f"**This run is scaled.** {'; '.join(self.scaled)}.")
        self.page.add(
            f"Command: `{self.command}`, inarow {inarow.__version__}. "
            f"Time: {duration(seconds)}, {duration(worked)} of it on the processor; "
            f"{where['processor']}, {where['cores']} cores, load average {load:.1f}."
            + ("" if self.scaled else _WHOLE[self._smaller])
        )
        self.page.add("## Deviations\n\n" + "\n".join(f"- {each}" for each in deviations))
        result = {
            "command": self.command,
            "version": inarow.__version__,
            **self._made_with,
            "seconds": round(seconds, 3),
            "processor_seconds": round(worked, 3),
            "load_average": round(load, 2),
            "machine": where,
            "scaled": self.scaled,
            "parts": self._parts.values(),
        }
        create_folder(self.folder)
        self.page.write(self.folder)
        with replacing(self.folder / RESULT) as aside:
            aside.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


_WHOLE = {
    False: " This is a whole run: no option has scaled it.",
    True: " No option has scaled this run; what is smaller than in the paper is said above.",
}
"""By whether something is smaller than in the paper."""


def made_with(entry: Entry) -> dict[str, Any]:
    """What a result depends on: the code of its experiment and the weights of its players.

    A result of other code or weights than today's is out of date: tests/experiments/test_results.py
    finds it.
    """
    shipped = shipped_weights()
    return {
        "code": code_of(entry.module),
        "weights": {name: shipped[name]["sha256"] for name in entry.weights},
    }


def _tell(part: str) -> None:
    print(f"{part} …", file=sys.stderr, flush=True)


def points(counts: Counts, pairs: Sequence[int] = ()) -> str:
    """The share of the points and its 95 % interval."""
    low, high = score_interval(counts, tuple(pairs))
    return f"{counts.points / counts.games:.1%} [{low:.1%}, {high:.1%}]"


def run_experiment(experiment: Callable[[Run], Sequence[str]]) -> None:
    """Run an experiment as a program. It returns what it does otherwise than the paper."""
    spec = sys.modules["__main__"].__spec__
    assert spec is not None, "run it with python -m"
    (entry,) = (each for each in entries() if each.module == spec.name)
    options = parser_of(entry).parse_args()
    try:
        entry.check_installed()
        run = Run(entry, options)
        run.finish(experiment(run))
    except MissingExtra as error:
        print(error, file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    except InarowError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("stopped; the same command goes on.", file=sys.stderr)
        sys.exit(130)
    print((options.out / "page.md").read_text("utf-8"))


def parser_of(entry: Entry) -> argparse.ArgumentParser:
    """The options of an experiment as a program."""
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

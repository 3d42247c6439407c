"""``inarow reproduce``: a table or a figure of a paper, beside the paper's own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from json import loads
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.padding import Padding

import inarow
from inarow.cli.output import JsonOption, WorkFailed, console, print_json
from inarow.errors import BadSpec
from inarow.interrupt import INTERRUPTED
from inarow.spec import closest

INDEX = Path("experiments") / "index.toml"
ALL = "all"
REPORT = "experiments.report"
"""The module that makes one report of all."""
RESULT = "result.json"
PLACE = Path("runs") / "reproduce"
UNITS = {"s": 1 / 60, "m": 1.0, "h": 60.0}
DONE, FAILED, SKIPPED = "done", "failed", "skipped"
STATUS = {0: DONE, 3: SKIPPED}
"""What the exit status of an experiment means; with 3, a package was missing, as it has said."""


def reproduce(
    experiment: Annotated[
        str, typer.Argument(metavar="EXPERIMENT", help="Its name, or all; none lists them.")
    ] = "",
    quick: Annotated[
        bool, typer.Option("--quick", help="A few games of each, to see that it runs.")
    ] = False,
    budget: Annotated[
        str,
        typer.Option(metavar="TIME", help="Scale it to about this time, such as 30m or 2h."),
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Of everything random.")] = 1,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="A folder for each experiment appears here.")
    ] = PLACE,
    engine: Annotated[
        list[str],
        typer.Option(metavar="NAME=CMD", help="An engine of yours, where the paper has some."),
    ] = [],  # noqa: B006  # typer reads it
    json: JsonOption = False,
) -> None:
    """Repeat a table or a figure of a paper.

    Without a name, lists them. With one, runs it and writes page.md, report.html (for any browser),
    result.json and its charts to DIR/EXPERIMENT. The same command resumes a run that was stopped.
    After all of them, DIR/report.html has everything in one file, and what fails does not stop the
    others. Within a budget, each is scaled and its page says how; only if the budget is too short
    for all of their smallest runs, some are skipped.
    """
    root = checkout()
    entries = tomllib.loads((root / INDEX).read_text("utf-8"))["experiment"]
    if not experiment:
        _list(entries, json)
        return
    chosen = [entry for entry in entries if experiment in (entry["name"], ALL)]
    if not chosen:
        names = [entry["name"] for entry in entries]
        raise BadSpec(f"There is no experiment {experiment!r}: {closest(experiment, names)}")
    check_engines(engine, chosen)
    minutes = parse_minutes(budget) if budget else 0.0
    shares = shares_of(chosen, minutes, len(engine)) if minutes else {}
    end = time.monotonic() + 60 * minutes
    done: list[dict[str, str]] = []
    for entry in chosen:
        folder = out / (entry["name"] + ("-quick" if quick else ""))
        found = {"name": entry["name"], "folder": str(folder)}
        words = ["--seed", str(seed), "--out", str(folder.absolute())]
        words += ["--quick"] if quick else []
        words += ["--budget", str(shares.get(entry["name"], 0))] if minutes else []
        if takes_engines(entry):
            words += [word for each in engine for word in ("--engine", each)]
        if minutes and entry["name"] not in shares:
            found |= {"status": SKIPPED, "why": f"it takes {entry['least']:g} min at least"}
        elif minutes and done and time.monotonic() >= end:
            found |= {"status": SKIPPED, "why": "the budget is spent"}
        else:
            found["status"] = STATUS.get(_run(root, entry["module"], words), FAILED)
        done.append(found)
        if not json and (experiment == ALL or found["status"] == DONE):
            console.print(_told(found), soft_wrap=True, markup=False)
    if experiment == ALL:
        words = [str(out.absolute()), *(["--quick"] if quick else [])]
        if _run(root, REPORT, words):
            raise WorkFailed("The report of all has failed.")
        if not json:
            console.print(f"{out / 'report.html'}", soft_wrap=True, markup=False)
    if json:
        print_json(done)
    _check_done(done, experiment)


def _told(found: dict[str, str]) -> str:
    """What became of an experiment, and what was scaled."""
    if found["status"] == DONE:
        folder = Path(found["folder"])
        scaled = loads((folder / RESULT).read_text("utf-8"))["scaled"]
        return str(folder / "report.html") + (f"  scaled: {'; '.join(scaled)}" if scaled else "")
    if found["status"] == FAILED:
        return f"{found['name']} has failed."
    return f"{found['name']} was skipped{': ' if 'why' in found else ''}{found.get('why', '')}."


def _check_done(done: list[dict[str, str]], experiment: str) -> None:
    """Raise an error if something failed: of many it is said at the end, where it is seen."""
    failed = [found["name"] for found in done if found["status"] == FAILED]
    if experiment != ALL and done[0]["status"] != DONE:
        raise WorkFailed(_told(done[0]))
    if failed:
        raise WorkFailed(
            f"{len(failed)} of {len(done)} experiments failed: {', '.join(failed)}. The report has "
            "the others."
        )


def checkout() -> Path:
    """The folder with the experiments."""
    for root in (Path(inarow.__file__).parents[2], Path.cwd()):
        if (root / INDEX).is_file():
            return root
    raise BadSpec(
        "The experiments are not part of the installed package: run this command in a checkout of "
        "inarow."
    )


def takes_engines(entry: dict[str, Any]) -> bool:
    """Whether an experiment plays engines of the user."""
    return bool(entry.get("engines"))


def check_engines(given: list[str], chosen: list[dict[str, Any]]) -> None:
    """Raise an error if an engine is not NAME=CMD, or no experiment would play it.

    >>> check_engines(["wine"], [{"name": "gomoku-abm-engines", "engines": True}])
    Traceback (most recent call last):
        ...
    inarow.errors.BadSpec: 'wine' is no engine: give NAME=CMD, such as Wine=./pbrain-wine.
    """
    for each in given:
        name, _, command = each.partition("=")
        if not (name.strip() and command.strip()):
            raise BadSpec(f"{each!r} is no engine: give NAME=CMD, such as Wine=./pbrain-wine.")
    names = [each.partition("=")[0] for each in given]
    if len(set(names)) < len(names):
        raise BadSpec("Two engines have the same name: give each a name of its own.")
    if given and not any(map(takes_engines, chosen)):
        raise BadSpec(f"{chosen[0]['name']} plays no engines of yours: leave out --engine.")


def parse_minutes(text: str) -> float:
    """The minutes of a time such as 90s, 30m or 2h.

    >>> parse_minutes("90s"), parse_minutes("2h")
    (1.5, 120.0)
    """
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)([smh])", text)
    if found is None or float(found[1]) == 0:
        raise BadSpec(f"{text!r} is no time: give one such as 90s, 30m or 2h.")
    return float(found[1]) * UNITS[found[2]]


def shares_of(chosen: list[dict[str, Any]], minutes: float, engines: int = 0) -> dict[str, float]:
    """The minutes of a budget that each experiment gets.

    Each gets those of its smallest run, and a part of the rest, in proportion to what its whole run
    takes beyond them. Only if the budget is too short for all smallest runs, the longest of them
    are left out. With engines of the user, an experiment that plays them takes its minutes for
    each.

    >>> both = [{"name": "a", "minutes": 31, "least": 1}, {"name": "b", "minutes": 98, "least": 8}]
    >>> shares_of(both, 13), shares_of(both, 8)
    ({'a': 2.0, 'b': 11.0}, {'a': 8.0})
    """
    least = {entry["name"]: float(entry["least"]) for entry in chosen}
    while sum(least.values()) > minutes:
        del least[max(least, key=lambda name: least[name])]
    beyond = {
        entry["name"]: entry["minutes"] * (max(1, engines) if takes_engines(entry) else 1)
        - entry["least"]
        for entry in chosen
        if entry["name"] in least
    }
    part = (minutes - sum(least.values())) / sum(beyond.values()) if least else 0.0
    return {name: round(least[name] + part * beyond[name], 2) for name in least}


def _run(root: Path, module: str, words: list[str]) -> int:
    """In a process of its own, in the same folder; what it prints is progress here."""
    command = [sys.executable, "-m", module, *words]
    paths = [str(root), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    try:
        status = subprocess.run(
            command, env=environment, stdout=sys.stderr.fileno(), check=False
        ).returncode
    except KeyboardInterrupt:
        status = INTERRUPTED  # the child has heard it, too
    if status == INTERRUPTED:
        raise KeyboardInterrupt
    return status


def _list(entries: list[dict[str, Any]], json: bool) -> None:
    if json:
        print_json(
            [{key: value for key, value in each.items() if key != "module"} for each in entries]
        )
        return
    for entry in entries:
        console.print(f"[bold]{entry['name']}[/bold]  {entry['paper']}, {entry['shows']}")
        each = " for each engine" if takes_engines(entry) else ""
        about = f"{entry['about']} (about {entry['minutes']:g} min{each})"
        console.print(Padding(about, (0, 0, 0, 4)))
    console.print(
        "\nRun one: inarow reproduce nxn-states    or all: inarow reproduce all --budget 30m"
    )

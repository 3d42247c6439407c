"""Compares the decisions of two revisions: every player, on every game, from fixed positions.

    make compare ARGS="--against REV"
    make compare ARGS="--revision REV --against REV --quick"

Both revisions run the same commands, ``inarow analyse --json`` and ``inarow match --out``, with
fixed seeds and limits (see ``cases.py``). What they print must be equal, to the last digit of a
value and the wording of an error, except what depends on time. The exit status is 0 if it is equal,
1 if it is not, 2 if the comparison cannot be made.

What it cannot do: tell a better search from a worse one (``make selftest``), or a faster one from a
slower one (``make compare-speed``).
"""

from __future__ import annotations

import argparse
import json
import shlex
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.cases import FOREIGN, Match, Question, matches, questions
from benchmarks.revision import Version, add_revisions, both_versions, run_script
from benchmarks.worker import Worker

OF_THE_RUN = frozenset(
    (
        *("seconds", "speed"),  # inarow analyse
        "elapsed",  # in records
        *("mean_move_seconds", "worst_move_seconds"),  # inarow match
        *("times", "started", "versions", "check"),  # a record; the check is a sum of all of it
    )
)
"""Keys that may differ: they describe the run, not the decision."""

SHOWN = 40
"""Differences that are printed; --json has all of them."""

WIDTH = 60
"""Characters of a value in a printed difference."""

MISSING = "(missing)"
"""For a key that an answer does not have, which is not the same as null."""


class Case(NamedTuple):
    """A command that one player, or one match, answers."""

    row: str
    """The row of the table that counts it."""
    command: str


Answers = dict[Case, dict[str, Any]]
"""What each command printed, by key; of one that failed ``status`` and ``error``."""

Ask = Callable[[Worker], Answers]


@dataclass(frozen=True)
class Difference:
    """A key of an answer that is not equal; None where a revision does not have it."""

    command: str
    key: str
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        ours, theirs = _json(self.ours), _json(self.theirs)
        begin = 0
        if max(len(ours), len(theirs)) > WIDTH:
            pairs = enumerate(zip_longest(ours, theirs))
            first = next((index for index, (one, other) in pairs if one != other), 0)
            begin = max(0, first - WIDTH // 2)
        return f"{self.command}: {self.key} {_cut(theirs, begin)} -> {_cut(ours, begin)}"


@dataclass
class Count:
    """Answers of one row, how many of them are errors, and how many are not equal."""

    answers: int = 0
    refused: int = 0
    different: int = 0


@dataclass
class Comparison:
    """All that was compared."""

    revision: str
    against: str
    counts: dict[str, Count] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    new_players: list[str] = field(default_factory=list)
    """Players that only the revision has; they cannot be compared."""
    any_wording: bool = False
    """Whether an error may be worded differently."""

    @property
    def equal(self) -> bool:
        """Whether there is no difference."""
        return not self.differences

    def add(self, ours: Answers, theirs: Answers) -> None:
        """Compare the answers to the same questions."""
        for case in ours | theirs:
            count = self.counts.setdefault(case.row, Count())
            mine, other = ours.get(case, {}), theirs.get(case, {})
            if self.any_wording and "error" in mine and "error" in other:
                mine = {**mine, "error": other["error"]}
            found = list(differences(case.command, mine, other))
            count.answers += 1
            count.refused += "error" in mine
            count.different += bool(found)
            self.differences += found


def differences(command: str, ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[Difference]:
    """The keys of an answer that are not equal, with the first place in each that is not."""
    mine, other = without_run(ours), without_run(theirs)
    for key in sorted(mine.keys() | other.keys()):
        if not _equal(mine.get(key, MISSING), other.get(key, MISSING)):
            yield _first_difference(command, key, mine.get(key), other.get(key))


def _first_difference(command: str, key: str, ours: Any, theirs: Any) -> Difference:
    """Where in a list or an object the two begin to differ."""
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(ours, dict) and isinstance(theirs, dict):
        names = sorted(ours.keys() | theirs.keys())
        pairs = [(f"{key}.{name}", ours.get(name), theirs.get(name)) for name in names]
    elif isinstance(ours, list) and isinstance(theirs, list):
        both = enumerate(zip_longest(ours, theirs))
        pairs = [(f"{key}.{index}", *values) for index, values in both]
    for inner, mine, other in pairs:
        if not _equal(mine, other):
            return _first_difference(command, inner, mine, other)
    return Difference(command, key, ours, theirs)


def _equal(one: Any, other: Any) -> bool:
    """Whether both are the same JSON: 1 is not 1.0 and not true."""
    return _json(one) == _json(other)


def without_run(value: Any) -> Any:
    """What was printed, without what describes the run."""
    if isinstance(value, dict):
        return {key: without_run(each) for key, each in value.items() if key not in OF_THE_RUN}
    if isinstance(value, list):
        return [without_run(each) for each in value]
    return value


def ask_players(worker: Worker, question: Question) -> Answers:
    """What each player answers.

    A player that does not play the game makes the command fail for all of them: then each half of
    the players is asked again.
    """
    ran = worker.command(*question.words())
    cases = [
        Case(player.split(":")[0], _command(question.to(player).words()))
        for player in question.players
    ]
    if ran.status == 0:
        printed = json.loads(ran.output)
        rows = printed.pop("players")
        return {case: {**printed, **row} for case, row in zip(cases, rows, strict=True)}
    if len(cases) == 1:
        return {cases[0]: {"status": ran.status, "error": ran.errors}}
    first, second = question.halves()
    return ask_players(worker, first) | ask_players(worker, second)


def ask_match(worker: Worker, match: Match) -> Answers:
    """What a match prints, with the records of its games."""
    case = Case("matches", _command(match.words()))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "games.jsonl"
        ran = worker.command(*match.words(), *(["--out", str(out)] if match.records else []))
        if ran.status != 0:
            return {case: {"status": ran.status, "error": ran.errors.replace(str(out), "OUT")}}
        lines = out.read_text(encoding="utf-8").splitlines() if match.records else []
    return {case: {**json.loads(ran.output), "records": [json.loads(line) for line in lines]}}


def compare(
    ours: Version,
    theirs: Version,
    console: Console,
    *,
    quick: bool = False,
    any_wording: bool = False,
) -> Comparison:
    """Ask both revisions everything."""
    comparison = Comparison(ours.name, theirs.name, any_wording=any_wording)
    with (
        Worker(ours) as worker,
        Worker(theirs) as peer,
        ThreadPoolExecutor(2) as pool,
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        names, peer_names = pool.map(player_names, (worker, peer))
        comparison.new_players += [name for name in names if name not in peer_names]
        for name in peer_names:
            if name not in names:
                comparison.differences.append(Difference("inarow players", name, None, name))
        common = [name for name in names if name in peer_names]
        asks: list[Ask] = [
            *(partial(ask_players, question=each) for each in questions(common, quick=quick)),
            *(partial(ask_match, match=each) for each in matches(quick=quick)),
        ]
        for ask in progress.track(asks, description="asking both"):
            comparison.add(*pool.map(ask, (worker, peer)))
    return comparison


def player_names(worker: Worker) -> list[str]:
    """The players that a revision has, except other people's programs."""
    listed = json.loads(worker.must_run("players", "--json").output)
    return [player["name"] for player in listed if player["name"] not in FOREIGN]


def show(comparison: Comparison, console: Console) -> None:
    """Print a table of what was compared, and then the differences, one a line."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("player")
    for heading in ("answers", "refused", "different"):
        table.add_column(heading, justify="right")
    for name, count in comparison.counts.items():
        different = f"[red]{count.different}[/]" if count.different else "0"
        table.add_row(name, f"{count.answers:,}", str(count.refused), different)
    console.print(table)
    for difference in comparison.differences[:SHOWN]:
        console.print(str(difference), markup=False, highlight=False, soft_wrap=True)
    if (more := len(comparison.differences) - SHOWN) > 0:
        console.print(f"… and {more:,} more: --json prints all of them")
    if comparison.new_players:
        console.print(f"new, not compared: {', '.join(comparison.new_players)}")
    total = sum(count.answers for count in comparison.counts.values())
    verdict = "[green]equal[/]" if comparison.equal else "[red]different[/]"
    console.print(
        f"{total:,} answers of {comparison.revision} and of {comparison.against}: {verdict}",
        soft_wrap=True,
    )


def _command(words: list[str]) -> str:
    return shlex.join(["inarow", *words])


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _cut(text: str, begin: int) -> str:
    """The part of a text that begins there, and dots for what is left out."""
    end = begin + WIDTH
    return f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}"


def main(arguments: list[str] | None = None) -> int:
    """Compare, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="make compare", description=__doc__.splitlines()[0])
    add_revisions(parser)
    parser.add_argument("--quick", action="store_true", help="one position of each game")
    parser.add_argument(
        "--any-wording", action="store_true", help="errors may be worded differently"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    console = Console(stderr=options.json)
    ours, theirs = both_versions(options)
    comparison = compare(
        ours, theirs, console, quick=options.quick, any_wording=options.any_wording
    )
    if options.json:
        print(json.dumps({**asdict(comparison), "equal": comparison.equal}))
    else:
        show(comparison, console)
    return 0 if comparison.equal else 1


if __name__ == "__main__":
    run_script(main)

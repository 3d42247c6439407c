"""Compares the speed of two revisions, in turns, by processor time.

    make compare-speed ARGS="--against REV"
    make compare-speed ARGS="--against REV --only mcts --passes 6"

Each revision has its own process, and they work in turns, so that what else runs on the machine
slows both alike. There are several passes, each with new processes, because one process may be
slower than the next for as long as it lives. A row is the median of the ratios of all rounds. The
exit status is 0 if every row reaches 0.97, 1 if one does not, 2 if the comparison cannot be made.

What it cannot do: see a change of one percent. The same source against itself differs by as much.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.revision import Version, add_revisions, both_versions, run_script
from benchmarks.timing import Row, median_row
from benchmarks.worker import Worker

ENOUGH = 0.97
"""The ratio that a change which is not about speed must reach."""

PASSES = 3
ROUNDS = 11
"""Of a pass. Many short ones: the machine changes its speed more slowly than we change sides."""

SIMULATIONS = 2000
"""For one search, from the start position, by a new player."""

Rate = Callable[[Worker, int], float]
"""Does an amount of work in a version; the units of it in a second of processor time."""


@dataclass(frozen=True)
class Measure:
    """Something whose speed is measured; the amount takes a tenth of a second, about."""

    name: str
    unit: str
    rate: Rate
    amount: int


# Searches of a player on tictactoe, gomoku and ultimate.
SEARCHES = {
    "mcts": (200, 20, 60),
    "knowledge-mcts": (100, 2, 2),
    "heuristic-mcts": (150, 3, 30),
    "shared-mcts": (100, 1, 1),
}
GAMES = ("tictactoe", "gomoku", "ultimate")
ENGINE_NODES = 2000
MATCHES = (("random", "tictactoe", 40_000), ("greedy", "gomoku", 200))


def measures() -> Iterator[Measure]:
    """All there are: tree searches, the engine, and the matches that the core plays by itself."""
    for player, amounts in SEARCHES.items():
        for game, searches in zip(GAMES, amounts, strict=True):
            rate = partial(_simulations, game=game, player=player)
            yield Measure(f"{player}, {game}", "sims/s", rate, searches)
    yield Measure("bench engine", "nodes/s", _engine_nodes, ENGINE_NODES)
    for player, game, games in MATCHES:
        rate = partial(_games, game=game, player=player)
        yield Measure(f"match {player} {player}, {game}", "games/s", rate, games)


def _simulations(worker: Worker, searches: int, *, game: str, player: str) -> float:
    return worker.sims_per_second(game, player, SIMULATIONS, searches)


def _engine_nodes(worker: Worker, nodes: int) -> float:
    ran = worker.must_run("bench", "engine", "--nodes", str(nodes), "--json")
    return float(json.loads(ran.output)["nodes_per_processor_second"])


def _games(worker: Worker, games: int, *, game: str, player: str) -> float:
    options = f"--game {game} --games {games} --seed 1 --concurrency 1 --json"
    return games / worker.must_run("match", player, player, *options.split()).seconds


def compare_speed(
    ours: Version, theirs: Version, wanted: Sequence[Measure], *, passes: int, console: Console
) -> list[Row]:
    """A row for each measure."""
    pairs: dict[str, list[tuple[float, float]]] = {measure.name: [] for measure in wanted}
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        for measure, worker, peer in progress.track(
            _turns(ours, theirs, wanted, passes), total=passes * len(wanted)
        ):
            measure.rate(worker, measure.amount)  # the first time may have to set things up
            measure.rate(peer, measure.amount)
            pairs[measure.name] += [
                (measure.rate(worker, measure.amount), measure.rate(peer, measure.amount))
                for _ in range(ROUNDS)
            ]
    return [
        median_row(measure.name, measure.unit, ENOUGH, theirs.name, pairs[measure.name])
        for measure in wanted
    ]


def _turns(
    ours: Version, theirs: Version, wanted: Sequence[Measure], passes: int
) -> Iterator[tuple[Measure, Worker, Worker]]:
    for _ in range(passes):
        with Worker(ours) as worker, Worker(theirs) as peer:
            for measure in wanted:
                yield measure, worker, peer


def main(arguments: list[str] | None = None) -> int:
    """Compare, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="make compare-speed", description=__doc__.splitlines()[0])
    add_revisions(parser)
    parser.add_argument("--only", metavar="TEXT", default="", help="rows whose name contains it")
    parser.add_argument("--passes", type=int, default=PASSES, help=f"default {PASSES}")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args(arguments)
    if options.passes < 1:
        parser.error("--passes must be above 0")
    wanted = [measure for measure in measures() if options.only in measure.name]
    if not wanted:
        names = "; ".join(measure.name for measure in measures())
        parser.error(f"no row contains {options.only!r}: there are {names}")
    ours, theirs = both_versions(options)
    console = Console(stderr=options.json)
    rows = compare_speed(ours, theirs, wanted, passes=options.passes, console=console)
    if options.json:
        print(json.dumps([{**dataclasses.asdict(row), "reached": row.reached} for row in rows]))
    else:
        show(rows, ours.name, console)
    return 0 if all(row.reached for row in rows) else 1


def show(rows: list[Row], name: str, console: Console) -> None:
    """Print the rows as a table."""
    table = Table(box=None, padding=(0, 1, 0, 0))
    for heading in ("", "revision", "against", "", "ratio", f"{ENOUGH}"):
        right = heading in ("revision", "against", "ratio")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for row in rows:
        verdict = "[green]yes[/]" if row.reached else "[red]no[/]"
        figures = (f"{row.ours:,.0f}", f"{row.peer:,.0f}", row.unit, f"{row.ratio:.3f}")
        table.add_row(row.name, *figures, verdict)
    console.print(f"{name} against {rows[0].peer_name}, by processor time", highlight=False)
    console.print(table)


if __name__ == "__main__":
    run_script(main)

"""``python -m benchmarks [NAME ...]``: print each ratio beside the one we promise."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.table import Table

from benchmarks.alphazero import alphazero
from benchmarks.arena import arena
from benchmarks.builds import builds
from benchmarks.click import click
from benchmarks.dqn import dqn
from benchmarks.examples import examples
from benchmarks.games import census, perft, playouts, python_loop
from benchmarks.heuristic import heuristic
from benchmarks.limits import limits
from benchmarks.players import mcts
from benchmarks.problems import problems
from benchmarks.timing import Row
from benchmarks.ultimate import ultimate
from benchmarks.vector import vector
from benchmarks.web import web, web_long

SUITES: dict[str, Callable[[], Iterable[Row]]] = {
    "playouts": playouts,
    "python": python_loop,
    "vector": vector,
    "perft": perft,
    "mcts": mcts,
    "heuristic": heuristic,
    "builds": builds,
    "dqn": dqn,
}
EXTRAS: dict[str, Callable[[], Iterable[str]]] = {
    "census": census,
    "arena": arena,
    "problems": problems,
    "ultimate": ultimate,
}
ON_REQUEST: dict[str, Callable[[], Iterable[str]]] = {  # minutes, not seconds
    "limits": limits,
    "web": web,
    "web-long": web_long,
    "click": click,
    "alphazero": alphazero,
    "examples": examples,
}


def main() -> None:
    """Run the suites that were named, or all of them."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    names = [*SUITES, *EXTRAS, *ON_REQUEST]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    for name in options.names:
        if name not in names:
            parser.error(f"there is no benchmark {name!r}: there are {', '.join(names)}")
    wanted = options.names or [*SUITES, *EXTRAS]
    console = Console(stderr=options.json)

    rows: list[Row] = []
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("benchmark", "ours", "peer", "", "ratio", "promised"):
        table.add_column(
            heading, justify="right" if heading in ("ours", "peer", "ratio") else "left"
        )
    for name in wanted:
        for row in SUITES.get(name, lambda: ())():
            rows.append(row)
            console.print(f"[dim]{row.name}: {row.ratio:.2f}[/]")
            table.add_row(
                row.name,
                f"{row.ours:,.0f} {row.unit}",
                f"{row.peer:,.0f}",
                row.peer_name,
                f"[{'green' if row.reached else 'red'}]{row.ratio:.2f}[/]",
                f"{row.target:g}",
            )
    if options.json:
        print(json.dumps([dataclasses.asdict(row) for row in rows]))
        return
    if rows:
        console.print(table)
    for name in wanted:
        for line in (EXTRAS | ON_REQUEST).get(name, lambda: ())():
            console.print(line)


if __name__ == "__main__":
    main()

"""``inarow bench``: the speed of players, and whether their search has changed."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any

import typer

from inarow.analysis.engine_bench import (
    GAMES,
    NETWORK,
    NODES,
    Searched,
    Speeds,
    bench_positions,
    measure_threads,
    search_position,
    signature,
)
from inarow.cli.help import Command
from inarow.cli.output import WIDE, JsonOption, console, print_json
from inarow.player import Limits

app = typer.Typer(
    help="Measure speed. The signature of a search shows whether it has changed.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def _group() -> None:
    pass


@app.command(cls=Command)
def engine(
    game: Annotated[
        str, typer.Option(metavar="GAME", help=f"Whose positions: {' or '.join(GAMES)}.")
    ] = "gomoku",
    nodes: Annotated[int, typer.Option(metavar="N", min=1, help="Nodes per position.")] = NODES,
    threads: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=256, help="Also measure the speed of so many threads."
        ),
    ] = 1,
    time: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0.01,
            help="With --threads: seconds per position, for one thread and for all.",
        ),
    ] = 0.3,
    network: Annotated[
        str,
        typer.Option(metavar="FILE", help="The evaluation: ours, none (weights alone) or a file."),
    ] = NETWORK,
    json: JsonOption = False,
) -> None:
    """Search fixed positions with the engine: nodes, time, speed and a signature.

    The signature depends only on the search, --network and --nodes: it is the same on every
    machine, and a different one means that the search has changed. Speed is in nodes per second: by
    the clock, and by processor time, which is better when other programs are running.

    \b
    inarow bench engine
    inarow bench engine --nodes 10000 --json
    inarow bench engine --game ultimate
    inarow bench engine --network none
    inarow bench engine --threads 2
    """
    limits = Limits(nodes=nodes)
    positions = bench_positions(game)
    Limits(time=time)  # refuse it before the work, not after
    if not json:
        _print_row(
            f"{'game':30} {'kind':8}", f"{'best':>4} {'value':>6}  depth     nodes   nodes/s"
        )
    done: list[Searched] = []
    for position in positions:
        done.append(search_position(position, limits, network=network))
        if not json:
            _print_row(*_row(done[-1]))
    speeds = None
    if threads > 1:
        with console.status(f"{threads} threads against one …") if not json else nullcontext():
            speeds = measure_threads(threads, time, network, game)
    report = _report(done, nodes, speeds)
    if json:
        print_json(report)
        return
    console.print(
        f"\n{report['nodes']:,} nodes, {report['seconds']:.2f} s: "
        f"[bold]{report['nodes_per_second']:,.0f}[/] nodes/s, "
        f"{report['nodes_per_processor_second']:,.0f} by time of the processor",
        soft_wrap=True,
    )
    if speeds is not None:
        console.print(
            f"{threads} threads: [bold]{speeds.ratio:.2f}[/] times the speed of one by the clock "
            f"({speeds.several:,.0f} nodes/s against {speeds.one:,.0f}, by turns), "
            f"[bold]{speeds.free_ratio:.2f}[/] times with a free core each, by time of the "
            "processor",
            soft_wrap=True,
        )
    console.print(f"signature [bold]{report['signature']}[/] at {nodes:,} nodes")


def _print_row(position: str, figures: str) -> None:
    """A position and its figures: on one line, or on two on a narrow terminal."""
    gap = " " if console.width >= WIDE else "\n  "
    console.print(f"{position}{gap}{figures}", markup=False, soft_wrap=True)


def _row(searched: Searched) -> tuple[str, str]:
    position, decision = searched.position, searched.decision
    move = position.game.action_to_string(decision.action)
    value = "" if decision.value is None else f"{decision.value:+.3f}"
    depth = f"{decision.stats['depth']}/{decision.stats['selective_depth']}"
    return (
        f"{position.game!s:30} {position.kind:8}",
        f"{move:>4} {value:>6}  {depth:5} {searched.nodes:>9,} {decision.speed:>9,.0f}",
    )


def _report(done: list[Searched], limit: int, speeds: Speeds | None) -> dict[str, Any]:
    nodes = sum(one.nodes for one in done)
    seconds = sum(one.seconds for one in done)
    processor = sum(one.processor for one in done)
    return {
        "signature": signature(done),
        "nodes_limit": limit,
        "nodes": nodes,
        "seconds": round(seconds, 6),
        "nodes_per_second": nodes / seconds if seconds else 0.0,
        "nodes_per_processor_second": nodes / processor if processor else 0.0,
        "threads": None
        if speeds is None
        else {
            "threads": speeds.threads,
            "nodes_per_second": speeds.several,
            "nodes_per_second_of_one": speeds.one,
            "ratio": speeds.ratio,
            "free_ratio": speeds.free_ratio,
        },
        "positions": [
            {
                "game": one.position.game.spec,
                "kind": one.position.kind,
                "moves": one.position.moves,
                "move": one.position.game.action_to_string(one.decision.action),
                "value": one.decision.value,
                "proven": one.decision.stats["proven"],
                "depth": one.decision.stats["depth"],
                "selective_depth": one.decision.stats["selective_depth"],
                "nodes": one.nodes,
                "seconds": one.seconds,
            }
            for one in done
        ],
    }

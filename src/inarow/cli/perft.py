"""``inarow perft``: count move sequences, the standard check of a rules engine."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer
from rich.text import Text

from inarow.cli.output import JsonOption, console, print_json
from inarow.cli.parameters import GameArgument, MovesOption
from inarow.cli.progress_view import progress_bar
from inarow.cli.tables import fitting_table
from inarow.games import Game, PerftResult, load_game


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="Number of moves.")],
    moves: MovesOption = "",
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help="Threads; default: one per core.")
    ] = min(os.cpu_count() or 1, 256),
    divide: Annotated[bool, typer.Option("--divide", help="Also count by first move.")] = False,
    json: JsonOption = False,
) -> None:
    """Count the sequences of DEPTH moves, and the games finished within them."""
    loaded = load_game(game)
    state = loaded.state_from(moves)
    with progress_bar("perft") as progress:
        task = progress.add_task("perft", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        start = time.perf_counter()
        result = state.perft(depth, threads, show)
        seconds = time.perf_counter() - start
    if json:
        print_json(_as_dict(loaded, depth, threads, result, seconds, divide))
        return
    if divide:
        rows = [
            [Text(loaded.action_to_string(action)), Text(f"{leaves:,}"), Text(f"{finished:,}")]
            for action, (leaves, finished) in result.by_action.items()
        ]
        headings = ("move", "leaves", "finished")
        console.print(fitting_table(console, headings, rows, right=headings[1:]))
    speed = f"{result.leaves / seconds / 1e6:,.1f} million leaves/s" if seconds else ""
    console.print(
        f"{loaded}, depth {depth}: [bold]{result.leaves:,}[/] leaves, "
        f"[bold]{result.finished:,}[/] finished games ({seconds:.3f} s, {speed})"
    )


def _as_dict(
    game: Game, depth: int, threads: int, result: PerftResult, seconds: float, divide: bool
) -> dict[str, object]:
    fields: dict[str, object] = {
        "game": game.spec,
        "depth": depth,
        "leaves": result.leaves,
        "finished": result.finished,
        "seconds": round(seconds, 6),
        "threads": threads,
    }
    if divide:
        fields["divide"] = {
            game.action_to_string(action): {"leaves": leaves, "finished": finished}
            for action, (leaves, finished) in result.by_action.items()
        }
    return fields

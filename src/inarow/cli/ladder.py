"""``inarow ladder``: the strength of a learner over the course of its training."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn
from rich.text import Text

from inarow.arena.ladder import MOST, play_ladder
from inarow.arena.match import MatchResult
from inarow.arena.report.format import SHORT, elo_text, seconds_text
from inarow.cli.completion import complete_player
from inarow.cli.limits import (
    ConcurrencyOption,
    DepthOption,
    NodesOption,
    OpeningsOption,
    SimsOption,
    TimeOption,
    read_limits,
)
from inarow.cli.output import JsonOption, console, print_json, say_if_undrawn
from inarow.cli.progress_view import progress_bar
from inarow.cli.tables import fitting_table
from inarow.runlog import PLOTS
from inarow.untrusted_text import one_line, shorten


def ladder(
    directory: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder of a training run."),
    ],
    anchor: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="A player to compare with; may be given several times. The first has 0 Elo.",
            show_default="random",
            autocompletion=complete_player,
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=2, help="Games of each match.")] = 40,
    most: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=2,
            help="Checkpoints to rate at most: evenly spread, with the first and the last.",
        ),
    ] = MOST,
    time: TimeOption = None,
    nodes: NodesOption = None,
    sims: SimsOption = None,
    depth: DepthOption = None,
    openings: OpeningsOption = None,
    seed: Annotated[int, typer.Option(metavar="N", help="To repeat the same games.")] = 1,
    concurrency: ConcurrencyOption = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="A checkpoint that may run a program or a class, as it is written in DIR; may be "
            "given several times.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Rate the checkpoints of a training run against time and games.

    Each checkpoint plays the two before it and the anchors. The model of the best one becomes
    DIR/best.*, in place of the one with the best evaluation. The ratings are in DIR/ladder.json,
    the pictures in DIR/plots (ladder.png and ladder.svg) and the games in DIR/ladder. Run it again
    when there are new checkpoints: games that were played are kept.

    \b
    inarow train tabular --game 4x4x3 --games 20000 --out runs/mine
    inarow ladder runs/mine --anchor random --anchor greedy
    """
    with progress_bar("matches", MofNCompleteColumn()) as progress:
        task = progress.add_task("matches", total=None)

        def show(done: int, total: int, result: MatchResult) -> None:
            progress.update(task, completed=done, total=total)

        found = play_ladder(
            directory,
            anchors=tuple(anchor or ["random"]),
            games=games,
            most=most,
            limits=read_limits(time, nodes, sims, depth),
            openings=openings,
            seed=seed,
            concurrency=concurrency,
            allow=allow or [],
            on_match=show,
        )
    pictures = found.draw(directory / PLOTS)
    say_if_undrawn()
    if json:
        print_json({**found.as_dict(), "pictures": list(map(str, pictures))})
        return
    rows = [
        [Text(shorten(name, SHORT)), Text(), Text(elo_text(elo)), Text()]
        for name, elo in found.anchors.items()
    ]
    rows += [
        [
            Text(f"{point.games:,} games"),
            Text(seconds_text(point.seconds)),
            Text(elo_text(point.elo), style="bold"),
            Text(f"{elo_text(point.low)} to {elo_text(point.high)}"),
        ]
        for point in found.points
    ]
    headings = ("trained by", "time", "Elo", "95 %")
    console.print(fitting_table(console, headings, rows, right=headings[1:]))
    best = f"best: {found.best.games:,} games, {one_line(found.best.name)}"
    console.print(best, soft_wrap=True, markup=False)
    for picture in pictures:
        console.print(f"picture: {picture}", soft_wrap=True, markup=False)

"""``inarow tournament``: many players, a cross table, ratings and a report."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from inarow.arena.adjudication import parse_draw, parse_resign
from inarow.arena.referee import MARGIN
from inarow.arena.schedule import FORMATS
from inarow.arena.tournament import (
    Standing,
    play_tournament,
    read_settings,
    resume_tournament,
    write_tournament_report,
)
from inarow.cli.limits import (
    ClockOption,
    ConcurrencyOption,
    DepthOption,
    DrawOption,
    GamesOfOption,
    MarginOption,
    NodesOption,
    OpeningsOption,
    ResignOption,
    SeedOption,
    SimsOption,
    TimeOption,
    read_limits,
    rule_text,
)
from inarow.cli.live import LiveView
from inarow.cli.output import JsonOption, console, print_json
from inarow.errors import BadSpec

NAME_WIDTH = 30
"""Characters of a name that are always shown."""


def tournament(
    players: Annotated[
        list[str] | None, typer.Argument(metavar="SPEC…", help="The players: see inarow players.")
    ] = None,
    game: GamesOfOption = "tictactoe",
    format_name: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=f"{', '.join(FORMATS)}.")
    ] = "round-robin",
    games: Annotated[int, typer.Option(min=1, help="Games of each pairing.")] = 10,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds of a Swiss.")] = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    sims: SimsOption = None,
    depth: DepthOption = None,
    clock: ClockOption = None,
    openings: OpeningsOption = None,
    seed: SeedOption = None,
    concurrency: ConcurrencyOption = None,
    resign: ResignOption = None,
    draw: DrawOption = None,
    margin: MarginOption = MARGIN,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where games and report are kept.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the tournament in DIR (--out).")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Play a tournament; DIR then holds its games and a report to open in a browser.

    Killed at any moment, it goes on with: inarow tournament --resume --out DIR

    In a gauntlet the first player meets each of the others; in a knockout players are seeded in
    the order given.

    Example: inarow tournament random greedy mcts deepening --game 5x5x4 --games 20 --sims 500
    """
    given = players or []
    if resume and out is None and len(given) == 1:  # inarow tournament --resume DIR
        out, given = Path(given[0]), []
    view = LiveView(summary, _line, quiet=json)
    try:
        with view:
            if resume:
                if out is None:
                    raise BadSpec("Say which tournament to go on with: --resume --out DIR.")
                if given and tuple(given) != read_settings(out).players:
                    raise BadSpec(f"The tournament in {out} has other players.")
                standing = resume_tournament(out, concurrency=concurrency, on_progress=view.update)
            else:
                if out is None:
                    out = Path(f"tournament-{datetime.now():%Y%m%d-%H%M%S}")
                standing = play_tournament(
                    given,
                    out,
                    game=game,
                    format=format_name,
                    games=games,
                    rounds=rounds,
                    limits=read_limits(time, nodes, sims, depth, clock),
                    openings=openings,
                    seed=seed,
                    margin=margin,
                    resign=None if resign is None else parse_resign(rule_text(resign)),
                    draw=None if draw is None else parse_draw(rule_text(draw)),
                    concurrency=concurrency,
                    on_progress=view.update,
                )
    except KeyboardInterrupt:
        if view.latest is not None and not json:
            console.print(summary(view.latest))
            console.print(f"Go on with: inarow tournament --resume --out {out}", soft_wrap=True)
        raise
    report = write_tournament_report(out, standing)
    if json:
        print_json({**standing.as_dict(), "report": str(report)})
        return
    console.print(summary(standing))
    for warning in standing.warnings:
        console.print(Text(f"warning: {warning}", style="yellow"), soft_wrap=True)
    console.print(f"report: {report}", soft_wrap=True)


def summary(standing: Standing) -> Group:
    """Ratings and cross table, to be looked at."""
    settings, ratings = standing.settings, standing.ratings()
    order = [rating.name for rating in ratings.players]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    # Names are cut only when there is no room at all for them.
    longest = max((len(name) for name in order), default=0)
    table.add_column("player", no_wrap=True, min_width=min(longest, NAME_WIDTH))
    for heading in ("Elo", "95 %", "games", "points"):
        table.add_column(heading, justify="right")
    for place in range(len(order)):
        table.add_column(str(place + 1), justify="right")
    for place, rating in enumerate(ratings.players, 1):
        meetings = (standing.table.between(rating.name, other) for other in order)
        total = standing.table.total(rating.name)
        table.add_row(
            str(place),
            f"[bold]{rating.name}[/]",
            f"{rating.elo:+.0f}",
            f"{rating.low:+.0f} to {rating.high:+.0f}",
            str(total.games),
            f"{total.points:g}",
            *(f"{met.points:g}/{met.games}" if met.games else "" for met in meetings),
        )
    title = Text.assemble((settings.format, "bold"), f"  {settings.game}  ")
    title.append(f"{standing.games}/{standing.scheduled} games  {standing.seconds:.1f} s", "dim")
    first = ratings.advantage
    notes = Text(
        f"moving first is worth {first.elo:+.0f} Elo "
        f"(95 %: {first.low:+.0f} to {first.high:+.0f}); "
        f"equal players draw {ratings.draw_rate:.0%}",
        style="dim",
    )
    parts: list[RenderableType] = [title, table, notes]
    if standing.winner is not None:
        parts.append(Text(f"winner: {standing.winner}", style="bold green"))
    return Group(*parts)


def _line(standing: Standing) -> str:
    return f"{standing.games}/{standing.scheduled} games"

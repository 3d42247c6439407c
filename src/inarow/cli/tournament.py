"""``inarow tournament``: many players, a cross table, ratings and a report."""

from __future__ import annotations

import shlex
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from inarow.arena.referee import MARGIN
from inarow.arena.report.format import elo_text, points_text, short_names
from inarow.arena.schedule import FORMATS
from inarow.arena.statistics.ratings import Ratings
from inarow.arena.tournament import (
    play_tournament,
    read_settings,
    resume_tournament,
    write_tournament_report,
)
from inarow.arena.tournament_state import TournamentState
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
    read_draw,
    read_limits,
    read_resign,
)
from inarow.cli.output import JsonOption, console, print_json
from inarow.cli.progress_view import LiveView
from inarow.errors import BadSpec
from inarow.players import player_type


def tournament(
    players: Annotated[
        list[str] | None, typer.Argument(metavar="SPEC", help="The players: see inarow players.")
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
        Path | None, typer.Option(metavar="DIR", help="The directory of the games and the report.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the tournament in DIR (--out).")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Play a tournament: ratings, a cross table and a report.

    In a gauntlet the first player meets each of the others; in a knockout players are seeded in
    the given order. DIR contains the games and a report for a browser. A tournament that was
    stopped or killed at any moment continues with --resume --out DIR and the same settings. If one
    of its players runs a program (external, python), give all players again.

    \b
    inarow tournament random greedy mcts deepening --game 5x5x4 --sims 500
    inarow tournament --resume --out DIR
    """
    given = players or []
    if resume and out is None and len(given) == 1:  # inarow tournament --resume DIR
        out, given = Path(given[0]), []
    view = LiveView(summary, _line, quiet=json)
    try:
        with view:
            if resume:
                if out is None:
                    raise BadSpec("Give the tournament to continue: --resume --out DIR.")
                if given and tuple(given) != read_settings(out).players:
                    raise BadSpec(f"The tournament in {out} has other players.")
                state = resume_tournament(
                    out, players=given, concurrency=concurrency, on_progress=view.update
                )
            else:
                if out is None:
                    out = Path(f"tournament-{datetime.now():%Y%m%d-%H%M%S}")
                state = play_tournament(
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
                    resign=read_resign(resign),
                    draw=read_draw(draw),
                    concurrency=concurrency,
                    on_progress=view.update,
                )
    except KeyboardInterrupt:
        if view.latest is not None and not json:
            console.print(summary(view.latest))
            command = _resume_command(out, view.latest)
            console.print(f"Continue with: {command}", markup=False, soft_wrap=True)
        raise
    report = write_tournament_report(out, state)
    if json:
        print_json({**state.as_dict(), "report": str(report)})
        return
    console.print(summary(state))
    for warning in state.warnings:
        console.print(Text(f"warning: {warning}", style="yellow"), soft_wrap=True)
    console.print(f"report: {report}", soft_wrap=True)


def _resume_command(out: Path | None, state: TournamentState) -> str:
    players = state.settings.players
    again = players if any(player_type(spec).runs_program for spec in players) else ()
    return shlex.join(["inarow", "tournament", *again, "--resume", "--out", str(out)])


def summary(state: TournamentState) -> Group:
    """Ratings and cross table for a terminal."""
    settings, ratings = state.settings, state.ratings()
    title = Text.assemble((settings.format, "bold"), f"  {settings.game}  ")
    title.append(f"{state.games}/{state.scheduled} games  {state.seconds:.1f} s", "dim")
    first = ratings.advantage
    notes = Text(
        f"moving first is worth {elo_text(first.elo)} Elo "
        f"(95 %: {elo_text(first.low)} to {elo_text(first.high)}); "
        f"equal players draw {ratings.draw_rate:.0%}",
        style="dim",
    )
    parts: list[RenderableType] = [title, *_tables(state, ratings), notes]
    said = state.counter.notes
    parts += [Text(f"{name}: {said[name]}", "dim") for name in settings.players if name in said]
    if state.winner is not None:
        parts.append(Text(f"winner: {state.winner}", style="bold green"))
    return Group(*parts)


def _tables(state: TournamentState, ratings: Ratings) -> list[Table]:
    """Ratings with the cross table beside them, or below if the terminal is too narrow."""
    beside = _table(state, ratings, rated=True, crossed=True)
    if _fits(beside):
        return [beside]
    below = _table(state, ratings, rated=False, crossed=True)
    alone = _table(state, ratings, rated=True, crossed=False)
    return [alone, below] if _fits(below) else [alone]  # the report always contains it


def _table(state: TournamentState, ratings: Ratings, *, rated: bool, crossed: bool) -> Table:
    scores = state.table()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    names = short_names(rating.name for rating in ratings.players)
    table.add_column("player", no_wrap=True)
    headings = ["Elo", "95 %", "games", "points"] if rated else []
    if crossed:
        headings += [str(place) for place in range(1, len(names) + 1)]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for place, rating in enumerate(ratings.players, 1):
        row = [Text(str(place)), Text(names[rating.name], style="bold")]
        if rated:
            total = scores.total(rating.name)
            row += [
                Text(elo_text(rating.elo)),
                Text(f"{elo_text(rating.low)} to {elo_text(rating.high)}"),
                Text(f"{total.games:,}"),
                Text(points_text(total.points)),
            ]
        if crossed:
            for other in names:
                met = scores.between(rating.name, other)
                row.append(Text(f"{points_text(met.points)}/{met.games}" if met.games else ""))
        table.add_row(*row)
    return table


def _fits(table: Table) -> bool:
    endless = console.options.update(max_width=10_000)  # else the measure is of the squeezed table
    return Measurement.get(console, endless, table).maximum <= console.width


def _line(state: TournamentState) -> str:
    return f"{state.games}/{state.scheduled} games"

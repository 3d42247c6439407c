"""``inarow tournament``: many players, a cross table, ratings and a report."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from inarow.arena.entrant import split_limits
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
from inarow.cli.completion import complete_game, complete_player
from inarow.cli.limits import (
    ClockOption,
    ConcurrencyOption,
    DepthOption,
    DrawOption,
    LogOption,
    MaxMovesOption,
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
from inarow.cli.output import (
    JsonLinesOption,
    JsonOption,
    check_one_output,
    console,
    print_game,
    print_json,
    say_if_undrawn,
)
from inarow.cli.progress_view import LiveView
from inarow.cli.tables import fitting_table
from inarow.cli.tournament_file import TournamentFile, read_tournament
from inarow.errors import BadSpec
from inarow.players import player_type
from inarow.protocols.record import GameRecord


def _default(name: str) -> str:
    """The default of a setting, which the file may change."""
    return str(TournamentFile.model_fields[name].default)


def tournament(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SPEC", help="The players: see inarow players.", autocompletion=complete_player
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="The game: see inarow games.",
            show_default=_default("game"),
            autocompletion=complete_game,
        ),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"{', '.join(FORMATS)}.",
            show_default=_default("format"),
            autocompletion=lambda: list(FORMATS),
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Games of each pairing.", show_default=_default("games")
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Rounds of a Swiss.")
    ] = None,
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
    max_moves: MaxMovesOption = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0.0,
            help="Time over the limit that is tolerated.",
            show_default=_default("margin"),
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The directory of the games and the report.",
            show_default="tournament-DATE-TIME",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the tournament in DIR (--out).")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A TOML file with players and settings, named as the options are. Options have "
            "priority. It may name programs to run, so use only a file that you trust.",
        ),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
    json_lines: JsonLinesOption = False,
) -> None:
    """Play a tournament: ratings, a cross table and a report.

    In a gauntlet the first player meets each of the others; in a knockout players are seeded in
    the given order. A player may have limits of its own: engine@time=0.1.

    DIR contains the settings (tournament.json), the games (games.jsonl) and a report for a browser
    (report.html, ratings.png, crosstable.png). A tournament that was stopped or killed at any
    moment continues with --resume --out DIR and the same settings. If one of its players runs a
    program (external, openspiel, python), give all players again.

    \b
    inarow tournament random greedy mcts deepening --game 5x5x4 --sims 500
    inarow tournament --config cup.toml --out cup
    inarow tournament --resume --out DIR
    """
    check_one_output(json, json_lines)
    if resume and out is None and config is None and players and len(players) == 1:
        out, players = Path(players[0]), None  # inarow tournament --resume DIR
    settings = read_tournament(
        config,
        {
            "players": players or None,
            "game": game,
            "format": format_name,
            "games": games,
            "rounds": rounds,
            "time": time,
            "nodes": nodes,
            "sims": sims,
            "depth": depth,
            "clock": clock,
            "openings": openings,
            "seed": seed,
            "resign": resign,
            "draw": draw,
            "max_moves": max_moves,
            "margin": margin,
            "concurrency": concurrency,
            "out": out and str(out),
            "log": log and str(log),
        },
    )
    where = _directory(settings, resume)
    silent = json or json_lines
    view = LiveView(summary, _line, quiet=silent)
    on_game = print_game if json_lines else None
    try:
        with view:
            state = _play(settings, where, resume, on_game, view.update)
    except KeyboardInterrupt:
        if view.latest is not None and not silent:
            console.print(summary(view.latest))
            command = _resume_command(where, view.latest)
            console.print(f"Continue with: {command}", markup=False, soft_wrap=True)
        raise
    report = write_tournament_report(where, state)
    say_if_undrawn()
    if silent:
        kind = {"kind": "result"} if json_lines else {}
        print_json({**kind, **state.as_dict(), "report": str(report)})
        return
    console.print(summary(state))
    for warning in state.warnings:
        console.print(Text(f"warning: {warning}", style="yellow"), soft_wrap=True)
    console.print(f"report: {report}", soft_wrap=True)


def _directory(settings: TournamentFile, resume: bool) -> Path:
    if settings.out is not None:
        return Path(settings.out)
    if resume:
        raise BadSpec("Give the tournament to continue: --resume --out DIR.")
    return Path(f"tournament-{datetime.now():%Y%m%d-%H%M%S}")


def _play(
    settings: TournamentFile,
    where: Path,
    resume: bool,
    on_game: Callable[[GameRecord], None] | None,
    on_progress: Callable[[TournamentState], None],
) -> TournamentState:
    names = settings.names()
    if resume:
        if names and tuple(names) != read_settings(where).players:
            raise BadSpec(f"The tournament in {where} has other players.")
        return resume_tournament(
            where,
            players=names,
            concurrency=settings.concurrency,
            logs=settings.log,
            on_game=on_game,
            on_progress=on_progress,
        )
    return play_tournament(
        names,
        where,
        game=settings.game,
        format=settings.format,
        games=settings.games,
        rounds=settings.rounds,
        limits=read_limits(
            settings.time, settings.nodes, settings.sims, settings.depth, settings.clock
        ),
        openings=settings.openings,
        seed=settings.seed,
        margin=settings.margin,
        resign=read_resign(settings.resign),
        draw=read_draw(settings.draw),
        max_moves=settings.max_moves,
        concurrency=settings.concurrency,
        logs=settings.log,
        on_game=on_game,
        on_progress=on_progress,
    )


def _resume_command(out: Path, state: TournamentState) -> str:
    players = state.settings.players
    runs_program = any(player_type(split_limits(name)[0]).runs_program for name in players)
    again = players if runs_program else ()
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


def _tables(state: TournamentState, ratings: Ratings) -> list[RenderableType]:
    """Ratings with the cross table beside them, or below if the terminal is too narrow."""
    beside = _table(state, ratings, rated=True, crossed=True)
    if isinstance(beside, Table):
        return [beside]
    alone = _table(state, ratings, rated=True, crossed=False)
    below = _table(state, ratings, rated=False, crossed=True)
    # In blocks a cross table says nothing; the report always contains it.
    return [alone, below] if isinstance(below, Table) else [alone]


def _table(
    state: TournamentState, ratings: Ratings, *, rated: bool, crossed: bool
) -> RenderableType:
    scores = state.table()
    names = short_names(rating.name for rating in ratings.players)
    headings = ["Elo", "95 %", "games", "points"] if rated else []
    if crossed:
        headings += [str(place) for place in range(1, len(names) + 1)]
    rows = []
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
        rows.append(row)
    return fitting_table(console, ["#", "player", *headings], rows, right=headings)


def _line(state: TournamentState) -> str:
    return f"{state.games}/{state.scheduled} games"

"""``inarow match``: two players, many games, and which one is stronger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.table import Table
from rich.text import Text

from inarow.arena.match import MatchResult, play_match
from inarow.arena.referee import MARGIN
from inarow.arena.report.format import elo_text, seconds_text
from inarow.arena.statistics.sprt import Sprt
from inarow.cli.completion import complete_player
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
)
from inarow.cli.parameters import GameOption
from inarow.cli.progress_view import LiveView
from inarow.games import load_game
from inarow.protocols.record import end_text


def match(
    first: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="A player: see inarow players.", autocompletion=complete_player
        ),
    ],
    second: Annotated[
        str, typer.Argument(metavar="SPEC", help="Its opponent.", autocompletion=complete_player)
    ],
    game: GameOption = "tictactoe",
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Number of games; default 100, or what --sprt needs."
        ),
    ] = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    sims: SimsOption = None,
    depth: DepthOption = None,
    clock: ClockOption = None,
    openings: OpeningsOption = None,
    seed: SeedOption = None,
    concurrency: ConcurrencyOption = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="elo0=A,elo1=B",
            help="Stop as soon as it is clear whether the first player is stronger by B or only "
            "by A Elo; also alpha=0.05, beta=0.05, model=logistic or normalized.",
        ),
    ] = None,
    resign: ResignOption = None,
    draw: DrawOption = None,
    max_moves: MaxMovesOption = None,
    margin: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.0, help="Time over the limit that is tolerated."),
    ] = MARGIN,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the games to a new file (JSON lines)."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue the match in this file.")
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
    json_lines: JsonLinesOption = False,
) -> None:
    """Play a match: which player is stronger, and how certain that is.

    Games are played in pairs: the same opening, once with each colour. A player may have limits of
    its own, instead of the common ones: engine@time=0.1. No file is written without --out, --resume
    or --log.

    \b
    inarow match mcts greedy --game 7x7x5 --time 0.1
    inarow match threat negamax:depth=6 --game gomoku --sprt elo0=0,elo1=30
    inarow match engine external:cmd=./pbrain-other --game gomoku --time 1
    inarow match engine@time=0.1 engine --game gomoku --time 1
    """
    check_one_output(json, json_lines)
    silent = json or json_lines
    view = LiveView(summary, _line, quiet=silent)
    try:
        with view:
            result = play_match(
                first,
                second,
                game=game,
                games=games,
                limits=read_limits(time, nodes, sims, depth, clock),
                openings=openings,
                seed=seed,
                concurrency=concurrency,
                sprt=None if sprt is None else Sprt.parse(sprt),
                margin=margin,
                resign=read_resign(resign),
                draw=read_draw(draw),
                max_moves=max_moves,
                out=out,
                resume=resume,
                logs=log,
                on_game=print_game if json_lines else None,
                on_progress=view.update,
            )
    except KeyboardInterrupt:
        if view.latest is not None and not silent:
            console.print(summary(view.latest))
            if (path := out or resume) is not None:
                console.print(f"Continue with the same command and --resume {path}", soft_wrap=True)
        raise
    if silent:
        print_json(({"kind": "result"} if json_lines else {}) | result.as_dict())
        return
    console.print(summary(result))
    for warning in result.warnings:
        console.print(Text(f"warning: {warning}", style="yellow"), soft_wrap=True)


def summary(result: MatchResult) -> Group:
    """The result of a match for a terminal."""
    first, second = result.players
    counts = result.counts
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column()
    share = counts.points / counts.games if counts.games else 0.5
    table.add_row(
        "score",
        f"[bold]{counts.points:g} : {counts.games - counts.points:g}[/]  ({share:.1%})  "
        f"+{counts.wins} ={counts.draws} -{counts.losses}",
    )
    table.add_row("Elo", _elo_text(result))
    table.add_row(
        "by colour",
        "  ".join(
            f"{name} +{part.wins} ={part.draws} -{part.losses}"
            for name, part in (("moving first", result.as_first), ("second", result.as_second))
        ),
    )
    pairs = zip(("0", "½", "1", "1½", "2"), result.pairs, strict=True)
    table.add_row("pairs by points", "  ".join(f"{points}: {n}" for points, n in pairs))
    if result.sprt is not None and result.llr is not None:
        verdict = {"H1": "[green]H1 accepted[/]", "H0": "[red]H0 accepted[/]"}
        table.add_row(
            "SPRT",
            f"LLR {result.llr:.2f} in [{result.sprt.lower:.2f}, {result.sprt.upper:.2f}] for Elo "
            f"{result.sprt.elo0:g} against {result.sprt.elo1:g}: "
            f"{verdict.get(result.verdict or '', 'open')}",
        )
    played = load_game(result.game)
    ends = (f"{end_text(end, played)} {n}" for end, n in result.ends.items())
    table.add_row("ended by", "  ".join(ends))
    for label, name, thinking in zip(
        ("time a move", ""), result.players, result.thinking, strict=True
    ):
        spent = f"{seconds_text(thinking.mean)}, worst {seconds_text(thinking.worst)}"
        table.add_row(label, Text(f"{spent}  ({name})" if thinking.moves else f"none  ({name})"))
    for name, note in zip(result.players, result.notes, strict=True):
        if note:
            table.add_row("note", Text(f"{note}  ({name})", style="dim"))
    about = "" if result.distinct_is_exact else "about "
    table.add_row("games", f"{counts.games:,}, {about}{result.distinct:,} different")
    table.add_row("openings, seed", Text(f"{result.openings}, {result.seed}"))
    title = Text.assemble((f"{first} v {second}", "bold"), f"  {result.game}")
    title.append(f"  {result.seconds:.1f} s", style="dim")
    return Group(title, table)


def _elo_text(result: MatchResult) -> str:
    elo = result.elo
    if elo.bounded:
        figure = (
            f"[bold]{elo_text(elo.elo)}[/]  (95 %: {elo_text(elo.low)} to {elo_text(elo.high)})"
        )
    elif result.counts.points > 0:
        figure = f"above [bold]{elo_text(elo.low)}[/]  (95 %)"
    elif result.games:
        figure = f"below [bold]{elo_text(elo.high)}[/]  (95 %)"
    else:
        return "unknown"
    return f"{figure}  likelihood of superiority {elo.los:.1%}"


def _line(result: MatchResult) -> str:
    counts = result.counts
    return (
        f"games {counts.games}  +{counts.wins} ={counts.draws} -{counts.losses}  "
        f"{_elo_text(result)}"
    )

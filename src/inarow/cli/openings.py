"""``inarow openings``: make a balanced set of openings for paired matches."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import inarow
from inarow.arena.balance import (
    BalancedOpening,
    Judging,
    balanced_openings,
    default_even,
    default_plies,
)
from inarow.arena.balancedset import Origin, format_set, load_set, save_set
from inarow.cli.output import GameArgument, JsonOption, console, print_json, progress_console
from inarow.errors import BadFile, BadSpec
from inarow.games import Game, load_game
from inarow.players import Limits

DEFAULT_NODES = 10_000
_PLIES = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?", re.ASCII)


def openings(
    game: GameArgument,
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many to find.")] = 100,
    plies: Annotated[
        str | None,
        typer.Option(help="Moves in an opening, as in 4 or 3-8.", show_default="by game"),
    ] = None,
    player: Annotated[str, typer.Option(metavar="SPEC", help="Who judges.")] = "engine:mb=4",
    nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Positions for a judgement.", show_default=f"{DEFAULT_NODES}"),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(min=0.001, help="Seconds for a judgement; the set is then not repeatable."),
    ] = None,
    even: Annotated[
        float | None,
        typer.Option(
            min=-1.0,
            max=1.0,
            help="The value at which X, as the judge plays, wins half of the games.",
            show_default="by game",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed: another one makes another set.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; default: print them.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with FILE.")] = False,
    json: JsonOption = False,
) -> None:
    """Make a set of balanced openings: random ones that give both sides equal chances.

    Each is judged over three plies, and by quick games of the judge against itself. FILE is written
    as openings are found: stop with Ctrl-C, and go on with --resume.

    Then use it: inarow match SPEC SPEC --game GAME --openings FILE
    """
    loaded = load_game(game)
    limits = Limits(time=time, nodes=DEFAULT_NODES if nodes is None and time is None else nodes)
    even_at = default_even(loaded) if even is None else even
    judging = Judging(loaded, _plies_range(plies, loaded), player, limits, seed, even_at)
    found = _so_far(out, resume, judging)
    origin = Origin(inarow.__version__, datetime.datetime.now(datetime.UTC).date().isoformat())
    try:
        _search(judging, count, found, out, origin)
    finally:
        # Also after Ctrl-C: what has been found is not lost.
        if json:
            print_json(
                {
                    "game": loaded.spec,
                    "openings": [loaded.format_moves(opening.moves) for opening in found],
                    "values": [opening.value for opening in found],
                    "scores": [opening.score for opening in found],
                    "file": None if out is None else str(out),
                }
            )
        elif out is None:
            typer.echo(format_set(judging, count, found, origin), nl=False)
        else:
            console.print(f"{out}: {len(found)} openings", soft_wrap=True)
    if len(found) < count:
        progress_console.print(f"There seem to be no more than these {len(found)}.")


def _search(
    judging: Judging, count: int, found: list[BalancedOpening], out: Path | None, origin: Origin
) -> None:
    """Add to the openings until there are enough; save after each."""
    columns = (
        TextColumn("balanced"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("of {task.fields[candidates]} candidates"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=progress_console, transient=True) as progress:
        looked_at = found[-1].candidate + 1 if found else 0
        task = progress.add_task("", total=count, completed=len(found), candidates=looked_at)
        if len(found) >= count:
            return
        for opening in balanced_openings(judging, found):
            looked_at += 1
            if opening is not None:
                found.append(opening)
                if out is not None:
                    save_set(out, judging, count, found, origin)
            progress.update(task, completed=len(found), candidates=looked_at)
            if len(found) >= count:
                return


def _so_far(out: Path | None, resume: bool, judging: Judging) -> list[BalancedOpening]:
    if out is None:
        if resume:
            raise BadSpec("--resume goes on with a file: name it by --out FILE.")
        return []
    if resume and out.exists():
        return load_set(out, judging)
    if out.exists():
        raise BadFile(f"{out} exists: go on with it by --resume, or give another name.")
    if not out.parent.is_dir():
        raise BadFile(f"{out} cannot be written: there is no directory {out.parent}.")
    return []


def _plies_range(text: str | None, game: Game) -> tuple[int, int]:
    if text is None:
        return default_plies(game)
    match = _PLIES.fullmatch(text.strip())
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    most = game.max_game_length() - 1
    if not low <= high <= most:
        raise BadSpec(f"--plies {text} cannot be: write a number or a range within 0-{most}.")
    return low, high

"""``inarow openings``: make a balanced set of openings for paired matches, or check one."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, Progress, TextColumn

import inarow
from inarow.arena.openings.balance import (
    BalancedOpening,
    BalanceSettings,
    balanced_openings,
    default_plies,
)
from inarow.arena.openings.balance_check import check_openings, score_interval
from inarow.arena.openings.balanced_set import Origin, format_set, load_set, save_set
from inarow.arena.openings.opening_sets import load_openings
from inarow.arena.statistics.cross_table import Counts
from inarow.cli.completion import complete_player
from inarow.cli.output import JsonOption, WorkFailed, console, print_json, progress_console
from inarow.cli.parameters import GameArgument
from inarow.cli.progress_view import progress_bar
from inarow.errors import BadFile, BadSpec
from inarow.games import Game, load_game
from inarow.player import Limits

DEFAULT_NODES = 10_000
_PLIES = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?", re.ASCII)


def openings(
    game: GameArgument,
    count: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=100_000, help="Openings to find, or to check at most."
        ),
    ] = 100,
    plies: Annotated[
        str | None,
        typer.Option(
            metavar="N[-M]", help="Moves of an opening, 4 or 3-8.", show_default="by game"
        ),
    ] = None,
    player: Annotated[
        str, typer.Option(metavar="SPEC", help="Who judges.", autocompletion=complete_player)
    ] = "engine:mb=4",
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Nodes for a judgement; with --check, for a move.",
            show_default=f"{DEFAULT_NODES:,}",
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", min=0.001, help="Seconds instead of nodes; not repeatable."
        ),
    ] = None,
    even: Annotated[
        float,
        typer.Option(
            metavar="VALUE", min=-1.0, max=1.0, help="The value at which X wins half of the games."
        ),
    ] = 0.0,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed: another seed makes another set.")
    ] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; default: print the set.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue FILE.")] = False,
    check: Annotated[
        str | None,
        typer.Option(
            metavar="OPENINGS",
            help="Make no set, but check this one (balanced, random:plies=4, a file …).",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="With --check: games from each opening.")
    ] = 2,
    json: JsonOption = False,
) -> None:
    """Make a set of balanced openings, or check how balanced a set is.

    Openings are random moves that give both sides equal chances. Each is judged by values over
    three plies, and by fast games of the judge against itself. FILE is saved with each opening:
    stop with Ctrl-C, and continue with --resume.

    \b
    inarow openings gomoku --count 20 --out my-openings.txt
    inarow match threat greedy --game gomoku --openings my-openings.txt
    inarow openings gomoku --check balanced --nodes 5000
    """
    loaded = load_game(game)
    limits = Limits(time=time, nodes=DEFAULT_NODES if nodes is None and time is None else nodes)
    if check is not None:
        _check(loaded, check, count, games, player, limits, seed, json)
        return
    settings = BalanceSettings(loaded, _plies_range(plies, loaded), player, limits, seed, even)
    found = _so_far(out, resume, settings)
    origin = Origin(inarow.__version__, datetime.datetime.now(datetime.UTC).date().isoformat())
    try:
        _search(settings, count, found, out, origin)
    except KeyboardInterrupt:
        if not json:  # so that nothing is lost
            _report(settings, count, found, out, origin, json)
        raise
    if not found:
        raise WorkFailed(
            f"No balanced opening of {loaded} was found: most are decided, or the judge needs more "
            "nodes."
        )
    _report(settings, count, found, out, origin, json)
    if len(found) < count:
        progress_console.print(f"There seem to be no more than these {len(found)}.")


def _report(
    settings: BalanceSettings,
    count: int,
    found: list[BalancedOpening],
    out: Path | None,
    origin: Origin,
    json: bool,
) -> None:
    if json:
        print_json(
            {
                "game": settings.game.spec,
                "openings": [settings.game.format_moves(opening.moves) for opening in found],
                "values": [opening.value for opening in found],
                "scores": [opening.score for opening in found],
                "file": None if out is None else str(out),
            }
        )
    elif out is not None:
        console.print(f"{out}: {len(found)} openings", soft_wrap=True)
    elif found:
        typer.echo(format_set(settings, count, found, origin), nl=False)


def _search(
    settings: BalanceSettings,
    count: int,
    found: list[BalancedOpening],
    out: Path | None,
    origin: Origin,
) -> None:
    """Find openings until there are enough; save after each."""
    if len(found) >= count:
        return
    looked_at = found[-1].candidate + 1 if found else 0
    with _progress("balanced", "of {task.fields[note]} candidates") as progress:
        task = progress.add_task("", total=count, completed=len(found), note=looked_at)
        for opening in balanced_openings(settings, found):
            looked_at += 1
            if opening is not None:
                found.append(opening)
                if out is not None:
                    save_set(out, settings, count, found, origin)
            progress.update(task, completed=len(found), note=looked_at)
            if len(found) >= count:
                return


def _check(
    game: Game,
    spec: str,
    count: int,
    games: int,
    player: str,
    limits: Limits,
    seed: int,
    json: bool,
) -> None:
    """Play from openings, and show the score of the first player."""
    chosen = load_openings(spec, game, seed)
    count = count if chosen.size is None else min(count, chosen.size)
    counts = Counts()
    try:
        with _progress("games", "{task.fields[note]}") as progress:
            task = progress.add_task("", total=count * games, note="")
            for counts in check_openings(chosen, game, count, games, player, limits, seed):
                wins, draws, losses = counts
                progress.update(task, advance=1, note=f"X {wins}-{draws}-{losses}")
    except KeyboardInterrupt:
        if counts.games and not json:
            _report_check(chosen.name, counts, json)
        raise
    _report_check(chosen.name, counts, json)


def _report_check(name: str, counts: Counts, json: bool) -> None:
    share, low, high = score_interval(counts)
    wins, draws, losses = counts
    if json:
        print_json(
            {
                "openings": name,
                "games": counts.games,
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "score": share,
                "score_low": low,
                "score_high": high,
            }
        )
        return
    console.print(
        f"{name}: in {counts.games} games X won {wins}, drew {draws} and lost {losses}: "
        f"[bold]{share:.1%}[/] (95 %: {low:.1%} to {high:.1%})",
        soft_wrap=True,
    )


def _progress(what: str, note: str) -> Progress:
    return progress_bar(what, MofNCompleteColumn(), TextColumn(note))


def _so_far(out: Path | None, resume: bool, settings: BalanceSettings) -> list[BalancedOpening]:
    if out is None:
        if resume:
            raise BadSpec("--resume continues a file: give it by --out FILE.")
        return []
    if resume and out.exists():
        return load_set(out, settings)
    if out.exists():
        raise BadFile(f"{out} exists: continue it with --resume, or give another name.")
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

"""The ``inarow`` command. Exit status: 0 done, 1 failed, 2 wrong command, 130 interrupted."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Annotated

import typer

import inarow
from inarow.cli import (
    analyse,
    bench,
    convert,
    engine,
    games,
    ladder,
    learners,
    match,
    openings,
    perft,
    play,
    players,
    plot,
    serve,
    solve,
    tournament,
    train,
)
from inarow.cli.output import JSON, keep_json_alone
from inarow.cli.own_classes import find_own_classes
from inarow.errors import InarowError, PlayerFailed
from inarow.untrusted_text import one_line

app = typer.Typer(
    name="inarow",
    help="Play, study and master k-in-a-row games: tic-tac-toe, Gomoku, ultimate tic-tac-toe.",
    epilog="Start with: inarow play    or: inarow games",
    add_completion=False,
    rich_markup_mode=None,
)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("games")(games.games)
app.command("players")(players.players)
app.command("learners")(learners.learners)
app.command("analyse")(analyse.analyse)
app.command("solve")(solve.solve)
app.command("perft")(perft.perft)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.command("ladder")(ladder.ladder)
app.command("plot")(plot.plot)
app.command("engine")(engine.engine)
app.command("openings")(openings.openings)
app.command("convert")(convert.convert)
app.add_typer(train.app, name="train")
app.add_typer(bench.app, name="bench")


INTERRUPTED = 130  # also typer's status after Ctrl-C


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"inarow {inarow.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run a command; every error is one sentence on standard error."""
    given = sys.argv[1:] if arguments is None else arguments
    find_own_classes(given)
    try:
        with keep_json_alone() if JSON in given else nullcontext():
            status = app(given or ["--help"], standalone_mode=False)
        if status == INTERRUPTED:
            raise KeyboardInterrupt
    except typer.TyperException as error:
        status = _complain(error.format_message(), 2)
    except PlayerFailed as error:
        status = _complain(str(error), 1)
    except InarowError as error:
        status = _complain(str(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        status = _complain("stopped.", INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has gone: write nothing more, not even at exit.
        sys.stdout = None
        status = 1
    sys.exit(status or 0)


def _complain(message: str, status: int) -> int:
    typer.echo(f"inarow: {one_line(message)}", err=True)  # it may quote a file of others
    return status

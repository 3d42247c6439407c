"""The ``inarow`` command. Exit status: 0 done, 1 failed, 2 wrong command, 130 interrupted."""

from __future__ import annotations

import errno
import sys
from contextlib import nullcontext
from typing import Annotated

import typer

import inarow
from inarow import _core
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
    reproduce,
    serve,
    solve,
    tournament,
    train,
)
from inarow.cli.completion_scripts import use_own_scripts
from inarow.cli.help import Command, help_settings
from inarow.cli.output import JSON, JSON_LINES, WorkFailed, keep_json_alone, print_json
from inarow.cli.own_classes import find_own_classes
from inarow.cli.plain_words import in_plain_words
from inarow.errors import InarowError, PlayerFailed
from inarow.interrupt import INTERRUPTED, use_default_handler
from inarow.untrusted_text import one_line, shorten
from inarow.worker_threads import CANNOT_START

DISK_FAULTS = {errno.ENOSPC, errno.EDQUOT, errno.EIO}
"""A disk that is full or broken: standard output may be a file on it."""

use_own_scripts()
app = typer.Typer(
    name="inarow",
    help="Play, study and master k-in-a-row games: tic-tac-toe, Gomoku, ultimate tic-tac-toe.",
    epilog="Start with: inarow play    or: inarow games",
    context_settings=help_settings(),
    rich_markup_mode=None,
)
app.command("play", cls=Command)(play.play)
app.command("serve", cls=Command)(serve.serve)
app.command("games", cls=Command)(games.games)
app.command("players", cls=Command)(players.players)
app.command("learners", cls=Command)(learners.learners)
app.command("analyse", cls=Command)(analyse.analyse)
app.command("solve", cls=Command)(solve.solve)
app.command("perft", cls=Command)(perft.perft)
app.command("match", cls=Command)(match.match)
app.command("tournament", cls=Command)(tournament.tournament)
app.command("ladder", cls=Command)(ladder.ladder)
app.command("plot", cls=Command)(plot.plot)
app.command("reproduce", cls=Command)(reproduce.reproduce)
app.command("engine", cls=Command)(engine.engine)
app.command("openings", cls=Command)(openings.openings)
app.command("convert", cls=Command)(convert.convert)
app.add_typer(train.app, name="train")
app.add_typer(bench.app, name="bench")


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
    """Run a command; every error is one sentence on standard error, and as JSON if that is asked.

    For programs, ``{"error": "…"}`` is on standard output where the result would be.
    """
    use_default_handler()
    given = sys.argv[1:] if arguments is None else arguments
    find_own_classes(given)
    as_json = JSON in given or JSON_LINES in given
    message = ""
    try:
        with keep_json_alone() if as_json else nullcontext():
            status = app(given or ["--help"], prog_name="inarow", standalone_mode=False) or 0
        if status == INTERRUPTED:
            raise KeyboardInterrupt
    except typer.TyperException as error:
        message, status = in_plain_words(error.format_message()), 2
    except (PlayerFailed, WorkFailed) as error:
        message, status = str(error), 1
    except InarowError as error:
        message, status = str(error), 2
    except (KeyboardInterrupt, typer.Abort):
        message, status = "stopped.", INTERRUPTED
        _core.set_leak_warnings(False)  # of what threads hold that still search
    except BrokenPipeError:
        # The reader of our output has gone: write nothing more, not even at exit.
        sys.stdout = None
        status = 1
    except (MemoryError, OSError, RuntimeError) as error:
        message, status = _explain(error)
    if message:
        _tell(one_line(message), as_json)  # it may quote a file of others
    sys.exit(status)


def _explain(error: MemoryError | OSError | RuntimeError) -> tuple[str, int]:
    """The sentence and the exit status of what the system refuses; faults of ours are raised."""
    if isinstance(error, MemoryError):
        return "There is not enough memory; a smaller mb needs less.", 1
    if isinstance(error, RuntimeError):
        if str(error) != CANNOT_START:
            raise error
        return "There is not enough memory for another thread, or there are too many threads.", 1
    if error.filename is not None:  # a name that is too long, a folder that may not be read
        return f"{shorten(str(error.filename), 80)}: {error.strerror}.", 2
    if error.errno in DISK_FAULTS:  # of files that we write, the path is said
        sys.stdout = None
        return f"Standard output cannot be written: {error.strerror}.", 1
    raise error


def _tell(message: str, as_json: bool) -> None:
    typer.echo(f"inarow: {message}", err=True)
    if as_json and sys.stdout is not None:
        try:
            print_json({"error": message})
        except OSError:  # a disk that is full: then the sentence is all
            sys.stdout = None

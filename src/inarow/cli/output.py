"""Shared parts of the commands: options, JSON and consoles."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Protocol

import typer
from rich.console import Console
from rich.markup import escape

from inarow.cli.own_output import STDERR, own_output
from inarow.spec import Parameter, value_text

JSON = "--json"

JsonOption = Annotated[
    bool, typer.Option(JSON, help="Print one JSON value and nothing else on standard output.")
]
GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="tictactoe, gomoku, ultimate, 4x4x3 …, with parameters as in gomoku:size=19.",
    ),
]
MovesOption = Annotated[str, typer.Option(help='Start after these moves: "h8 i9".')]

console = Console(highlight=False)
progress_console = Console(stderr=True)

_json_file: ContextVar[int | None] = ContextVar("json_file", default=None)


@contextmanager
def keep_json_alone() -> Iterator[None]:
    """Let only ``print_json`` write to standard output; other prints go to standard error."""
    if sys.stdout is None or sys.stdout is not sys.__stdout__:  # closed, or the caller's own
        yield
        return
    with own_output(STDERR) as output:
        token = _json_file.set(output)
        try:
            yield
        finally:
            _json_file.reset(token)


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    output = _json_file.get()
    if output is None:
        typer.echo(json.dumps(value))
        return
    with open(output, "w", encoding="utf-8", closefd=False) as file:
        file.write(json.dumps(value) + "\n")


class Entry(Protocol):
    """An entry of a list of games, players or learners."""

    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def parameters(self) -> tuple[Parameter, ...]: ...


def print_entries(
    entries: Iterable[Entry], example: str, how: str = "Parameters follow a colon"
) -> None:
    """Print names with their parameters, and how parameters are written."""
    for entry in entries:
        console.print(f"[bold]{entry.name:16}[/]{escape(entry.summary)}", soft_wrap=True)
        for parameter in entry.parameters:
            default = "…" if parameter.required else value_text(parameter.default)
            about = parameter.help + (" (must be given)" if parameter.required else "")
            about += f" (short: {parameter.alias})" if parameter.alias else ""
            setting = f"{parameter.name}={default}"
            console.print(f"{'':16}[cyan]{escape(setting):16}[/]{escape(about)}", soft_wrap=True)
    console.print(f"\n{how}: [bold]{example}[/]")

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
from rich.padding import Padding
from rich.text import Text

from inarow.cli.own_output import STDERR, own_output
from inarow.errors import BadSpec, InarowError
from inarow.extras import can_draw
from inarow.protocols.record import GameRecord
from inarow.protocols.serialization import to_fields
from inarow.spec import Parameter, value_text

JSON = "--json"
JSON_LINES = "--json-lines"

NAME_WIDTH = 16  # columns of names and settings in lists
NARROW_INDENT = 2
WIDE = 80
"""Columns of a terminal on which names and their descriptions stand beside each other."""

JsonOption = Annotated[
    bool, typer.Option(JSON, help="Print one JSON value and nothing else on standard output.")
]
JsonLinesOption = Annotated[
    bool,
    typer.Option(
        JSON_LINES,
        help="Print JSON lines and nothing else on standard output: each game as it ends, and "
        "the result as the last line.",
    ),
]

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


def print_game(record: GameRecord) -> None:
    """Print a game that has ended as one of the lines of --json-lines."""
    print_json({"kind": "game", **to_fields(record)})


def print_json(value: object) -> None:
    """Print a value as one line of JSON, at once."""
    output = _json_file.get()
    if output is None:
        typer.echo(json.dumps(value))
        return
    with open(output, "w", encoding="utf-8", closefd=False) as file:
        file.write(json.dumps(value) + "\n")


class WorkFailed(InarowError):
    """The command was right, but did not reach its goal: exit status 1."""


def check_one_output(json: bool, json_lines: bool) -> None:
    """Refuse both forms of output at once."""
    if json and json_lines:
        raise BadSpec(f"Give {JSON} or {JSON_LINES}, not both: the last line has the result, too.")


def say_if_undrawn() -> None:
    """Say why there are no pictures, if there are none."""
    if not can_draw():
        typer.echo(
            "There are no pictures without matplotlib: pip install 'inarow[plots]'.", err=True
        )


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
        _print_entry(Text(entry.name, style="bold"), entry.summary, indent=0)
        for parameter in entry.parameters:
            default = "…" if parameter.required else value_text(parameter.default)
            about = parameter.help + (" (must be given)" if parameter.required else "")
            about += f" (short: {parameter.alias})" if parameter.alias else ""
            setting = Text(f"{parameter.name}={default}", style="cyan")
            _print_entry(setting, about, indent=NAME_WIDTH)
    console.print(f"\n{how}: [bold]{example}[/]")


def _print_entry(name: Text, about: str, indent: int) -> None:
    """A name and what it is: beside each other, or below on a narrow terminal."""
    if console.width >= WIDE:
        name.pad_left(indent)
        name.align("left", max(name.cell_len + 1, indent + NAME_WIDTH))
        console.print(name + Text(about), soft_wrap=True)
        return
    step = NARROW_INDENT if indent else 0
    console.print(Padding(name, (0, 0, 0, step)))
    console.print(Padding(Text(about), (0, 0, 0, step + NARROW_INDENT)))

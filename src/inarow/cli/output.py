"""What the commands share: options, JSON and consoles."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON value and nothing else on standard output.")
]
GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="tictactoe, gomoku, ultimate, 4x4x3 …, with parameters as in gomoku:size=19.",
    ),
]

console = Console(highlight=False)
progress_console = Console(stderr=True)


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    typer.echo(json.dumps(value))

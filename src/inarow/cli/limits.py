"""Options for the limits of players and for the conditions of games."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from inarow.arena.adjudication import Draw, Resign, parse_draw, parse_resign
from inarow.errors import BadSpec
from inarow.player import Limits

TimeOption = Annotated[float | None, typer.Option("--time", min=0.0, help="Seconds for a move.")]
NodesOption = Annotated[int | None, typer.Option("--nodes", min=1, help="Positions for a move.")]
SimsOption = Annotated[int | None, typer.Option("--sims", min=1, help="Simulations for a move.")]
DepthOption = Annotated[int | None, typer.Option("--depth", min=1, help="Plies for a move.")]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TIME[+INC]",
        help="A clock for the whole game, with an increment: 60+0.5 or 5:00+3.",
    ),
]
MarginOption = Annotated[
    float, typer.Option("--margin", min=0.0, help="Seconds over the limit that are tolerated.")
]
GamesOfOption = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game: see inarow games.")
]
OpeningsOption = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="SET",
        help="balanced (the default where there is such a set), none, fixed, random:plies=4, or a "
        "file with one opening a line. Each is played with both colours.",
    ),
]
SeedOption = Annotated[int | None, typer.Option("--seed", help="To repeat the same games.")]
ConcurrencyOption = Annotated[
    int | None,
    typer.Option("--concurrency", min=1, max=1024, help="Games at once; default: one a processor."),
]
ResignOption = Annotated[
    str | None,
    typer.Option(
        "--resign",
        metavar="RULE",
        help="End lost games: moves=3,value=0.95,both=true, or default for just these.",
    ),
]
DrawOption = Annotated[
    str | None,
    typer.Option(
        "--draw",
        metavar="RULE",
        help="End even games: moves=8,value=0.02,after=60, or default for just these.",
    ),
]

_CLOCK = re.compile(r"(?:(\d{1,5}):)?(\d{1,6}(?:\.\d+)?)(?:\+(\d{1,6}(?:\.\d+)?))?", re.ASCII)


def read_limits(
    time: float | None,
    nodes: int | None,
    sims: int | None,
    depth: int | None,
    clock: str | None = None,
) -> Limits:
    """The limits of the options.

    >>> read_limits(None, None, None, None, "5:00+3").left
    300.0
    """
    left, increment = None, 0.0
    if clock is not None:
        match = _CLOCK.fullmatch(clock.strip())
        if match is None or not (left := 60 * int(match[1] or 0) + float(match[2])):
            raise BadSpec(f"--clock {clock!r} cannot be read: write 60, 60+0.5 or 5:00+3.")
        increment = float(match[3] or 0)
    return Limits(time, nodes, sims, depth, left, increment)


def read_resign(option: str | None) -> Resign | None:
    """The rule of --resign."""
    return None if option is None else parse_resign(_rule_text(option))


def read_draw(option: str | None) -> Draw | None:
    """The rule of --draw."""
    return None if option is None else parse_draw(_rule_text(option))


def _rule_text(option: str) -> str:
    return "" if option == "default" else option  # the default rule

"""Options for the limits of players and for the conditions of games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from inarow.arena.adjudication import Draw, Resign, parse_draw, parse_resign
from inarow.arena.entrant import parse_clock
from inarow.player import Limits

TimeOption = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", min=0.0, help="Seconds for a move."),
]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", metavar="N", min=1, help="Positions for a move.")
]
SimsOption = Annotated[
    int | None, typer.Option("--sims", metavar="N", min=1, help="Simulations for a move.")
]
DepthOption = Annotated[
    int | None, typer.Option("--depth", metavar="PLIES", min=1, help="Plies for a move.")
]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TIME[+INC]",
        help="A clock for the whole game, with an increment: 60+0.5 or 5:00+3.",
    ),
]
OpeningsOption = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="SET",
        help="balanced (the default where there is such a set), none, fixed, random:plies=4, or a "
        "file with one opening a line (b2a3c1, or Gomocup's offsets from the centre), a PSQ file, "
        "or a folder of such files. Each is played with both colours.",
    ),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="To repeat the same games.")
]
ConcurrencyOption = Annotated[
    int | None,
    typer.Option(
        "--concurrency",
        metavar="N",
        min=1,
        max=1024,
        help="Games at once; default: one a processor.",
    ),
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

MaxMovesOption = Annotated[
    int | None,
    typer.Option(
        "--max-moves",
        metavar="N",
        min=1,
        help="A game without a result after N moves, those of the opening included, is a draw.",
    ),
]
LogOption = Annotated[
    Path | None,
    typer.Option(
        "--log",
        metavar="DIR",
        help="Write what external engines are sent and write, a file for each game: "
        "DIR/game-0000.log, in a tournament DIR/pairing-000-game-0000.log.",
    ),
]


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
    if clock is None:
        return Limits(time, nodes, sims, depth)
    return Limits(time, nodes, sims, depth, *parse_clock(clock, f"--clock {clock!r}"))


def read_resign(option: str | None) -> Resign | None:
    """The rule of --resign."""
    return None if option is None else parse_resign(_rule_text(option))


def read_draw(option: str | None) -> Draw | None:
    """The rule of --draw."""
    return None if option is None else parse_draw(_rule_text(option))


def _rule_text(option: str) -> str:
    return "" if option == "default" else option  # the default rule

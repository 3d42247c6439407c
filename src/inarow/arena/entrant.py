"""Entrants: who takes part in a match or tournament, and with which limits.

An entrant may have limits of its own, after an ``@``: ``engine@time=0.1`` has a tenth of a second a
move whatever the others have. They replace the limits of the match for this entrant, all of them.
The limits are a part of its name, so records, tables and reports tell them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from inarow.errors import BadSpec
from inarow.games import Game
from inarow.player import Actor, Limits, Player, as_player
from inarow.players import load_player
from inarow.spec import Parameter, read_parameters, split_spec

CLOCK = "clock"
LIMIT_PARAMETERS = (
    Parameter("time", 0.0, "seconds for a move", 0.0),
    Parameter("nodes", 0, "positions for a move", 1),
    Parameter("sims", 0, "simulations for a move", 1),
    Parameter("depth", 0, "plies for a move", 1),
    Parameter(CLOCK, "", "a clock for the whole game, with an increment: 60+0.5"),
)
"""The limits of an entrant; the defaults only show the types."""

_OWN_LIMITS = re.compile(r'(.*\S)\s*@\s*(\w+\s*=[^@"]*)', re.DOTALL)
_CLOCK = re.compile(r"(?:(\d{1,5}):)?(\d{1,6}(?:\.\d+)?)(?:\+(\d{1,6}(?:\.\d+)?))?", re.ASCII)


@dataclass(frozen=True)
class Entrant:
    """A participant: a name, and a function that makes its player for a game and a seed.

    ``limits`` are its own, instead of those of the match.
    """

    name: str
    make: Callable[[Game, int], Actor]
    limits: Limits | None = None

    def player(self, game: Game, seed: int) -> Player:
        """The player for one game."""
        return as_player(self.make(game, seed))

    def check(self, game: Game) -> None:
        """Raise an error if no player can be made for this game."""
        self.player(game, 0).close()


def entrant(player: str | Entrant) -> Entrant:
    """The entrant of a player's description, which is checked when a player is made.

    >>> entrant("engine:mb=4@time=0.1").limits
    Limits(time=0.1, nodes=None, sims=None, depth=None, left=None, increment=0.0, most=None)
    """
    if isinstance(player, Entrant):
        return player
    spec, limits = split_limits(player)
    return Entrant(player, lambda game, seed: load_player(spec, game, seed), limits)


def split_limits(text: str) -> tuple[str, Limits | None]:
    """The player's description and the limits of its own.

    >>> split_limits("engine @ nodes=500")[0], split_limits("engine")
    ('engine', ('engine', None))

    A command with an @ is written in quotes if it could be mistaken:

    >>> split_limits('external:cmd="ssh me@host ./brain a@b=1"')[1] is None
    True
    """
    match = _OWN_LIMITS.fullmatch(text)
    return (text, None) if match is None else (match[1], parse_limits(match[2]))


def parse_limits(text: str) -> Limits:
    """Read limits such as ``time=0.5,nodes=2000`` or ``clock=60+0.5``."""
    given = split_spec(f"limits:{text}")[1]
    values = read_parameters("A limit", LIMIT_PARAMETERS, given)
    chosen = {key: values[key] for key in given if key != CLOCK}
    if CLOCK in given:
        chosen["left"], chosen["increment"] = parse_clock(given[CLOCK], f"{CLOCK}={given[CLOCK]}")
    return Limits(**chosen)  # type: ignore[arg-type]  # checked by read_parameters


def parse_clock(text: str, what: str) -> tuple[float, float]:
    """The seconds of a game and the increment of each move; ``what`` names the text in errors.

    >>> parse_clock("5:00+3", "--clock"), parse_clock("60", "--clock")
    ((300.0, 3.0), (60.0, 0.0))
    """
    match = _CLOCK.fullmatch(text.strip())
    seconds = 60 * int(match[1] or 0) + float(match[2]) if match else 0.0
    if match is None or not seconds:
        raise BadSpec(f"{what} cannot be read: write 60, 60+0.5 or 5:00+3.")
    return seconds, float(match[3] or 0)

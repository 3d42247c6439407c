"""``inarow engine --game ultimate``: a player as an engine of ultimate, by lines of text."""

from __future__ import annotations

import os
import warnings
from contextlib import closing

import inarow
from inarow.cli.own_output import own_output
from inarow.errors import BadSpec
from inarow.games import Game, load_game
from inarow.player import Player
from inarow.players.external import DIALECTS
from inarow.protocols.gomocup.brain import MakePlayer
from inarow.protocols.processes.loop import Pipe
from inarow.protocols.ultimate.session import (
    CODINGAME_GAME,
    CODINGAME_WORDS,
    LINE_WORDS,
    CodingameSession,
    LineSession,
    Session,
)

STDIN = 0
ABOUT = f"inarow {inarow.__version__}"


def run_ultimate(make: MakePlayer, spec: str, dialect: str, times: str) -> None:
    """Execute lines until the end; CodinGame's rule is that most boards win."""
    game = load_game(spec)
    if game.kind != "ultimate":
        raise BadSpec(f"inarow engine plays gomoku and ultimate, not {game.spec}.")
    if dialect not in DIALECTS:
        raise BadSpec(f"There is no dialect {dialect!r:.40}: it is {' or '.join(DIALECTS)}.")
    seconds = _seconds(times)

    def player_of(which: Game) -> Player:
        return make(which, 0)[0]

    warnings.simplefilter("ignore")
    with open(os.devnull, "wb") as nowhere, own_output(nowhere.fileno()) as output:  # noqa: PTH123
        session: Session
        if dialect == "inarow":
            pipe = Pipe(STDIN, output, LINE_WORDS)
            session = LineSession(player_of, pipe.write, ABOUT, game)
        else:
            pipe = Pipe(STDIN, output, CODINGAME_WORDS)
            whole = load_game(CODINGAME_GAME) if spec == "ultimate" else game
            session = CodingameSession(player_of, pipe.write, seconds, whole)
        with closing(session):
            pipe.run(session)


def _seconds(times: str) -> tuple[float, float]:
    """Of the first move and of each later one.

    >>> _seconds("1,0.1"), _seconds("0.5")
    ((1.0, 0.1), (0.5, 0.5))
    """
    try:
        numbers = [float(each) for each in times.split(",")]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 2 or not all(0 < each <= 1e6 for each in numbers):
        raise BadSpec(f"--time {times!r:.40} is not valid: give seconds such as 1,0.1.")
    return numbers[0], numbers[-1]

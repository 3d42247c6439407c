"""``inarow engine``: a player as a Gomocup engine; also installed as pbrain-inarow.

The entry point for managers, ``pbrain``, imports only what it needs, since its memory is limited.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from contextlib import closing
from typing import Annotated, NoReturn

import typer

import inarow
from inarow.cli.memory_limit import fit_memory
from inarow.cli.own_classes import find_own_classes
from inarow.cli.own_output import own_output
from inarow.cli.search_text import SHOWN_MOVES, decision_text
from inarow.errors import BadSpec, InarowError
from inarow.games import Game
from inarow.interrupt import INTERRUPTED, use_default_handler
from inarow.player import Decision, Player
from inarow.players import load_player, player_type
from inarow.players.external import DIALECTS
from inarow.players.player_type import PlayerType
from inarow.protocols.gomocup.brain import Brain, MakePlayer
from inarow.protocols.gomocup.notation import point_text
from inarow.protocols.processes.loop import Pipe
from inarow.spec import split_spec
from inarow.time_manager import longest_turn, turn_time

ABOUT = (
    f'name="inarow", version="{inarow.__version__}", author="The inarow authors", '
    'country="international"'
)
STDIN = 0
DEFAULT_PLAYER = "engine"
GOMOKU = "gomoku"
OURS, CODINGAME = DIALECTS
CODINGAME_TIME = "1,0.1"
"""Its referee's limits."""
PLAYER_HELP = "Who plays: a player as `inarow players` lists them."
SEED_HELP = "Seed of the player, to repeat its games."


def _complete_player(incomplete: str) -> list[str]:
    from inarow.cli.completion import complete_player  # noqa: PLC0415 (managers never need it)

    return complete_player(incomplete)


def engine(
    player: Annotated[
        str, typer.Option(metavar="SPEC", help=PLAYER_HELP, autocompletion=_complete_player)
    ] = DEFAULT_PLAYER,
    seed: Annotated[int | None, typer.Option(metavar="N", help=SEED_HELP)] = None,
    check: Annotated[
        str | None,
        typer.Option(metavar="CMD", help="Test whether CMD is a compliant Gomocup engine instead."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Report of --check as JSON.")] = False,
    game: Annotated[
        str,
        typer.Option(
            metavar="GAME", help="gomoku: the Gomocup protocol; ultimate: a line protocol."
        ),
    ] = GOMOKU,
    dialect: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Protocol of ultimate: inarow (ours, the default), or codingame (its referee's "
            "input).",
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            metavar="S,S",
            help="Seconds for the first and for each later move with --dialect codingame; "
            f"default: {CODINGAME_TIME}.",
        ),
    ] = None,
) -> None:
    """Play as an engine for Gomocup managers, or check one; or as an engine of ultimate.

    Commands come on standard input, moves go to standard output. It is made for programs, but you
    can type commands: START 15, then BEGIN or TURN 7,7, and END to exit; with --game ultimate:
    position e5 e4, then go time 1000, and quit to exit.

    With --check "./pbrain-other --option" it tests an engine instead, and reports its faults.
    """
    _refuse_unused(player, seed, check, json, game, dialect, time)
    if check is not None:
        from inarow.cli.engine_check import run_check  # noqa: PLC0415 (managers never need it)

        run_check(check, json)
        return
    if game != GOMOKU:
        from inarow.cli.ultimate_engine import run_ultimate  # noqa: PLC0415 (managers need it not)

        times = CODINGAME_TIME if time is None else time
        run_ultimate(player_maker(player, seed), game, dialect or OURS, times)
        return
    warnings.simplefilter("ignore")  # some managers take standard error for answers
    with open(os.devnull, "wb") as nowhere, own_output(nowhere.fileno()) as output:  # noqa: PTH123
        make_player = player_maker(player, seed)
        pipe = Pipe(STDIN, output)
        brain = Brain(
            make_player,
            turn_time,
            pipe.write,
            about=ABOUT,
            seed=seed,
            longest=longest_turn,
            describe=describe,
        )
        with closing(brain):
            pipe.run(brain)


def _refuse_unused(
    player: str,
    seed: int | None,
    check: str | None,
    json: bool,
    game: str,
    dialect: str | None,
    time: str | None,
) -> None:
    """Refuse options that would have no effect: whoever gives one expects something of it."""
    if check is not None:
        others = (seed, dialect, time)
        if (player, game) != (DEFAULT_PLAYER, GOMOKU) or any(each is not None for each in others):
            raise BadSpec("--check tests another engine: of the other options it takes --json.")
    elif json:
        raise BadSpec("--json is the form of the report of --check CMD.")
    if dialect is not None and game == GOMOKU:
        raise BadSpec("--dialect is a protocol of ultimate: it needs --game ultimate.")
    if time is not None and dialect != CODINGAME:
        raise BadSpec("--time is for --dialect codingame: other protocols send the time.")


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, as those of all commands."""

    def error(self, message: str) -> NoReturn:
        raise BadSpec(f"{message.removeprefix('argument ')}; see pbrain-inarow --help.")


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a whole number") from None


def pbrain() -> None:
    """The command ``pbrain-inarow``: the same, with the name that managers expect."""
    # Typer takes 9 MB and a tenth of a second, and managers count both.
    parser = _Parser(
        "pbrain-inarow",
        description="inarow as an engine for Gomocup managers: commands on standard input, moves "
        "on standard output. To check an engine: inarow engine --check CMD.",
        allow_abbrev=False,
    )
    parser.add_argument("--player", metavar="SPEC", default=DEFAULT_PLAYER, help=PLAYER_HELP)
    parser.add_argument("--seed", metavar="N", type=_whole_number, help=SEED_HELP)
    version = f"pbrain-inarow {inarow.__version__}"
    parser.add_argument("--version", action="version", version=version, help="Show the version.")
    use_default_handler()
    try:
        given = parser.parse_args()
        find_own_classes([given.player])
        engine(given.player, given.seed)
    except InarowError as error:
        typer.echo(f"pbrain-inarow: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def player_maker(spec: str, seed: int | None = None) -> MakePlayer:
    """Makes the player of a description for each game, within the memory that is allowed."""
    kind = _checked_type(spec)

    def make(game: Game, memory: int) -> tuple[Player, str]:
        fitted, notice = fit_memory(spec, kind, memory)
        return load_player(fitted, game, seed), notice

    return make


def describe(decision: Decision, game: Game) -> str:
    """A search in one line, with points of the protocol."""
    line = " ".join(point_text(action, game) for action in decision.pv[:SHOWN_MOVES])
    return decision_text(decision, line)


def _checked_type(spec: str) -> PlayerType:
    """The type of the player; a wrong description is an error now, not when the game starts."""
    kind = player_type(spec)
    kind.read(split_spec(spec)[1])
    return kind

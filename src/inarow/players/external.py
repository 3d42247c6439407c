"""``external``: another program's engine as a player, of m,n,k games or of ultimate.

The players are in ``external_gomocup`` and ``external_ultimate``, which are imported for the first
player of this kind.

What it cannot do: make an engine deterministic.
"""

from __future__ import annotations

from typing import cast

from inarow.games import Game
from inarow.player import Player
from inarow.players.player_type import PlayerType
from inarow.protocols.gomocup.notation import LARGEST, SMALLEST, is_played
from inarow.spec import Parameter, Value

DIALECTS = ("inarow", "codingame")
"""What an engine of ultimate may speak."""


def _make(game: Game, seed: int, values: dict[str, Value]) -> Player:
    # Programs, pipes and two protocols: start-up need not wait for them.
    from inarow.players.external_gomocup import ExternalPlayer  # noqa: PLC0415
    from inarow.players.external_ultimate import external_ultimate  # noqa: PLC0415
    from inarow.players.process_player import Program  # noqa: PLC0415

    program = Program(
        cast(str, values["cmd"]),
        memory=cast(int, values["memory"]),
        start=cast(float, values["start"]),
        patience=cast(float, values["patience"]),
        directory=cast(str, values["dir"]),
        folder=cast(str, values["folder"]),
        name=cast(str, values["name"]),
        fresh=cast(bool, values["fresh"]),
    )
    if game.kind == "ultimate":
        return external_ultimate(game, program, cast(str, values["dialect"]))
    return ExternalPlayer(game, program, cast(str, values["info"]))


def _plays(game: Game) -> bool:
    return game.kind == "ultimate" or is_played(game)


EXTERNAL = PlayerType(
    "external",
    "somebody else's engine: by the Gomocup protocol five in a row, "
    f"{SMALLEST} x {SMALLEST} to {LARGEST} x {LARGEST}; by ours or CodinGame's ultimate",
    (
        Parameter(
            "cmd",
            "",
            "the command to run; in double quotes if it has commas",
            required=True,
        ),
        Parameter("memory", 0, "MB that it may use with all it starts; 0: any", 0, 1 << 20),
        Parameter("start", 30.0, "seconds to start and to answer START", 0.01, 3600.0),
        Parameter("patience", 2.0, "seconds after its limit until it is killed", 0.0, 3600.0),
        Parameter("dir", "", "directory to run in; default: its own if it is given by a path"),
        Parameter("folder", "", "directory for what it wants to keep; default: a temporary one"),
        Parameter("info", "", "more INFO to send at the start of a game: key value;key value"),
        Parameter("name", "", "name to show; default: what it says about itself"),
        Parameter("fresh", False, "a new process for every game"),
        Parameter(
            "dialect",
            "inarow",
            "what an ultimate engine speaks: our line protocol, or the input of CodinGame's "
            "referee",
            choices=DIALECTS,
        ),
    ),
    _make,
    _plays,
    runs_program=True,
)

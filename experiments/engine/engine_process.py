"""A version of inarow as an engine in a process of its own, by the protocol of the game."""

from __future__ import annotations

import shlex

from benchmarks.revision import Version

from inarow.games import Game
from inarow.players.external_gomocup import ExternalPlayer
from inarow.players.external_ultimate import LinePlayer
from inarow.players.process_player import Program

ULTIMATE = "ultimate"


def engine_process(
    version: Version,
    game: Game,
    player: str,
    *,
    seed: int | None = None,
    memory: int = 0,
    patience: float = 2.0,
    name: str = "",
) -> ExternalPlayer | LinePlayer:
    """The player of a description, run by a version.

    Five in a row is played by the Gomocup protocol, ultimate by our line protocol. ``memory`` is
    in MB, 0 is no limit. The process starts at the first move.
    """
    words = ["engine", "--game", ULTIMATE] if game.kind == ULTIMATE else ["pbrain"]
    words += ["--player", player]
    if seed is not None:
        words += ["--seed", str(seed)]
    program = Program(
        shlex.join(version.command(*words)), memory=memory, patience=patience, name=name
    )
    kind = LinePlayer if game.kind == ULTIMATE else ExternalPlayer
    return kind(game, program)

"""The engine: the strongest player there is on each game."""

from __future__ import annotations

import os
from typing import Any

from inarow import _core
from inarow.games import Game
from inarow.models.linenet import OURS, read_network
from inarow.models.weights import find_weights, shipped_weights, weights_fit
from inarow.player import Player
from inarow.players.native import NativePlayer
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value


def make_engine(game: Game, seed: int, values: dict[str, Value]) -> Player:
    """A player with the network that the parameters name."""
    options: dict[str, Any] = dict(values)
    options["threads"] = options["threads"] or os.cpu_count() or 1
    options["network"] = line_network(options["network"], game)
    return NativePlayer(game, _core.engine(game.new_initial_state(), seed, **options))


def engine_player(game: Game, seed: int, network: _core.LineNetwork, mb: int = 16) -> Player:
    """A player with a network that is not in a file."""
    start = game.new_initial_state()
    return NativePlayer(game, _core.engine(start, seed, mb=mb, network=network))


def line_network(text: str, game: Game) -> _core.LineNetwork | None:
    """The line network that a parameter names: a file, or ours, if it is for the game."""
    name = OURS if text in ("ours", "line") else text
    # The engine plays other games without a network.
    if name == "none" or (name in shipped_weights() and not weights_fit(name, game)):
        return None
    return read_network(find_weights(name))


ENGINE = PlayerType(
    "engine",
    "the strongest there is: solves what it can, else the best search for the game",
    (
        Parameter("mb", 64, "memory for tables and trees in MB", 4, 65536),
        Parameter(
            "threads",
            1,
            "threads that search together in five in a row; 0: one per core",
            0,
            256,
            web=False,
        ),
        Parameter(
            "network",
            "ours",
            "its evaluation of five in a row: ours or line (the line network), none (weights), or "
            "a file of a line network",
            choices=("ours", "line", "none"),
            is_file=True,
        ),
    ),
    make_engine,
)

"""The engine: the strongest player there is on each game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from inarow import _core
from inarow.games import Game
from inarow.models import linenet, ultimate_net
from inarow.models.network_kind import NetworkKind, check_kind
from inarow.models.weights import find_weights, shipped_weights, weights_fit
from inarow.player import Player
from inarow.players.native import NativePlayer
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value


def make_engine(game: Game, seed: int, values: dict[str, Value]) -> Player:
    """A player with the network that the parameters name."""
    options: dict[str, Any] = dict(values)
    options["threads"] = options["threads"] or os.cpu_count() or 1
    network = options.pop("network")
    if game.kind == "ultimate":
        options["ultimate_network"] = ultimate_network(network, game)
    else:
        options["network"] = line_network(network, game)
    return NativePlayer(game, _core.engine(game.new_initial_state(), seed, **options))


def engine_player(game: Game, seed: int, network: _core.LineNetwork, mb: int = 16) -> Player:
    """A player with a network that is not in a file."""
    start = game.new_initial_state()
    return NativePlayer(game, _core.engine(start, seed, mb=mb, network=network))


def ultimate_player(game: Game, seed: int, network: _core.UltimateNetwork, mb: int = 16) -> Player:
    """A player of ultimate with a network that is not in a file."""
    start = game.new_initial_state()
    return NativePlayer(game, _core.engine(start, seed, mb=mb, ultimate_network=network))


def line_network(text: str, game: Game) -> _core.LineNetwork | None:
    """The line network that a parameter names: a file, or ours, if it is for the game."""
    path = _network_file(linenet.OURS if text in ("ours", "line") else text, game)
    if path is None:
        return None
    check_kind(path, NetworkKind.LINE)
    return linenet.read_network(path)


def ultimate_network(text: str, game: Game) -> _core.UltimateNetwork | None:
    """The pattern network that a parameter names: a file, or ours."""
    names = {"ours": ultimate_net.OURS, "line": linenet.OURS}
    path = _network_file(names.get(text, text), game)
    if path is None:
        return None
    check_kind(path, NetworkKind.ULTIMATE)
    return ultimate_net.read_network(path)


def _network_file(name: str, game: Game) -> Path | None:
    """The file of a network; None if there is none, or if it is shipped for another game.

    The engine then plays without a network.
    """
    if name == "none" or (name in shipped_weights() and not weights_fit(name, game)):
        return None
    return find_weights(name)


ENGINE = PlayerType(
    "engine",
    "the strongest there is: solves what it can, else the best search for the game",
    (
        Parameter("mb", 64, "memory for tables and trees in MB", 4, 65536),
        Parameter(
            "threads",
            1,
            "threads that search together in five in a row and ultimate; 0: one per core",
            0,
            256,
            web=False,
        ),
        Parameter(
            "network",
            "ours",
            "the network that evaluates: ours (that of this player for the game), line (the line "
            "network of five in a row), none, or a file of a line network or an ultimate network",
            choices=("ours", "line", "none"),
            is_file=True,
        ),
    ),
    make_engine,
    seeded=False,
)

"""The heuristic family: players of m,n,k games that evaluate patterns of stones."""

from __future__ import annotations

from inarow import _core
from inarow.games import Game, mnk
from inarow.player import Player
from inarow.players.native import native
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value

DEPTH = Parameter("depth", 6, "plies", 1, 400, web_high=100)


def _plays(game: Game) -> bool:
    return game.kind == mnk.KIND


THREAT_PARAMETERS = (
    DEPTH,
    Parameter("candidates", 10, "candidate moves", 1, 400, alias="b"),
    Parameter("vcf_depth", 16, "fours in a row that may force a win", 0, 200, alias="vcf"),
    Parameter("mb", 16, "size of the table in MB", 1, 65536),
)


def _make_threat(game: Game, seed: int, values: dict[str, Value]) -> Player:
    """The core knows parameters by their short names."""
    options = {each.alias or each.name: values[each.name] for each in THREAT_PARAMETERS}
    return native(_core.threat)(game, seed, options)


HEURISTIC = (
    PlayerType(
        "greedy",
        "joins the most stones in m,n,k games, one move ahead",
        (),
        native(_core.greedy),
        _plays,
        instant=True,
    ),
    PlayerType(
        "negamax",
        "alpha-beta over the patterns of m,n,k games, near the stones",
        (DEPTH, Parameter("range", 2, "cells around the box of all stones", 1, 20)),
        native(_core.negamax),
        _plays,
        seeded=False,
    ),
    PlayerType(
        "threat",
        "alpha-beta over the best points of m,n,k games, and wins by fours",
        THREAT_PARAMETERS,
        _make_threat,
        _plays,
        seeded=False,
    ),
)

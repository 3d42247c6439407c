"""The heuristic family: players of m,n,k games that judge by the patterns the stones form."""

from __future__ import annotations

from inarow import _core
from inarow.games import Game, mnk
from inarow.player import PlayerType
from inarow.players.native import native
from inarow.spec import Parameter

DEPTH = Parameter("depth", 6, "plies", 1, 400)


def _plays(game: Game) -> bool:
    return game.kind == mnk.KIND


HEURISTIC = (
    PlayerType(
        "greedy",
        "joins the most stones in m,n,k games, one move ahead",
        (),
        native(_core.greedy),
        _plays,
    ),
    PlayerType(
        "negamax",
        "alpha-beta over the patterns of m,n,k games, near the stones",
        (DEPTH, Parameter("range", 2, "cells around the box of all stones", 1, 20)),
        native(_core.negamax),
        _plays,
    ),
    PlayerType(
        "threat",
        "alpha-beta over the best points of m,n,k games, and wins by fours",
        (
            DEPTH,
            Parameter("b", 10, "candidate moves", 1, 400),
            Parameter("vcf", 16, "fours in a row that may force a win", 0, 200),
            Parameter("mb", 16, "size of the table in MB", 1, 65536),
        ),
        native(_core.threat),
        _plays,
    ),
)

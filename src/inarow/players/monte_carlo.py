"""The Monte-Carlo family: one tree search in the core, with different policies."""

from __future__ import annotations

from inarow import _core
from inarow.players.native import native
from inarow.players.player_type import PlayerType
from inarow.players.shared_mcts import make_shared
from inarow.spec import Parameter

FOLD = Parameter("fold", 16, "fold symmetric positions on boards of up to this many cells", 0, 400)
MEGABYTES = Parameter("mb", 64, "size of the tree in MB", 1, 4096)
TEMPERATURE = Parameter(
    "temperature", 0.0, "how far to stray from the most visited move", 0.0, 10.0
)
REUSE = Parameter("reuse", False, "keep the tree from move to move")


def sims(default: int) -> Parameter:
    return Parameter("sims", default, "simulations, if no limit is given", 1, 10**9, web_high=10**6)


def exploration(default: float) -> Parameter:
    return Parameter("c", default, "how much to explore", 0.0, 100.0)


def first_play(default: float) -> Parameter:
    return Parameter(
        "fpu",
        default,
        "how far a move without a visit is valued below its position; -1: its value is 0",
        -1.0,
        2.0,
    )


MONTE_CARLO = (
    PlayerType(
        "mcts",
        "Monte-Carlo tree search with random playouts",
        (sims(2000), exploration(1.4), TEMPERATURE, REUSE, FOLD, MEGABYTES),
        native(_core.mcts),
    ),
    PlayerType(
        "knowledge-mcts",
        "tree search with playouts by rules of thumb: win, block, make and stop rows",
        (sims(1000), exploration(1.4), TEMPERATURE, REUSE, FOLD, MEGABYTES),
        native(_core.knowledge_mcts),
    ),
    PlayerType(
        "heuristic-mcts",
        "tree search with priors and values from the heuristic, no playouts",
        (
            sims(400),
            exploration(1.5),
            first_play(-1.0),
            Parameter("noise", 0.0, "share of random noise in the priors of the root", 0.0, 1.0),
            TEMPERATURE,
            REUSE,
            FOLD,
            MEGABYTES,
        ),
        native(_core.heuristic_mcts),
    ),
    PlayerType(
        "shared-mcts",
        "tree search whose graph is kept over games, shared by both sides, and can be trained",
        (
            sims(1000),
            exploration(1.4),
            TEMPERATURE,
            Parameter("file", "", "a graph written by inarow train shared-mcts", is_file=True),
            MEGABYTES,
        ),
        make_shared,
    ),
)

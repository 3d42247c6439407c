"""The engine: the strongest player there is on each game."""

from inarow import _core
from inarow.players.base import PlayerType
from inarow.players.native import native
from inarow.spec import Parameter

ENGINE = PlayerType(
    "engine",
    "the strongest there is: solves what it can, else the best search for the game",
    (
        Parameter("mb", 64, "memory for tables and trees in MB", 4, 65536),
        Parameter("threads", 1, "threads that search together, on boards of five in a row", 1, 256),
    ),
    native(_core.engine),
)

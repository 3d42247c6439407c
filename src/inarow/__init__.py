"""inarow: k-in-a-row games played, studied and mastered by machines.

>>> import inarow
>>> state = inarow.load_game("tictactoe").state_from("b2 a1")
>>> len(state.legal_actions())
7
"""

import importlib
from typing import TYPE_CHECKING, Any, SupportsIndex

from inarow import interrupt  # noqa: F401 (first, for Ctrl-C during the other imports)
from inarow.errors import (
    BadFile,
    BadHistory,
    BadNotation,
    BadSpec,
    GameOver,
    IllegalMove,
    InarowError,
    NothingToUndo,
    PlayerFailed,
    TooLarge,
    UnknownGame,
    UnknownPlayer,
)
from inarow.games import TERMINAL, Game, State, Symmetry, Vector, as_game, load_game
from inarow.player import (
    Candidate,
    Decision,
    Limits,
    Line,
    Player,
    Progress,
    Proven,
    Stats,
    search_stats,
)
from inarow.players import load_player, openspiel_player

if TYPE_CHECKING:
    from inarow import arena as arena
    from inarow.games.gymnasium import GameVectorEnv
    from inarow.games.pettingzoo import Env

__version__ = "0.1.0"

__all__ = [
    "TERMINAL",
    "BadFile",
    "BadHistory",
    "BadNotation",
    "BadSpec",
    "Candidate",
    "Decision",
    "Game",
    "GameOver",
    "IllegalMove",
    "InarowError",
    "Limits",
    "Line",
    "NothingToUndo",
    "Player",
    "PlayerFailed",
    "Progress",
    "Proven",
    "State",
    "Stats",
    "Symmetry",
    "TooLarge",
    "UnknownGame",
    "UnknownPlayer",
    "Vector",
    "env",
    "load_game",
    "load_player",
    "openspiel_player",
    "search_stats",
    "vector",
    "vector_env",
]


if not TYPE_CHECKING:  # else type checkers would accept any name

    def __getattr__(name: str) -> Any:
        # `inarow.arena` without a second import; few need it, and it takes a while to load.
        if name == "arena":
            return importlib.import_module("inarow.arena")
        raise AttributeError(f"module 'inarow' has no attribute {name!r}")


def env(game: str = "tictactoe", **options: Any) -> "Env":
    """A PettingZoo environment of a game: see ``inarow.games.pettingzoo.env``.

    >>> env("gomoku").action_space("player_0").n
    np.int64(225)
    """
    # PettingZoo takes longer to import than all the rest, and few need it.
    from inarow.games import pettingzoo  # noqa: PLC0415

    return pettingzoo.env(game, **options)


def vector(
    game: str | Game,
    n: SupportsIndex,
    *,
    seed: int | None = None,
    encoding: str | None = None,
) -> Vector:
    """``n`` games at once, with observations and masks as arrays: see ``Vector``.

    >>> games = vector("gomoku", 256, seed=1)
    >>> rewards, ended = games.step(games.random_actions())
    >>> games.observations.shape, games.masks.shape
    ((256, 3, 15, 15), (256, 225))
    """
    return Vector(as_game(game), n, seed=seed, encoding=encoding)


def vector_env(
    game: str | Game, num_envs: SupportsIndex, *, encoding: str | None = None, copy: bool = True
) -> "GameVectorEnv":
    """A Gymnasium vector environment of a game: see ``inarow.games.gymnasium``.

    >>> vector_env("gomoku", 8).action_space.shape
    (8,)
    """
    from inarow.games.gymnasium import GameVectorEnv  # noqa: PLC0415 (as PettingZoo)

    return GameVectorEnv(as_game(game), num_envs, encoding=encoding, copy=copy)

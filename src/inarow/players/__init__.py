"""The players: everything that can choose a move, by name."""

from inarow.players.base import (
    Decision,
    Limits,
    Line,
    MoveFigure,
    Player,
    PlayerType,
    Progress,
    close_all,
    win_probability,
)
from inarow.players.registry import PLAYERS, load_player
from inarow.players.solving import Solution, solve

__all__ = [
    "PLAYERS",
    "Decision",
    "Limits",
    "Line",
    "MoveFigure",
    "Player",
    "PlayerType",
    "Progress",
    "Solution",
    "close_all",
    "load_player",
    "solve",
    "win_probability",
]

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
from inarow.players.levels import LEVELS, Level, find_level
from inarow.players.registry import PLAYERS, load_player
from inarow.players.solving import Solution, solve

__all__ = [
    "LEVELS",
    "PLAYERS",
    "Decision",
    "Level",
    "Limits",
    "Line",
    "MoveFigure",
    "Player",
    "PlayerType",
    "Progress",
    "Solution",
    "close_all",
    "find_level",
    "load_player",
    "solve",
    "win_probability",
]

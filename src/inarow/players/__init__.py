"""The players: everything that can choose a move, by name."""

from inarow.players.base import Decision, Limits, Player, PlayerType, close_all
from inarow.players.registry import PLAYERS, load_player
from inarow.players.solving import Solution, solve

__all__ = [
    "PLAYERS",
    "Decision",
    "Limits",
    "Player",
    "PlayerType",
    "Solution",
    "close_all",
    "load_player",
    "solve",
]

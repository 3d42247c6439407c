"""The players: everything that can choose a move, by name."""

from inarow.players.base import Decision, Limits, Player
from inarow.players.registry import PLAYERS, PlayerType, load_player

__all__ = ["PLAYERS", "Decision", "Limits", "Player", "PlayerType", "load_player"]

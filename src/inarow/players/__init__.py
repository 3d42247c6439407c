"""The players: everything that can choose a move, by name."""

from inarow.players.base import Decision, Limits, Player, PlayerType
from inarow.players.registry import PLAYERS, load_player

__all__ = ["PLAYERS", "Decision", "Limits", "Player", "PlayerType", "load_player"]

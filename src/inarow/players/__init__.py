"""The players: everything that can choose a move, by name."""

from inarow.players.levels import LEVELS, Level, find_level
from inarow.players.openspiel import openspiel_player
from inarow.players.registry import PLAYERS, all_players, check_trusted, load_player, player_type

__all__ = [
    "LEVELS",
    "PLAYERS",
    "Level",
    "all_players",
    "check_trusted",
    "find_level",
    "load_player",
    "openspiel_player",
    "player_type",
]

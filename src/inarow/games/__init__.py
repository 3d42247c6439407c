"""The games: rules in C++, and around them notation, observations, symmetries and text."""

from inarow.games.base import Game
from inarow.games.registry import GAMES, GameType, as_game, load_game
from inarow.games.state import TERMINAL, Census, PerftResult, State
from inarow.games.symmetry import Symmetry
from inarow.games.vector import Vector

__all__ = [
    "GAMES",
    "TERMINAL",
    "Census",
    "Game",
    "GameType",
    "PerftResult",
    "State",
    "Symmetry",
    "Vector",
    "as_game",
    "load_game",
]

"""The map of the methods."""

from __future__ import annotations

from inarow.server.schema.base import Message


class MethodRow(Message):
    """A method on one game: its rating, its results and what it costs."""

    name: str
    elo: float
    """Relative to the mean of the players of the game."""
    elo_low: float
    elo_high: float
    games: int
    wins: int
    draws: int
    losses: int
    seconds_per_move: float
    training_time: str
    """In words, with the machine; empty if nothing was learned."""
    trained_on: str
    """From what it learned; empty if it did not."""
    note: str
    page: str
    """The address that explains it; empty if there is none."""


class GameMethods(Message):
    """All methods that play a game, the strongest first."""

    game: str
    title: str
    games: int
    distinct: int
    draw_rate: float
    """Between equals."""
    first_move_elo: list[float]
    """What moving first is worth, and its interval."""
    players: list[MethodRow]


class MethodMap(Message):
    """Every method on some games, as it was measured."""

    command: str
    version: str
    seconds_per_move: float
    """The most that a player had for a move."""
    scaled: list[str]
    """What there was less of than in a whole run."""
    games: list[GameMethods]

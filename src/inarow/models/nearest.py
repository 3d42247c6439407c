"""Weights of one board that are used on another: which are nearest, and what to say about it."""

from __future__ import annotations

from inarow.games import Game, load_game
from inarow.models.weights import shipped_weights, weights_fit


def nearest_weights(suffix: str, game: Game) -> str | None:
    """The shipped weights of the board most like this one, if any fit.

    >>> nearest_weights(".td", load_game("9x9x5"))
    '10x10x5.td'
    """
    files = [name for name in shipped_weights() if name.endswith(suffix)]
    near = [(_apart(name, game), name) for name in files if weights_fit(name, game)]
    return min(near)[1] if near else None


def _apart(name: str, game: Game) -> int:
    """How much smaller or larger the board of shipped weights is."""
    learned = load_game(shipped_weights()[name]["learned_on"])
    return abs(learned.rows - game.rows) + abs(learned.columns - game.columns)


def is_same_board(one: Game, other: Game) -> bool:
    """Whether two games are one by their rules, whatever they are called.

    >>> is_same_board(load_game("gomoku"), load_game("15x15x5"))
    True
    """
    facts = ("kind", "rows", "columns", "in_a_row", "rule")
    is_alike = all(getattr(one, fact) == getattr(other, fact) for fact in facts)
    return one == other or (is_alike and one.in_a_row is not None)


def note_about(learned_on: str) -> str:
    """The note of a player with weights of another board, as people call it.

    >>> note_about("10x10x5")
    'Uses weights learned on another board: 10 x 10, 5 in a row.'
    """
    return f"Uses weights learned on another board: {load_game(learned_on).title}."

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


def note_about(learned: Game, game: Game) -> str:
    """The note of a player with weights of another game: its board, and its rule if that differs.

    >>> nine, fifteen, standard = map(load_game, ("9x9x5", "gomoku", "gomoku:rule=standard"))
    >>> note_about(nine, fifteen)
    'Uses weights learned on another board: 9 x 9, 5 in a row.'
    >>> note_about(nine, standard)
    'Uses weights learned on another board, with rule=freestyle: 9 x 9, 5 in a row.'
    >>> note_about(fifteen, standard)
    'Uses weights learned with rule=freestyle: Gomoku 15 x 15.'
    """
    is_same_size = (learned.rows, learned.columns) == (game.rows, game.columns)
    if learned.rule == game.rule:
        how = "on another board"
    else:
        how = f"{'' if is_same_size else 'on another board, '}with rule={learned.rule}"
    return f"Uses weights learned {how}: {learned.title}."

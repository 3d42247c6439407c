"""Our games and moves as OpenSpiel has them.

Actions have the same numbers, except in ultimate, where OpenSpiel splits a free choice in two:
first the local board, then the cell.
"""

from __future__ import annotations

from typing import Any

from inarow.extras import needs
from inarow.games import Game, State, mnk

Theirs = Any
"""A game or state of OpenSpiel: pyspiel has no types."""


def openspiel_name(game: Game) -> str | None:
    """What OpenSpiel calls a game; None if it has no such rules.

    >>> import inarow
    >>> specs = ("tictactoe", "gomoku", "7x6x4", "ultimate", "gomoku:rule=standard")
    >>> [openspiel_name(inarow.load_game(spec)) for spec in specs]
    ['tic_tac_toe', 'gomoku(size=15)', 'mnk(m=7,n=6,k=4)', 'ultimate_tic_tac_toe', None]
    """
    if game.kind != mnk.KIND:
        is_theirs = game.kind == "ultimate" and game.parameters["tiebreak"] == "none"
        return "ultimate_tic_tac_toe" if is_theirs else None
    if game.rule != "freestyle":
        return None
    named = {"tictactoe": "tic_tac_toe", "gomoku": f"gomoku(size={game.rows})"}
    return named.get(game.name, f"mnk(m={game.columns},n={game.rows},k={game.in_a_row})")


def load_openspiel_game(game: Game) -> Theirs:
    """The game of OpenSpiel, which is imported for it."""
    with needs("openspiel", "openspiel"):
        import pyspiel  # noqa: PLC0415 (an extra, and large)
    return pyspiel.load_game(openspiel_name(game))


def openspiel_state(state: State) -> Theirs:
    """The state of OpenSpiel after the same moves.

    >>> import inarow
    >>> print(openspiel_state(inarow.load_game("tictactoe").state_from("b2 a1")))
    o..
    .x.
    ...
    """
    theirs = load_openspiel_game(state.game).new_initial_state()
    position = state.game.new_initial_state()
    for action in state.history():
        for step in _steps(position, action):
            theirs.apply_action(step)
        position.apply_action(action)
    return theirs


def is_split(state: State) -> bool:
    """Whether OpenSpiel has two actions for the next move: the local board, then the cell."""
    return state.game.block_size is not None and state.forced_board() is None


def our_action(state: State, steps: list[int]) -> int:
    """The action that one or two of OpenSpiel's stand for."""
    block = state.game.block_size
    if block is None:
        return steps[0]
    board = steps[0] if is_split(state) else state.forced_board()
    assert board is not None
    (board_row, board_column), (row, column) = divmod(board, block), divmod(steps[-1], block)
    return (board_row * block + row) * state.game.columns + board_column * block + column


def _steps(state: State, action: int) -> list[int]:
    """The one or two of OpenSpiel's actions that make a move."""
    block = state.game.block_size
    if block is None:
        return [action]
    row, column = divmod(action, state.game.columns)
    board, cell = row // block * block + column // block, row % block * block + column % block
    return [board, cell] if is_split(state) else [cell]

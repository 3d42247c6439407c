"""Random openings: legal moves that do not end the game."""

from __future__ import annotations

from random import Random

from inarow.games import Game, State

TRIES = 200  # whole openings that are tried
MIDDLE = 4  # with near, the first stone keeps a quarter of the side away from each edge


def random_opening(game: Game, plies: int, near: int, rng: Random) -> tuple[int, ...] | None:
    """``plies`` random moves after which the game is not over; None if none were found.

    With ``near``, the first stone is in the middle half of the board, and each other stone is at
    most so many cells from another, also diagonally; if there is no such legal move, anywhere.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> len(random_opening(game, 4, 0, Random(1)))
    4
    >>> random_opening(game, 9, 0, Random(1)) is None
    True
    """
    for _ in range(TRIES):
        state = game.new_initial_state()
        while state.move_number() < plies and _play_on(state, near, rng):
            pass
        if state.move_number() == plies:
            return tuple(state.history())
    return None


def _play_on(state: State, near: int, rng: Random) -> bool:
    """Play a random move that does not end the game; False if there is none."""
    legal = state.legal_actions()
    close = _near_cells(state, near) if near else set()
    choice = [action for action in legal if action in close]
    for actions in (choice, legal):
        while actions:
            state.apply_action(actions.pop(rng.randrange(len(actions))))
            if not state.is_terminal():
                return True
            state.undo_action()
    return False


def _near_cells(state: State, near: int) -> set[int]:
    rows, columns = state.game.rows, state.game.columns
    stones = state.history()
    if not stones:
        low, left = rows // MIDDLE, columns // MIDDLE
        blocks = [(low, rows - low, left, columns - left)]
    else:
        blocks = [
            (row - near, row + near + 1, column - near, column + near + 1)
            for row, column in (divmod(stone, columns) for stone in stones)
        ]
    return {
        row * columns + column
        for low, high, left, right in blocks
        for row in range(max(low, 0), min(high, rows))
        for column in range(max(left, 0), min(right, columns))
    }

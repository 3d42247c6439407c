"""Random openings: legal moves that leave a game to be played."""

from __future__ import annotations

from random import Random

from inarow.games import Game, State

TRIES = 200  # of a whole opening, before we say that there is none
MIDDLE = 4  # a side's quarter stays free on each edge for the first of stones that are near


def random_opening(game: Game, plies: int, near: int, rng: Random) -> tuple[int, ...] | None:
    """So many random moves after which the game is not over; None if none were found.

    With ``near``, the first stone is in the middle half of the board and each other one at most so
    many cells from a stone, also diagonally; where no such cell is open, it may be any.

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
    choice = [a for a in legal if _is_near(state, a, near)] if near else []
    for actions in (choice, legal):
        rng.shuffle(actions)
        for action in actions:
            state.apply_action(action)
            if not state.is_terminal():
                return True
            state.undo_action()
    return False


def _is_near(state: State, action: int, near: int) -> bool:
    game = state.game
    row, column = divmod(action, game.columns)
    stones = [divmod(stone, game.columns) for stone in state.history()]
    if not stones:
        return _in_middle(row, game.rows) and _in_middle(column, game.columns)
    return any(max(abs(row - r), abs(column - c)) <= near for r, c in stones)


def _in_middle(place: int, side: int) -> bool:
    edge = side // MIDDLE
    return edge <= place < side - edge

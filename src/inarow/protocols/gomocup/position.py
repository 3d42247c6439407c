"""A state from stones that lie on the board in no known order.

``BOARD`` may name stones in any order, and ``TAKEBACK`` may remove any of them, while a state is a
history in which players alternate and nobody moves after the end. Who began does not matter to the
rules of five in a row, so any legal order of the stones will do.

The order given is tried first. A stone that would end the game before all stones lie is put off:
under the rule of exactly five, six in a row must not grow from five. Where that leads nowhere, the
stones that could not be laid are laid first in the next attempt.
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow.games import Game, State

ATTEMPTS = 20
"""Orders tried. One or two do, unless several rows of six or more cross each other."""


def arrange(game: Game, first: Sequence[int], second: Sequence[int]) -> State | None:
    """The state with these stones of the player who began and of the other.

    The players' stones must be as many, or the first player's one more. Only the last stone may end
    the game; None if there is no such order, which is so when somebody has won before it.

    >>> from inarow import load_game
    >>> row = [0, 1, 2, 3, 4, 5]
    >>> state = arrange(load_game("gomoku:rule=standard"), row, [30, 32, 34, 36, 38])
    >>> sorted(state.history()[::2]), state.is_terminal()
    ([0, 1, 2, 3, 4, 5], False)
    >>> arrange(load_game("gomoku"), row, [30, 32, 34, 36, 38]).is_terminal()
    True
    >>> arrange(load_game("gomoku"), row, [30, 32, 34, 36, 38, 40]) is None
    True
    """
    orders = [list(first), list(second)]
    for _ in range(ATTEMPTS):
        state = game.new_initial_state()
        waiting = [list(order) for order in orders]
        while any(waiting):
            side = state.current_player()
            if not _lay_one(state, waiting[side], last=len(waiting[0]) + len(waiting[1]) == 1):
                break
        else:
            return state
        stuck = waiting[side]
        orders[side] = stuck + [stone for stone in orders[side] if stone not in stuck]
    return None


def _lay_one(state: State, waiting: list[int], *, last: bool) -> bool:
    """Lay the first of the stones that does not end the game too soon, and take it off the list."""
    for index, stone in enumerate(waiting):
        state.apply_action(stone)
        if last or not state.is_terminal():
            del waiting[index]
            return True
        state.undo_action()
    return False

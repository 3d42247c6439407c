"""An order of moves that leads to a position given by its stones.

No player may win before the last stone, and in ultimate each move must be in the board that the
move before sends it to. Orders are tried on states, so the rules stay with the games, and a result
is always a legal game. The search for an order in ultimate is in arrange_ultimate.py.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from inarow.errors import InarowError
from inarow.games.text import side_name

if TYPE_CHECKING:
    from inarow.games.base import Game
    from inarow.games.state import State

Stones = tuple[Sequence[int], Sequence[int]]
"""The cells with stones of players 0 and 1."""

TRIES = 300
"""Orders that are tried for each last stone. More than one is needed only where exactly k stones
win: a longer row must not be made from a row of k."""

MOST_MOVES = 200_000
"""Moves that are tried altogether: less than a second."""


class Unreachable(InarowError, ValueError):
    """No game leads to these stones, or none was found."""


def arrange(
    game: Game,
    x: Iterable[int],
    o: Iterable[int],
    last: int | None = None,
    to_move: int | None = None,
) -> list[int]:
    """An order of moves after which exactly these stones are on the board, ``last`` the last one.

    The given order of the stones is kept where possible. ``to_move`` is the player who moves next.
    X begins, so their numbers say who that is: with as many stones X, else O. Another choice is
    possible if the stones change colours, which the rules of all games allow.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> moves = arrange(game, x=[0, 1, 2], o=[3, 4])
    >>> print(game.state_from(moves))
     3  . . .
     2  O O .
     1  X X X
        a b c
    X wins
    >>> arrange(game, x=[0, 1, 2], o=[3, 4, 5])
    Traceback (most recent call last):
    ...
    inarow.games.arrange.Unreachable: No order of moves leads to these stones: a player would have
    won before the last of them.
    """
    stones: Stones = (list(x), list(o))
    if to_move is not None and len(stones[0]) - len(stones[1]) != to_move:
        stones = _exchanged(game, stones, to_move)
    _check(game, stones, last)
    if not stones[0]:
        return []
    return game.order_stones(stones, last)


def _exchanged(game: Game, stones: Stones, to_move: int) -> Stones:
    """The stones with their colours exchanged; ``to_move``, who then has the other, moves next."""
    first, second = map(len, stones)
    if second - first != 1 - to_move:
        raise Unreachable(
            f"{_numbers(game, stones)}, so it cannot be the turn of "
            f"{side_name(game, to_move)}, who needs as many stones as the other or one less."
        )
    return stones[1], stones[0]


def _check(game: Game, stones: Stones, last: int | None) -> None:
    cells = game.num_distinct_actions()
    names = side_name(game, 0), side_name(game, 1)
    for player, actions in zip(names, stones, strict=True):
        for action in actions:
            if not 0 <= action < cells:
                raise Unreachable(f"{action} is not a cell: cells are from 0 to {cells - 1}.")
        if len(set(actions)) < len(actions):
            raise Unreachable(f"A stone of {player} is given twice.")
    if both := set(stones[0]) & set(stones[1]):
        raise Unreachable(
            f"Both {names[0]} and {names[1]} are given at {game.action_to_string(min(both))}."
        )
    first, second = map(len, stones)
    if first - second not in (0, 1):
        raise Unreachable(
            f"{_numbers(game, stones)}: {names[0]} must have as many as {names[1]}, or one more."
        )
    if last is not None and last not in stones[(first + second - 1) % 2]:
        mover = names[(first + second - 1) % 2]
        raise Unreachable(
            f"The last stone must be one of {mover}, who made the last move, and "
            f"{game.action_to_string(last)} is not."
        )


def _numbers(game: Game, stones: Stones) -> str:
    first, second = map(len, stones)
    return f"{side_name(game, 0)} has {_count(first)} and {side_name(game, 1)} has {second}"


def _count(stones: int) -> str:
    return "1 stone" if stones == 1 else f"{stones} stones"


def order_freely(game: Game, stones: Stones, last: int | None) -> list[int]:
    """Order the moves of a game in which any empty cell is a legal move.

    For each possible last stone, the others are played so that no player wins before it. Stones
    that were left over come first in the next try. That helps only where longer rows do not win:
    elsewhere, every order makes the same row.
    """
    candidates = [last] if last is not None else list(stones[_last_mover(stones)])[::-1]
    depends_on_order = game.rule == "standard"
    tries = TRIES if depends_on_order else 1
    chance = random.Random(1)
    trouble: Counter[int] = Counter()
    moves_left = MOST_MOVES
    for candidate in candidates * tries:
        attempt = _Attempt(game, stones, candidate)
        attempt.sort(trouble, chance)
        if (moves := attempt.play()) is not None:
            return moves
        trouble.update(attempt.left_over())
        moves_left -= attempt.tried
        if moves_left < 0:
            break
    leads = "was found that leads" if depends_on_order else "leads"
    end = "" if last is None else " with the last stone that is given"
    raise Unreachable(
        f"No order of moves {leads} to these stones{end}: a player would have won before the last "
        "of them."
    )


def _last_mover(stones: Stones) -> int:
    return (len(stones[0]) + len(stones[1]) - 1) % 2


class _Attempt:
    """Places the stones in order; a stone that would win has to wait."""

    def __init__(self, game: Game, stones: Stones, last: int) -> None:
        self._game = game
        self._last = last
        self._left = [[action for action in actions if action != last] for actions in stones]
        self.tried = 0

    def sort(self, trouble: Mapping[int, int], chance: random.Random) -> None:
        """Put stones first that were left over before, the others at random."""
        for actions in self._left:
            if trouble:
                chance.shuffle(actions)
            actions.sort(key=lambda action: -trouble.get(action, 0))

    def play(self) -> list[int] | None:
        """The moves, or None if a player has only stones left that would win too early."""
        state = self._game.new_initial_state()
        while any(self._left):
            if not self._put_one(state):
                return None
        state.apply_action(self._last)
        return state.history()

    def left_over(self) -> list[int]:
        """The stones that could not be placed."""
        return [action for actions in self._left for action in actions]

    def _put_one(self, state: State) -> bool:
        left = self._left[state.current_player()]
        for index, action in enumerate(left):
            self.tried += 1
            state.apply_action(action)
            if not state.is_terminal():
                del left[index]
                return True
            state.undo_action()
        return False

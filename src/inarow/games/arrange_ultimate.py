"""An order of moves that leads to stones of ultimate tic-tac-toe.

A move in local board b at its cell c sends the opponent to board c. So a game is a trail in a
graph, from the node (b, player) to the node (c, other player), with each stone as an edge that is
used once. While no board is decided, this is an Eulerian trail, and counts show dead ends: a player
who is sent to a node must have a stone left there, so only the last move may lead to a node with
more arrivals than stones. Decided boards make it harder: a player who is sent there may choose any
board, and the last stone in a decided board must be the one that decides it.

The search is depth first, leaves out what the counts rule out, and restarts in another random order
after too many moves. It may miss an order that exists; what it finds has been played. For positions
after random moves, with the last move given, it found an order for 200 of 200 after 25 moves, 196
after 30, 188 after 40 and 184 after 60.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from inarow.games.arrange import Stones, Unreachable

if TYPE_CHECKING:
    from inarow.games.base import Game

MOVES_A_TRY = 500
"""Moves that are tried before a restart."""

TRIES = 60
"""Restarts; all of them take about half a second."""

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Lines of a local board, only to guess which boards get decided; states know the rules."""


class _Stuck(Exception):
    """Too many moves were tried."""


def board_of(action: int) -> int:
    """The local board that a cell is in."""
    return action // 27 * 3 + action % 9 // 3


def sent_to(action: int) -> int:
    """The local board that a move sends the opponent to."""
    return action // 9 % 3 * 3 + action % 3


def order_by_boards(game: Game, stones: Stones, last: int | None = None) -> list[int]:
    """An order of moves after which these stones are there; Unreachable if none was found."""
    moves = find_order(game, stones, last)
    if moves is None:
        end = "" if last is None else f" that ends with {game.action_to_string(last)}"
        raise Unreachable(
            f"No order of moves{end} was found that leads to these stones: each move must be "
            "in the board that the one before sends it to."
        )
    return moves


def find_order(game: Game, stones: Stones, last: int | None = None) -> list[int] | None:
    """An order of moves after which these stones are there; None if none was found."""
    chance = random.Random(1)
    for _ in range(TRIES):
        search = _OrderSearch(game, stones, last, chance)
        try:
            return search.moves() if search.find() else None
        except _Stuck:
            continue
    return None


class _OrderSearch:
    """One search: the moves made, the stones left, and the balance of each node."""

    def __init__(self, game: Game, stones: Stones, last: int | None, chance: random.Random) -> None:
        self._state = game.new_initial_state()
        self._last = last
        self._chance = chance
        self._count = len(stones[0]) + len(stones[1])
        self._tried = 0
        self._left: list[list[set[int]]] = [[set() for _ in range(9)] for _ in range(2)]
        self._arrivals = [[0] * 9 for _ in range(2)]
        for player, actions in enumerate(stones):
            for action in actions:
                self._left[player][board_of(action)].add(action)
                self._arrivals[1 - player][sent_to(action)] += 1
        self._gets_decided = [self._is_decided(board) for board in range(9)]

    def _is_decided(self, board: int) -> bool:
        cells = [{sent_to(action) for action in self._left[player][board]} for player in range(2)]
        full = len(cells[0]) + len(cells[1]) == 9
        return full or any(set(line) <= side for line in _LINES for side in cells)

    def moves(self) -> list[int]:
        return self._state.history()

    def find(self) -> bool:
        """Search from here; on success the state holds the moves."""
        state = self._state
        ply = state.move_number()
        if ply == self._count:
            return True
        player = ply % 2
        here = state.forced_board()
        if not self._is_possible(player, here):
            return False
        for action in self._candidates(player, here, ply):
            self._tried += 1
            if self._tried > MOVES_A_TRY:
                raise _Stuck
            self._put(player, action)
            if (ply + 1 == self._count or not state.is_terminal()) and self.find():
                return True
            self._take_back(player, action)
        return False

    def _candidates(self, player: int, here: int | None, ply: int) -> list[int]:
        outcomes = self._state.local_boards()
        boards = (here,) if here is not None else [b for b in range(9) if outcomes[b] == "."]
        actions = [action for board in boards for action in self._left[player][board]]
        if self._last is not None:
            if ply + 1 == self._count:
                return [action for action in actions if action == self._last]
            actions = [action for action in actions if action != self._last]
        self._chance.shuffle(actions)
        # First to the board with most stones left; with a free choice, first from such a board.
        actions.sort(key=lambda action: -self._surplus(1 - player, sent_to(action)))
        return actions

    def _surplus(self, player: int, board: int) -> int:
        return len(self._left[player][board]) - self._arrivals[player][board]

    def _is_possible(self, player: int, here: int | None) -> bool:
        """Whether the counts allow a solution from here; see above."""
        closed = self._state.local_boards()
        free = 1 if here is None else 0
        unmet = unreached = 0
        for side in range(2):
            for board in range(9):
                surplus = self._surplus(side, board)
                if here == board and side == player:
                    surplus -= 1
                if closed[board] != ".":
                    free += self._arrivals[side][board]
                    if self._left[side][board]:
                        return False
                elif self._gets_decided[board]:
                    free += self._arrivals[side][board]
                    unreached += max(0, surplus)
                else:
                    unmet += max(0, -surplus)
                    unreached += max(0, surplus)
        return unmet <= 1 and unreached <= free

    def _put(self, player: int, action: int) -> None:
        self._left[player][board_of(action)].discard(action)
        self._arrivals[1 - player][sent_to(action)] -= 1
        self._state.apply_action(action)

    def _take_back(self, player: int, action: int) -> None:
        self._state.undo_action()
        self._arrivals[1 - player][sent_to(action)] += 1
        self._left[player][board_of(action)].add(action)

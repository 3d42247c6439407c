"""The searches of NxN as the paper describes them, in plain Python on inarow's rules.

Alpha-beta keeps a value for each position with a flag: exact, a lower bound, or an upper bound. An
exact value is the answer; a bound narrows the window, and ends the search of the position if the
window is empty (Breuker, Memory versus Search in Games, chapter 2). Moves are ordered by an
evaluation of the lines of k cells. The paper does not print its evaluation, so the counts of ours
are near the paper's, not equal. Symmetric positions are not recognised.

A visit is each arrival at a position, also at one that is in the cache: so counts the paper.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import inarow

EXACT, LOWER, UPPER = range(3)
WIN = 1.0
LARGEST = 2.0
"""Beyond every value: the first window. So a won position does not end the search of the one before
it, as in the paper; a window of the values that there are would."""


class GivenUp(Exception):
    """There were more visits than allowed."""


class AsInPaper:
    """Searches one board and counts its visits; ``cached`` is whether values are kept."""

    def __init__(self, board: str, cached: bool, most: int) -> None:
        game = inarow.load_game(board)
        self.visits = 0
        self._state = game.new_initial_state()
        self._most, self._cached = most, cached
        self._cache: dict[int, tuple[int, float]] = {}
        self._values: dict[int, int] = {}
        """Those of minimax."""
        self._before: dict[int, float] = {}
        """What the last iteration of deepening has found; empty without deepening."""
        self._cut = False
        """Whether a search has ended at its depth, before the end of the game."""
        self._lines = lines_of(game)
        self._most_worth = len(self._lines) * 10.0**game.in_a_row
        self._boards = [0, 0]
        """The cells of both players, as bits."""
        self._through = [
            [line for line in self._lines if line >> cell & 1]
            for cell in range(game.num_distinct_actions())
        ]

    def minimax(self) -> float:
        """The value for the player to move, by the paper's DFS: all moves, values kept."""
        self._visit()
        if (key := self._state.key()) in self._values:
            return self._values[key]
        if self._state.is_terminal():
            value = self._result()
        else:
            value = max(self._after(action, self.minimax) for action in self._state.legal_actions())
        self._values[key] = round(value)  # small whole numbers take no memory of their own
        return value

    def alphabeta(self, depth: int, alpha: float = -LARGEST, beta: float = LARGEST) -> float:
        """The value for the player to move, to so many plies; a bound of it outside the window."""
        self._visit()
        if self._state.is_terminal():
            return self._result()
        key = self._state.key()
        if self._cached and key in self._cache:
            flag, value = self._cache[key]
            if flag == EXACT:
                return value
            alpha, beta = (max(alpha, value), beta) if flag == LOWER else (alpha, min(beta, value))
            if alpha >= beta:
                return value
        if depth == 0:
            self._cut = True
            return self._evaluation()
        best, low = -LARGEST, alpha
        for action in self._ordered():
            value = self._after(action, partial(self.alphabeta, depth - 1, -beta, -low))
            best, low = max(best, value), max(low, value)
            if low >= beta:
                break
        flag = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        self._cache[key] = flag, best
        return best

    def deepening(self) -> float:
        """Alpha-beta to one ply, two and so on, until no search ends before the game does."""
        value = 0.0
        for depth in range(1, self._state.game.max_game_length() + 1):
            self._cache, self._cut = {}, False
            value = self.alphabeta(depth)
            self._before |= {key: found for key, (_, found) in self._cache.items()}
            if not self._cut:
                break
        return value

    def _visit(self) -> None:
        self.visits += 1
        if self.visits > self._most:
            raise GivenUp

    def _after(self, action: int, search: Callable[[], float]) -> float:
        """What a search says after a move, for the player who made it."""
        mover = self._state.move_number() % 2
        self._state.apply_action(action)
        self._boards[mover] |= 1 << action
        try:
            return -search()
        finally:
            self._boards[mover] &= ~(1 << action)
            self._state.undo_action()

    def _result(self) -> float:
        return self._state.player_return(self._state.move_number() % 2)

    def _ordered(self) -> list[int]:
        """The moves, the best first: by the last iteration, or by the lines through the cell."""
        actions: list[int] = self._state.legal_actions()
        worth = {action: self._worth(action) for action in actions}
        if self._before:
            for action in actions:
                self._state.apply_action(action)
                if (key := self._state.key()) in self._before:
                    worth[action] = -self._before[key]
                self._state.undo_action()
        return sorted(actions, key=lambda action: -worth[action])

    def _worth(self, action: int) -> float:
        """What a move changes of the evaluation: lines that grow, and the opponent's that end."""
        _, other = self._sides()
        worth = sum(
            self._line_worth(line) * (1 if line & other else 9) for line in self._through[action]
        )
        return worth / self._most_worth

    def _evaluation(self) -> float:
        """For the player to move, between -1 and 1."""
        own, _ = self._sides()
        worth = sum(
            (self._line_worth(line) if line & own else -self._line_worth(line))
            for line in self._lines
            if line & (self._boards[0] | self._boards[1])
        )
        return worth / self._most_worth

    def _line_worth(self, line: int) -> float:
        own, other = self._boards
        if line & own and line & other:
            return 0.0
        return float(10 ** (line & (own | other)).bit_count())

    def _sides(self) -> tuple[int, int]:
        mover = self._state.move_number() % 2
        return self._boards[mover], self._boards[1 - mover]


def lines_of(game: inarow.Game) -> list[int]:
    """Every line of k cells, as bits."""
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    inside = [(row, column) for row in range(game.rows) for column in range(game.columns)]
    lines = (
        [(row + i * down, column + i * right) for i in range(game.in_a_row)]
        for row, column in inside
        for down, right in steps
    )
    return [
        sum(1 << (row * game.columns + column) for row, column in cells)
        for cells in lines
        if cells[-1] in inside
    ]

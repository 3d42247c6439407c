"""Iterative deepening: search one ply deep, then two, then three, until the time is up.

There is always an answer: that of the last complete depth. The depths before it are not wasted:
each leaves its best moves in a table, and the next searches these first, so that alpha-beta cuts
off most of the others.

A leaf is scored by its windows: k cells with stones of one side only count for that side.

The text: docs/algorithms/deepening.md. The player in C++, which also keeps bounds in the table and
searches answers to threats deeper: cpp/search/fullwidth/deepening.h.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import NamedTuple

import inarow

WIN = 1_000_000  # above every heuristic score
LEAST_WIN = WIN - 1000  # a win after the longest game scores more
WORTH_BY_LACK = (40000, 7000, 1200, 200, 35, 6, 1)  # of a window, by the stones that it lacks


class Found(NamedTuple):
    """The result of the search to one depth."""

    depth: int
    score: int  # for the player to move
    action: int


class OutOfTime(Exception):
    """Ends a search in the middle."""


class Deepening:
    """Searches deeper and deeper; ``nodes`` counts the positions that it visits."""

    def __init__(self, game: inarow.Game) -> None:
        self.windows = find_windows(game)
        self.best_actions: dict[int, int] = {}  # by key, of the last search
        self.nodes = 0
        self.deadline = math.inf

    def decide(self, state: inarow.State, seconds: float) -> Found:
        """The result of the last depth that was completed; the first always is."""
        return list(self.deepen(state, seconds))[-1]

    def deepen(self, state: inarow.State, seconds: float = math.inf) -> Iterator[Found]:
        """The results of all depths, until one is certain or the time is up."""
        deadline = time.perf_counter() + seconds
        for depth in range(1, state.game.max_game_length() - state.move_number() + 1):
            self.deadline = deadline if depth > 1 else math.inf
            try:
                score = self.search(state.clone(), depth, -WIN, WIN)
            except OutOfTime:
                return
            yield Found(depth, score, self.best_actions[state.key()])
            if abs(score) >= LEAST_WIN:
                return

    def search(self, state: inarow.State, depth: int, alpha: int, beta: int) -> int:
        """The score for the player to move, by alpha-beta."""
        self.nodes += 1
        if time.perf_counter() > self.deadline:
            raise OutOfTime
        if state.is_terminal():  # an earlier win has a higher score
            return int(state.returns()[state.move_number() % 2]) * (WIN - state.move_number())
        if depth == 0:
            return self.evaluate(state)
        first = self.best_actions.get(state.key())
        best = -WIN
        for action in sorted(state.legal_actions(), key=lambda action: action != first):
            state.apply_action(action)
            score = -self.search(state, depth - 1, -beta, -max(alpha, best))
            state.undo_action()
            if score > best:
                best, self.best_actions[state.key()] = score, action
                if best >= beta:
                    break
        return best

    def evaluate(self, state: inarow.State) -> int:
        """The difference in windows, for the player to move."""
        history = state.history()
        mine, theirs = set(history[-2::-2]), set(history[-1::-2])
        score = 0
        for window in self.windows:
            own, other = len(window & mine), len(window & theirs)
            if (own > 0) != (other > 0):
                worth = WORTH_BY_LACK[min(len(window) - own - other, 6)]
                score += worth if own else -worth
        return score


def find_windows(game: inarow.Game) -> list[frozenset[int]]:
    """All k cells in a row; none in games that are won in another way."""
    k, rows, columns = game.in_a_row, game.rows, game.columns
    if k is None:
        return []
    return [
        frozenset(cell + i * (up * columns + right) for i in range(k))
        for cell in range(rows * columns)
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if cell // columns + (k - 1) * up < rows and 0 <= cell % columns + (k - 1) * right < columns
    ]


def main() -> None:
    """Show what each depth finds in two seconds on 6x6, four in a row."""
    game = inarow.load_game("6x6x4")
    for found in Deepening(game).deepen(game.state_from("c3 d4 c4"), seconds=2):
        print(f"depth {found.depth}: {game.action_to_string(found.action)}, score {found.score}")


if __name__ == "__main__":
    main()

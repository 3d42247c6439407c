"""Heuristic negamax: alpha-beta to a fixed depth, for boards too large to search to the end.

    value(s, d) = max over moves m in range of -value(s after m, d - 1)
    value(s, 0) = weights of my patterns - weights of the opponent's

A pattern is what a stone is part of along one line: how many stones it lacks to win, and whether it
is open, which means that it can get to one stone short of winning with two cells that win. In five
in a row a four lacks one stone and a three two; counted by the lack, the weights serve any k. Moves
are in range if they are at most two cells outside the box around all stones.

The text: docs/algorithms/negamax.md. The player in C++: cpp/search/rows/negamax.h.
"""

from __future__ import annotations

from collections.abc import Iterable

import inarow

WIN = 10**9
MOST = WIN - 1000  # of an evaluation: less than a win after the longest game
# Of a whole pattern, by the stones that it lacks.
CLOSED = (WIN, 5_000_000, 5000, 500, 10, 10, 10)
OPEN = (WIN, 10**8, 10**6, 5000, 100, 10, 10)


class Negamax:
    """Searches to a fixed depth; ``nodes`` counts the positions that it visits."""

    def __init__(self, game: inarow.Game, margin: int = 2) -> None:
        if game.in_a_row is None:
            raise ValueError(f"{game.name} is not won by stones in a row.")
        self.game, self.k, self.margin = game, game.in_a_row, margin
        # With a column beside the board, no row of cells can run over its edge unnoticed.
        self.steps = (1, game.columns, game.columns + 1, game.columns + 2)
        self.board = self.cells(range(game.num_distinct_actions()))
        self.nodes = 0

    def search(
        self, state: inarow.State, depth: int, alpha: int = -WIN, beta: int = WIN
    ) -> tuple[int, list[int]]:
        """The value for the player to move, and the line of best moves of both sides."""
        self.nodes += 1
        if state.is_terminal():  # an earlier win has a higher value
            return int(state.returns()[state.move_number() % 2]) * (WIN - state.move_number()), []
        if depth == 0:
            return self.evaluate(state), []
        best, line = -WIN, list[int]()
        for action in self.moves_in_range(state):
            state.apply_action(action)
            value, rest = self.search(state, depth - 1, -beta, -max(alpha, best))
            state.undo_action()
            if -value > best:
                best, line = -value, [action, *rest]
                if best >= beta:
                    break
        return best, line

    def moves_in_range(self, state: inarow.State) -> list[int]:
        """The moves near the stones; those beside the opponent's last stone come first."""
        columns = self.game.columns
        stones = [divmod(action, columns) for action in state.history()]
        if not stones:
            return [self.game.rows // 2 * columns + columns // 2]
        near_rows, near_columns = (
            range(min(places) - self.margin, max(places) + self.margin + 1)
            for places in zip(*stones, strict=True)
        )
        moves = state.legal_actions()
        moves = [a for a in moves if a // columns in near_rows and a % columns in near_columns]
        row, column = stones[-1]
        return sorted(moves, key=lambda a: max(abs(a // columns - row), abs(a % columns - column)))

    def cells(self, actions: Iterable[int]) -> set[int]:
        """The cells of actions, numbered with the column beside the board."""
        return {action + action // self.game.columns for action in actions}

    def evaluate(self, state: inarow.State) -> int:
        """The weights of all patterns, for the player to move."""
        history = state.history()
        mine, theirs = self.cells(history[-2::-2]), self.cells(history[-1::-2])
        value = self.weight(mine, theirs) - self.weight(theirs, mine)
        return max(-MOST, min(value, MOST))

    def weight(self, own: set[int], other: set[int]) -> int:
        """The weight of one side's patterns; each stone has an equal share of its pattern."""
        weight, free = 0, self.board - other
        for stone in own:
            for step in self.steps:
                lack, is_open = self.pattern(stone, step, own, free)
                if lack < self.k:
                    lack = min(lack, 6)
                    weight += (OPEN if is_open else CLOSED)[lack] // max(1, self.k - lack)
        return weight

    def pattern(self, stone: int, step: int, own: set[int], free: set[int]) -> tuple[int, bool]:
        """The stones that a stone's line lacks, k if it cannot win, and whether it is open."""
        lack, missing, length = self.k, list[set[int]](), self.k * step
        for first in range(stone - length + step, stone + 1, step):
            row = set(range(first, first + length, step))
            too_long = first - step in own or first + length in own
            if row <= free and not (too_long and self.game.rule == "standard"):
                missing.append(row - own)
                lack = min(lack, len(missing[-1]))
        nearest = [cells for cells in missing if len(cells) == lack]
        # If two rows differ in one cell, either wins once the cells that they share are filled.
        return lack, any(len(a ^ b) == 2 for a in nearest for b in nearest)


def main() -> None:
    """Answer an open three on 9x9."""
    game = inarow.load_game("9x9x5")
    state = game.state_from("e5 d4 e6 d6 e7")
    for depth in (1, 2, 3):
        value, line = Negamax(game).search(state, depth)
        print(f"depth {depth}: {game.format_moves(line)}, value {value:,}")


if __name__ == "__main__":
    main()

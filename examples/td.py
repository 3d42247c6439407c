"""TD learning with n-tuples: a position is worth a sum of weights, learned by self-play.

An n-tuple is a small set of cells; what it holds (empty, mine, the opponent's) chooses a weight. V
is the value of a position for the player who has just moved:

    V(s) = tanh(sum of weights)
    G(t) = -gamma ((1 - lambda) V(t+1) + lambda G(t+1))   what V(t) should have been
    w   <- w + alpha / n * |E| / A * (G - V)              for each of the n weights of the position

E adds up the changes that a weight was asked for, A their sizes: a weight that is pulled to and fro
slows down. A move is random with probability epsilon; the target before it is the best one's value.

The text: docs/algorithms/td.md. The learner in C++: cpp/search/learn/td.h.
"""

from __future__ import annotations

import random
import sys
from itertools import product

import numpy as np
import numpy.typing as npt

import inarow

ALPHA, TRACE, DISCOUNT, EPSILON = 1.0, 0.8, 0.99, 0.6
Numbers = npt.NDArray[np.int64]


class Td:
    """The weights of one game, and the learner that changes them."""

    def __init__(self, game: inarow.Game, seed: int = 0) -> None:
        self.game, self.random = game, random.Random(seed)
        classes, tuples = find_tuples(game)
        self.cells, self.powers = np.array(tuples), 3 ** np.arange(len(tuples[0]))
        size = 3 ** len(tuples[0])  # the weights of a class
        self.starts = np.array(classes) * size
        self.weights, self.asked, self.sizes = np.zeros((3, (max(classes) + 1) * size))

    def numbers(self, state: inarow.State) -> Numbers:
        """The weights of a position; what a tuple holds are the digits of a number."""
        sign = 1 if state.move_number() % 2 else -1  # of the player who has just moved
        digits = np.append(state.board().ravel() * sign, 0) % 3  # 0 empty, 1 mine, 2 theirs
        numbers: Numbers = self.starts + digits[self.cells] @ self.powers
        return numbers

    def value(self, state: inarow.State) -> float:
        """What a position is worth to the player who has just moved."""
        if state.is_terminal():
            return state.returns()[(state.move_number() - 1) % 2]
        return float(np.tanh(self.weights[self.numbers(state)].sum()))

    def values(self, state: inarow.State) -> dict[int, float]:
        """What each action is worth to the player who takes it."""
        return {action: self.value(state.child(action)) for action in state.legal_actions()}

    def play_game(self) -> None:
        """Play one game, and learn its positions from the last to the first."""
        state = self.game.new_initial_state()
        steps = list[tuple[float, float, bool]]()  # value of the move, of the best, whether random
        while not state.is_terminal():
            values = self.values(state)
            action = best = max(values, key=values.__getitem__)
            if is_random := self.random.random() < EPSILON:
                action = self.random.choice(list(values))
            steps.append((values[action], values[best], is_random))
            state.apply_action(action)
        target = steps[-1][0]  # the result
        for t in range(len(steps) - 2, -1, -1):
            later, most, is_random = steps[t + 1]
            target = -DISCOUNT * (most if is_random else (1 - TRACE) * later + TRACE * target)
            state.undo_action()
            self.learn(self.numbers(state), target - steps[t][0])

    def learn(self, numbers: Numbers, error: float) -> None:
        """Move the value of a position by its error, a little of it by each weight."""
        asked, sizes = np.abs(self.asked[numbers]), self.sizes[numbers]
        rates = np.divide(asked, sizes, out=np.ones(len(numbers)), where=sizes > 0)
        np.add.at(self.weights, numbers, ALPHA / len(numbers) * rates * error)
        np.add.at(self.asked, numbers, error)
        np.add.at(self.sizes, numbers, abs(error))


def find_tuples(game: inarow.Game) -> tuple[list[int], list[list[int]]]:
    """All straight windows of k cells and all blocks of 2 x 3, with the number of their class.

    Tuples that are images of each other under a symmetry of the board share their weights: a class.
    """
    k, rows, columns = game.in_a_row or 3, game.rows, game.columns
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    shapes = [[(i * up, i * right) for i in range(k)] for up, right in steps]
    shapes += [[(i // width, i % width) for i in range(6)] for width in (2, 3)]
    longest, found = max(k, 6), dict[frozenset[int], tuple[int, list[int]]]()
    for place, shape in product(range(rows * columns), shapes):
        spots = [(place // columns + up, place % columns + right) for up, right in shape]
        if all(row < rows and 0 <= column < columns for row, column in spots):
            cells = [row * columns + column for row, column in spots]
            number, _ = found.get(frozenset(cells), (len(found), []))
            for symmetry in game.symmetries():
                image = [symmetry.action(cell) for cell in cells]
                # Short ones are filled up with a cell that is always empty.
                filled = image + [rows * columns] * (longest - len(image))
                found.setdefault(frozenset(image), (number, filled))
    return [number for number, _ in found.values()], [cells for _, cells in found.values()]


def main() -> None:
    """Learn tic-tac-toe, and show what the replies to a first move in the corner are worth."""
    game = inarow.load_game("tictactoe")
    learner = Td(game, seed=1)
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3000):
        learner.play_game()
    for action, value in learner.values(game.state_from("a1")).items():
        print(f"{game.action_to_string(action)}: {value:+.2f}")


if __name__ == "__main__":
    main()

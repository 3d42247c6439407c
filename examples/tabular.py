"""Tabular learning: a table with the value of each position, learned by games against oneself.

A game is played greedily, except that a move is random with probability epsilon. Then its positions
are learned from the last to the first, so that the result goes back through the whole game at once:

    V(s) <- V(s) + alpha (value of the best move now - V(s))

The target is the best move's value, whatever was played, so random moves do no harm. Values are for
the player to move, in [-1, 1], and symmetric positions share one. A position that has not occurred
has the value of a look-ahead over two plies: 1 if a move wins at once, -1 if every move lets the
opponent win at once, else 0.

The text: docs/algorithms/tabular.md. The learner in C++: cpp/search/learn/tabular.h.
"""

from __future__ import annotations

import random
import sys

import inarow


class Tabular:
    """The table of one game, and the learner that fills it."""

    def __init__(self, alpha: float = 1.0, epsilon: float = 0.1, seed: int = 0) -> None:
        self.table: dict[int, float] = {}  # by the key of the canonical image
        self.alpha, self.epsilon = alpha, epsilon
        self.random = random.Random(seed)

    def value(self, state: inarow.State) -> float:
        """What a position is worth to the player whose turn it is."""
        if state.is_terminal():
            return state.returns()[state.move_number() % 2]
        known = self.table.get(state.canonical()[0].key())
        return look_ahead(state) if known is None else known

    def values(self, state: inarow.State) -> dict[int, float]:
        """What each action is worth to the player who takes it."""
        return {action: -self.value(state.child(action)) for action in state.legal_actions()}

    def best_actions(self, state: inarow.State) -> list[int]:
        """The actions with the best value; of those that win, the ones that win at once."""
        wins = winning_actions(state)
        values = self.values(state)
        best = max(values.values())
        return wins or [action for action, value in values.items() if value == best]

    def play_game(self, game: inarow.Game) -> None:
        """Play one game, and learn its positions."""
        state = game.new_initial_state()
        while not state.is_terminal():
            explores = self.random.random() < self.epsilon
            actions = state.legal_actions() if explores else self.best_actions(state)
            state.apply_action(self.random.choice(actions))
        while state.move_number() > 0:
            state.undo_action()
            value, target = self.value(state), max(self.values(state).values())
            self.table[state.canonical()[0].key()] = value + self.alpha * (target - value)


def winning_actions(state: inarow.State) -> list[int]:
    """The actions that win at once."""
    player = state.current_player()
    return [a for a in state.legal_actions() if state.child(a).winner() == player]


def look_ahead(state: inarow.State) -> float:
    """The value that two plies prove, 0 if they prove none."""
    if winning_actions(state):
        return 1.0
    children = [state.child(action) for action in state.legal_actions()]
    return -1.0 if all(winning_actions(child) for child in children) else 0.0


def main() -> None:
    """Learn tic-tac-toe, and show the values of the first moves."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    game = inarow.load_game("tictactoe")
    learner = Tabular(seed=1)
    for _ in range(games):
        learner.play_game(game)
    print(f"{len(learner.table)} positions; for the second player after the first move in ...")
    for name in ("a1", "b1", "b2"):
        reply = learner.best_actions(game.state_from(name))
        print(f"{name}: {learner.value(game.state_from(name)):+.0f}, by {game.format_moves(reply)}")


if __name__ == "__main__":
    main()

"""Monte-Carlo tree search: play many random games, and more of them with the moves that do well.

A tree grows below the position, by one node with each game. A simulation has four steps:

1. select: from the root down, follow the move with the largest upper confidence bound (UCB),
       points / n + C sqrt(ln N / n)
   where n counts the visits of the move, N those of its node, and a draw is half a point;
2. expand: at the first node with untried moves, add one of them to the tree;
3. play out: from there on, both sides play random moves to the end of the game;
4. back up: add the result to every node on the way.

In the end the most visited move is played.

The text: docs/algorithms/mcts.md. The player in C++, which also backs up proofs and so may solve
the position: cpp/search/mcts/tree.h.
"""

from __future__ import annotations

import math
import random

import inarow

C = 1.4  # how much to explore


class Node:
    """A position in the tree; its points are for the player whose move led to it."""

    def __init__(self) -> None:
        self.visits = 0
        self.points = 0.0
        self.children: dict[int, Node] = {}  # by action

    def most_visited(self) -> int:
        """The action to play."""
        return max(self.children, key=lambda action: self.children[action].visits)

    def select(self) -> int:
        """The action with the largest upper confidence bound; all have been visited."""

        def bound(action: int) -> float:
            child = self.children[action]
            spread = math.sqrt(math.log(self.visits) / child.visits)
            return child.points / child.visits + C * spread

        return max(self.children, key=bound)


def search(state: inarow.State, sims: int, rng: random.Random) -> Node:
    """The root of the tree after so many simulations."""
    root = Node()
    for _ in range(sims):
        simulate(root, state.clone(), rng)
    return root


def simulate(root: Node, state: inarow.State, rng: random.Random) -> None:
    """Play one game through the tree to its end, and add its result."""
    mover = 1 - state.current_player()  # whose move led to the root
    path = [root]
    while not state.is_terminal():
        node = path[-1]
        untried = [a for a in state.legal_actions() if a not in node.children]
        action = rng.choice(untried) if untried else node.select()
        path.append(node.children.setdefault(action, Node()))
        state.apply_action(action)
        if untried:
            break
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    results = state.returns()
    for ply, node in enumerate(path):
        node.visits += 1
        node.points += (1 + results[(mover + ply) % 2]) / 2


def main() -> None:
    """Look for the move that wins on 4x3, three in a row."""
    game = inarow.load_game("4x3x3")
    state = game.new_initial_state()
    print(state)
    root = search(state, sims=5000, rng=random.Random(1))
    for action, child in sorted(root.children.items(), key=lambda item: -item[1].visits):
        mean = child.points / child.visits
        print(f"{game.action_to_string(action)}: {child.visits:5} visits, {mean:.0%} of the points")


if __name__ == "__main__":
    main()

"""Shared MCTS: one graph for both sides, which is kept from move to move and from game to game.

Simulations are those of MCTS: select by UCB, expand, play out, back up. But results are stored by
position, and all images of a position under rotation and reflection share an entry. What one side
has found the other knows at once. New moves are tried in the order of their priorities, and the
moves of playouts are drawn by them.

The text: docs/algorithms/shared-mcts.md. The player in C++: cpp/search/mcts/presets.h.
"""

from __future__ import annotations

import math
import random

import inarow

C = 1.4  # how much to explore
WIN, BLOCK, THREAT, CENTRE, CORNER = 20, 18, 8, 6, 4  # priorities; a threat lacks one stone


class Move:
    """What is known about a move of a position; points are for the player who makes it."""

    visits, points = 0, 0.0

    def bound(self, all_visits: int) -> float:
        """The upper confidence bound; a move without a visit comes before all others."""
        n = self.visits
        return self.points / n + C * math.sqrt(math.log(all_visits) / n) if n > 0 else math.inf


class SharedMcts:
    """The graph of one game: by the key of a position, its moves by action."""

    def __init__(self, game: inarow.Game, seed: int = 0) -> None:
        self.graph: dict[int, dict[int, Move]] = {}
        self.random = random.Random(seed)
        k, height, width = game.in_a_row or 0, game.rows, game.columns
        self.rows = [
            {cell + i * (up * width + right) for i in range(k)}
            for cell in range(height * width)
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            if cell // width + (k - 1) * up < height and 0 <= cell % width + (k - 1) * right < width
        ]

    def act(self, state: inarow.State, sims: int, temperature: float = 0.0) -> int:
        """Simulate, then take the most visited action, or draw one by visits^(1/temperature)."""
        image, symmetry = state.canonical()
        for _ in range(sims):
            self.simulate(image)
        visits = {action: move.visits for action, move in self.graph[image.key()].items()}
        chosen = max(visits, key=visits.__getitem__)
        if temperature > 0:
            weights = [(n / visits[chosen]) ** (1 / temperature) for n in visits.values()]
            (chosen,) = self.random.choices(list(visits), weights)
        return symmetry.inverse_action(chosen)

    def play_game(self, game: inarow.Game, sims: int) -> None:
        """One game of self-play; a little temperature makes games differ."""
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(self.act(state, sims, temperature=0.1))

    def simulate(self, state: inarow.State) -> None:
        """Follow the graph to a new position, play out from there, and back up the result."""
        path, is_new = list[tuple[int, Move]](), False  # players and their moves
        while not is_new and not state.is_terminal():
            if is_new := state.key() not in self.graph:
                priorities = self.priorities(state)
                actions = sorted(priorities, key=priorities.__getitem__, reverse=True)
                self.graph[state.key()] = {action: Move() for action in actions}
            moves = self.graph[state.key()]
            total = sum(move.visits for move in moves.values())
            action = max(moves, key=lambda a: moves[a].bound(total))
            path.append((state.current_player(), moves[action]))
            state = state.child(action).canonical()[0]  # and on with its image
        while not state.is_terminal():
            priorities = self.priorities(state)
            most = max(priorities.values())
            # If there is a win or a block, nothing else.
            weights = [1 + p if p == most or most < BLOCK else 0 for p in priorities.values()]
            state.apply_action(self.random.choices(list(priorities), weights)[0])
        for player, move in path:
            move.visits += 1
            move.points += (1 + state.returns()[player]) / 2

    def priorities(self, state: inarow.State) -> dict[int, int]:
        """The priority of each legal action."""
        history, rows, columns = state.history(), state.game.rows, state.game.columns
        mine, theirs = set(history[-2::-2]), set(history[-1::-2])
        priorities = dict.fromkeys(state.legal_actions(), 0)
        places = {(0, 0): CORNER, ((rows - 1) // 2, (columns - 1) // 2): CENTRE}
        for action in priorities:
            row, column = divmod(action, columns)
            inward = min(row, rows - 1 - row), min(column, columns - 1 - column)
            priorities[action] = places.get(inward, 0)
        for cells in self.rows:
            empty = cells - mine - theirs
            urgent = {(1, len(cells) - 1): BLOCK, (1, 0): WIN, (2, 0): THREAT}
            urgency = urgent.get((len(empty), len(cells & theirs)), 0)
            for cell in empty:
                priorities[cell] = max(priorities[cell], urgency)
        return priorities


def main() -> None:
    """Train by self-play on 3x3, and show what is known about the first move."""
    game = inarow.load_game("tictactoe")
    shared = SharedMcts(game, seed=1)
    for _ in range(50):
        shared.play_game(game, sims=50)
    for action, move in shared.graph[game.new_initial_state().key()].items():
        print(f"{game.action_to_string(action)}: {move.visits} visits, {move.points} points")


if __name__ == "__main__":
    main()

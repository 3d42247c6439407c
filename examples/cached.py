"""Cached alpha-beta: alpha-beta that remembers what it has found out about each position.

A cut-off gives a bound, not a value. So the table stores for each position the interval in which
its value lies. When the position comes up again, by another order of moves, the interval narrows
the window of alpha-beta before anything is searched, and often closes it.

All images of a position under rotation and reflection share an entry: on a square board up to
eight. Wins are not told apart by their distance, so that a win, a draw and a loss are the only
values, and most intervals are a single value soon.

The text: docs/algorithms/cached.md. The player in C++, which also uses forced moves and pairings of
cells: cpp/search/fullwidth/table_search.h.
"""

from __future__ import annotations

import inarow

LOSS, WIN = -1, 1


class Cached:
    """Searches to the end of the game; ``nodes`` counts the positions that it searches."""

    def __init__(self) -> None:
        self.table: dict[int, tuple[int, int]] = {}  # by key: the least and the greatest value
        self.nodes = 0

    def decide(self, state: inarow.State) -> tuple[int, int]:
        """The value for the player to move, and an action that keeps it."""
        best, chosen = LOSS - 1, -1
        for action in state.legal_actions():
            value = -self.search(state.child(action), LOSS, -best)
            if value > best:
                best, chosen = value, action
        return best, chosen

    def search(self, state: inarow.State, alpha: int = LOSS, beta: int = WIN) -> int:
        """The value for the player to move if it is between alpha and beta, else a bound."""
        if state.is_terminal():
            return int(state.returns()[state.move_number() % 2])
        key = state.canonical()[0].key()
        least, greatest = self.table.get(key, (LOSS, WIN))
        if least == greatest or least >= beta:
            return least
        if greatest <= alpha:
            return greatest
        alpha, beta = max(alpha, least), min(beta, greatest)

        self.nodes += 1
        best = LOSS
        for action in state.legal_actions():
            state.apply_action(action)
            best = max(best, -self.search(state, -beta, -max(alpha, best)))
            state.undo_action()
            if best >= beta:
                break
        if best <= alpha:  # no move is better: the value is at most this
            self.table[key] = least, best
        elif best >= beta:  # the search stopped: the value is at least this
            self.table[key] = best, greatest
        else:
            self.table[key] = best, best
        return best


def main() -> None:
    """Solve small boards: who wins, and how many positions that takes."""
    for spec in ("3x3x3", "4x3x3", "4x4x3"):
        game = inarow.load_game(spec)
        cached = Cached()
        value, action = cached.decide(game.new_initial_state())
        result = {LOSS: "loss", 0: "draw", WIN: "win"}[value]
        name = game.action_to_string(action)
        print(f"{spec}: a {result} for the first player with {name}, {cached.nodes:,} positions")


if __name__ == "__main__":
    main()

"""Minimax: the value of a position is the best result that its player can force.

    v(s) = result of s                           if the game is over
    v(s) = max over actions a of -v(s after a)   otherwise

Values are for the player to move. What is good for one side is bad for the other, so one function
serves both. An earlier win has a higher score, so the player wins as soon and loses as late as
possible.

Different orders of moves lead to the same position. With a table each position is searched once:
5,478 positions for the first move of tic-tac-toe instead of 549,946.

The text: docs/algorithms/minimax.md. The player in C++: cpp/search/fullwidth/minimax.h.
"""

from __future__ import annotations

import inarow

WIN = 1000  # more than the moves of any game


class Minimax:
    """Searches to the end of the game; ``nodes`` counts the positions that it visits."""

    def __init__(self, *, use_table: bool = True) -> None:
        self.use_table = use_table
        self.table: dict[int, tuple[int, list[int]]] = {}
        self.nodes = 0

    def search(self, state: inarow.State) -> tuple[int, list[int]]:
        """The score for the player to move, and the line of best moves of both sides."""
        if self.use_table and state.key() in self.table:
            return self.table[state.key()]
        self.nodes += 1
        best, line = -WIN, list[int]()
        if state.is_terminal():
            best = final_score(state)
        for action in state.legal_actions():  # of several best moves the first is chosen
            state.apply_action(action)
            score, rest = self.search(state)
            state.undo_action()
            if -score > best:
                best, line = -score, [action, *rest]
        self.table[state.key()] = best, line
        return best, line


def final_score(state: inarow.State) -> int:
    """The score of a finished game for the player whose turn it would be."""
    player = state.move_number() % 2
    return int(state.returns()[player]) * (WIN - state.move_number())


def main() -> None:
    """Say what each reply to a first move in the corner is worth."""
    game = inarow.load_game("tictactoe")
    state = game.state_from("a1")
    print(state)
    minimax = Minimax()
    for action in state.legal_actions():
        score, line = minimax.search(state.child(action))
        result = "draws" if score == 0 else "wins" if score < 0 else "loses"
        print(f"{game.action_to_string(action)} {result}, then {game.format_moves(line)}")
    print(f"{minimax.nodes:,} positions")


if __name__ == "__main__":
    main()

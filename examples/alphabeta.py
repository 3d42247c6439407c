"""Alpha-beta: the value of minimax, without the moves that cannot change it.

The search passes down two bounds. Alpha is what the player to move is already sure of, beta is what
the opponent allows at most. A move that reaches beta refutes the opponent's last move: they will
avoid this position, and its other moves need no search.

The better the first move, the earlier the cut-off. Moves are therefore ordered by the windows
heuristic: a window is k cells in a row, and it counts for a side if only that side has stones in
it. The same windows score the leaves when the search is not deep enough to reach the end.

The text: docs/algorithms/alphabeta.md. The player in C++: cpp/search/fullwidth/alphabeta.h.
"""

from __future__ import annotations

import inarow

WIN = 1_000_000  # above every heuristic score
WORTH_BY_LACK = (40000, 7000, 1200, 200, 35, 6, 1)  # of a window, by the stones that it lacks


class AlphaBeta:
    """Searches to a depth; ``nodes`` counts the positions that it visits."""

    def __init__(self, game: inarow.Game, *, order: bool = True) -> None:
        self.order = order
        self.windows = Windows(game)
        self.nodes = 0

    def search(
        self, state: inarow.State, depth: int, alpha: int = -WIN, beta: int = WIN
    ) -> tuple[int, list[int]]:
        """The score for the player to move, and the line of best moves of both sides."""
        self.nodes += 1
        if state.is_terminal():  # an earlier win has a higher score
            return int(state.returns()[state.move_number() % 2]) * (WIN - state.move_number()), []
        if depth == 0:
            return self.windows.evaluate(state), []
        actions = state.legal_actions()
        if self.order:
            actions.sort(key=lambda a: self.windows.action_score(state, a), reverse=True)
        best, line = -WIN, list[int]()
        for action in actions:
            state.apply_action(action)
            score, rest = self.search(state, depth - 1, -beta, -max(alpha, best))
            state.undo_action()
            if -score > best:
                best, line = -score, [action, *rest]
                if best >= beta:
                    break  # the opponent will not let it come to this
        return best, line


class Windows:
    """What a position and a move are worth by the windows."""

    def __init__(self, game: inarow.Game) -> None:
        self.k, rows, columns = game.in_a_row or 0, game.rows, game.columns
        self.windows, cells = find_windows(game), range(rows * columns)
        self.through = [[window for window in self.windows if cell in window] for cell in cells]
        self.off_centre = [
            (abs(2 * (cell // columns) - rows + 1) + abs(2 * (cell % columns) - columns + 1)) // 2
            for cell in cells
        ]

    def worth(self, stones: int, others: int) -> int:
        """The worth of a window to a side that has so many stones in it, and the other side."""
        return WORTH_BY_LACK[min(self.k - stones, 6)] if stones and not others else 0

    def evaluate(self, state: inarow.State) -> int:
        """The difference in windows, for the player to move."""
        mine, theirs = stones_of(state)
        score = 0
        for window in self.windows:
            own, other = len(window & mine), len(window & theirs)
            score += self.worth(own, other) - self.worth(other, own)
        return score

    def action_score(self, state: inarow.State, action: int) -> int:
        """What a stone adds to one's own windows and takes from the opponent's."""
        mine, theirs = stones_of(state)
        score = -self.off_centre[action]  # between equals, the one nearer to the centre
        for window in self.through[action]:
            own, other = len(window & mine), len(window & theirs)
            score += self.worth(own + 1, other) + self.worth(other, own)
        return score


def stones_of(state: inarow.State) -> tuple[set[int], set[int]]:
    """The cells of the player to move, and of the opponent."""
    history = state.history()
    return set(history[-2::-2]), set(history[-1::-2])


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
    """Count the positions with and without a good order of moves."""
    game = inarow.load_game("tictactoe")
    for order in (False, True):
        alphabeta = AlphaBeta(game, order=order)
        score, line = alphabeta.search(game.new_initial_state(), depth=9)
        print(f"score {score}: {game.format_moves(line)}, {alphabeta.nodes:,} positions")


if __name__ == "__main__":
    main()

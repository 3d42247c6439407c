"""Threat search: alpha-beta over a few good moves, with a search for forced wins at each position.

A victory by fours is a win in which each move of the attacker threatens to complete a row at once
(a four). The defender has one answer each time, so the tree is narrow and can be searched deep.
At each position a victory by fours is played; else a four of the opponent is stopped, which costs
no depth; else the cells near the stones are searched that make or stop the best patterns.

The text: docs/algorithms/threat.md. The player in C++: cpp/search/rows/threat.h.
"""

from __future__ import annotations

import inarow

WIN = 1_000_000
# Scores of patterns, by the stones that they lack to win; open ones can get two cells that win.
CLOSED, OPEN = (1000, 50, 10, 3, 1, 0), (1000, 200, 40, 8, 2, 0)
Cells = set[int]  # with numbers as on a board with two more columns: no row runs over the edge
Found = tuple[int, list[int]]  # a score for the player to move, and a line of best moves


class Threat:
    """Searches positions as two sets of cells: of the player to move, and of the opponent."""

    def __init__(self, game: inarow.Game, candidates: int = 10, fours: int = 16) -> None:
        self.k, self.columns, self.width = game.in_a_row or 0, game.columns, game.columns + 2
        self.candidates, self.fours, self.is_exact = candidates, fours, game.rule == "standard"
        self.board = {r * self.width + c for r in range(game.rows) for c in range(game.columns)}
        self.centre = game.rows // 2 * self.width + game.columns // 2
        self.steps = 1, self.width - 1, self.width, self.width + 1
        self.rows = [(first, step) for first in self.board for step in self.steps]
        self.nodes = 0

    def decide(self, state: inarow.State, depth: int) -> Found:
        """The score for the player to move, and the line of best moves of both sides."""
        cells = [action + 2 * (action // self.columns) for action in state.history()]
        score, line = self.search(set(cells[-2::-2]), set(cells[-1::-2]), depth, -WIN, WIN)
        return score, [cell - 2 * (cell // self.width) for cell in line]

    def search(self, own: Cells, other: Cells, depth: int, alpha: int, beta: int) -> Found:
        """The same for two sides; an earlier win has a higher score."""
        self.nodes += 1
        if (ply := len(own) + len(other)) == len(self.board):
            return 0, []  # a draw
        if victory := self.victory_by_fours(own, other, self.fours):
            return WIN - ply - len(victory), victory
        threats = self.missing(other, own, lack=1)
        if len(threats) > 1:
            return ply + 2 - WIN, [min(threats)]
        if depth == 0 and not threats:
            score = sum(self.point(stone, own, other) for stone in own)
            return 10 * (score - sum(self.point(stone, other, own) for stone in other)), []
        best, line, deeper = -WIN, list[int](), depth if threats else depth - 1
        for cell in threats or self.best_candidates(own, other):
            score, rest = self.search(other, own | {cell}, deeper, -beta, -max(alpha, best))
            if -score > best:
                best, line = -score, [cell, *rest]
                if best >= beta:
                    break
        return best, line

    def victory_by_fours(self, own: Cells, other: Cells, fours: int) -> list[int]:
        """The line of a win with at most so many fours; empty if there is none."""
        if wins := self.missing(own, other, lack=1):
            return [min(wins)]
        threats = self.missing(other, own, lack=1)
        for cell in self.missing(own, other, lack=2) if fours > 0 else ():
            if threats <= {cell}:  # if the defender has a four, this one must stop it
                self.nodes += 1
                answer = min(self.missing(own | {cell}, other, lack=1))
                if rest := self.victory_by_fours(own | {cell}, other | {answer}, fours - 1):
                    return [cell, answer, *rest]
        return []

    def missing(self, own: Cells, other: Cells, lack: int) -> Cells:
        """The empty cells of the rows that lack so many stones of a side."""
        return {c for row in self.open_rows(self.rows, own, other) if len(row) == lack for c in row}

    def open_rows(self, rows: list[tuple[int, int]], own: Cells, other: Cells) -> list[Cells]:
        """The empty cells of those rows, by first cell and step, that a side can still fill."""
        found = []
        for first, step in rows:
            behind = first + self.k * step
            row = set(range(first, behind, step))
            too_long = self.is_exact and (first - step in own or behind in own)
            if row <= self.board and not row & other and not too_long:
                found.append(row - own)
        return found

    def best_candidates(self, own: Cells, other: Cells) -> list[int]:
        """The best of the empty cells within two steps of a stone; own patterns count more."""
        around = [up * self.width + right for up in range(-2, 3) for right in range(-2, 3)]
        near = {stone + step for stone in own | other for step in around} & self.board
        moves = sorted(near - own - other)
        moves.sort(key=lambda c: -3 * self.point(c, own, other) - 2 * self.point(c, other, own))
        return moves[: self.candidates] or [self.centre]

    def point(self, cell: int, own: Cells, other: Cells) -> int:
        """The score of the patterns that a stone on a cell is part of, or would be."""
        total = 0
        for step in self.steps:
            through = [(cell - i * step, step) for i in range(self.k)]
            rows = self.open_rows(through, own | {cell}, other)
            lack = min(map(len, rows), default=5)
            nearest = [row for row in rows if len(row) == lack]
            is_open = any(len(a ^ b) == 2 for a in nearest for b in nearest)
            total += (OPEN if is_open else CLOSED)[min(lack, 5)]
        return total


def main() -> None:
    """Win by four, four, open four: the position of the paper's Fig. 4."""
    game = inarow.load_game("gomoku")
    state = game.state_from("f5 f3 i5 i3 f6 f9 i6 i9 f7 a15 i7 c15 h8 e15")
    score, line = Threat(game).decide(state, depth=2)
    print(f"score {score:,}: {game.format_moves(line)}")


if __name__ == "__main__":
    main()

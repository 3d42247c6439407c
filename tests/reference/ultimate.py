"""The rules of ultimate tic-tac-toe the obvious way: nine lists of nine, as the paper tells them.

A position may be any arrangement of stones, not only one that play can reach. Results are seen by
the first player: 1 won, -1 lost, 0 drawn, None not over.
"""

from __future__ import annotations

from dataclasses import dataclass

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip


def winner(nine: tuple[int | None, ...]) -> int:
    for a, b, c in LINES:
        if nine[a] in (1, -1) and nine[a] == nine[b] == nine[c]:
            return nine[a]
    return 0


def grid_cell(board: int, cell: int) -> int:
    row = 3 * (board // 3) + cell // 3
    column = 3 * (board % 3) + cell % 3
    return 9 * row + column


@dataclass(frozen=True)
class Ultimate:
    boards: tuple[tuple[int, ...], ...]
    player: int
    target: int | None  # the board the last move points to, closed or not
    tiebreak: bool

    @classmethod
    def start(cls, tiebreak: bool) -> Ultimate:
        return cls(((0,) * 9,) * 9, 1, None, tiebreak)

    def local(self, board: int) -> int | None:
        """1 or -1 if a player has won the board, 0 if it is drawn, None if it is open."""
        nine = self.boards[board]
        if winner(nine):
            return winner(nine)
        return 0 if all(nine) else None

    def result(self) -> int | None:
        locals_ = tuple(self.local(board) for board in range(9))
        if winner(locals_):
            return winner(locals_)
        if None in locals_:
            return None
        lead = sum(locals_)
        return (lead > 0) - (lead < 0) if self.tiebreak else 0

    def open_boards(self) -> list[int]:
        if self.result() is not None:
            return []
        if self.target is not None and self.local(self.target) is None:
            return [self.target]
        return [board for board in range(9) if self.local(board) is None]

    def moves(self) -> list[int]:
        return sorted(
            grid_cell(board, cell)
            for board in self.open_boards()
            for cell in range(9)
            if self.boards[board][cell] == 0
        )

    def after(self, move: int) -> Ultimate:
        assert move in self.moves()
        return self.with_stone(move)

    def with_stone(self, move: int) -> Ultimate:
        """The same, without the slow look at whether the move is legal."""
        row, column = divmod(move, 9)
        board = row // 3 * 3 + column // 3
        cell = row % 3 * 3 + column % 3
        boards = [list(nine) for nine in self.boards]
        boards[board][cell] = self.player
        return Ultimate(tuple(map(tuple, boards)), -self.player, cell, self.tiebreak)

    def cells(self) -> tuple[int, ...]:
        """The stones over the whole grid, in the order of actions."""
        cells = [0] * 81
        for board in range(9):
            for cell in range(9):
                cells[grid_cell(board, cell)] = self.boards[board][cell]
        return tuple(cells)

"""The m,n,k rules the obvious way: a tuple of cells, and every line looked at anew each time.

Results are seen by the first player: 1 won, -1 lost, 0 drawn, None not over.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mnk:
    rows: int
    columns: int
    k: int
    exact: bool
    cells: tuple[int, ...]

    @classmethod
    def start(cls, rows: int, columns: int, k: int, exact: bool) -> Mnk:
        return cls(rows, columns, k, exact, (0,) * (rows * columns))

    def to_move(self) -> int:
        return 1 if sum(self.cells) == 0 else -1

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        return [cell for cell, stone in enumerate(self.cells) if stone == 0]

    def after(self, move: int) -> Mnk:
        assert move in self.moves()
        return self.with_stone(move)

    def with_stone(self, move: int) -> Mnk:
        """The same, without the slow look at whether the move is legal."""
        cells = list(self.cells)
        cells[move] = self.to_move()
        return Mnk(self.rows, self.columns, self.k, self.exact, tuple(cells))

    def result(self) -> int | None:
        for line in self.lines():
            for stone in (1, -1):
                if self._has_row([self.cells[cell] == stone for cell in line]):
                    return stone
        return 0 if all(self.cells) else None

    def winning_cells(self) -> list[int]:
        found = set()
        for line in self.lines():
            for stone in (1, -1):
                for run in self._runs(line, stone):
                    if self._wins(len(run)):
                        found.update(run)
        return sorted(found)

    def lines(self) -> list[list[int]]:
        """Every straight line of the board, in full."""
        lines = []
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if self._on_board(row - down, column - right):
                        continue  # not where the line begins
                    line = []
                    at = (row, column)
                    while self._on_board(*at):
                        line.append(at[0] * self.columns + at[1])
                        at = (at[0] + down, at[1] + right)
                    lines.append(line)
        return lines

    def _on_board(self, row: int, column: int) -> bool:
        return 0 <= row < self.rows and 0 <= column < self.columns

    def _wins(self, length: int) -> bool:
        return length == self.k if self.exact else length >= self.k

    def _has_row(self, mine: list[bool]) -> bool:
        length = 0
        for here in [*mine, False]:
            if here:
                length += 1
            else:
                if self._wins(length):
                    return True
                length = 0
        return False

    def _runs(self, line: list[int], stone: int) -> list[list[int]]:
        runs: list[list[int]] = [[]]
        for cell in line:
            if self.cells[cell] == stone:
                runs[-1].append(cell)
            else:
                runs.append([])
        return [run for run in runs if run]

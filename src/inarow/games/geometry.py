"""Where things are on the drawing of a board, in units of the drawing; y grows downwards.

The page draws boards with the same measures: web/src/lib/board/geometry.ts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from inarow.games.text import uses_stones

if TYPE_CHECKING:
    from inarow.games.base import Game

CELL = 40
"""The side of a cell."""

GAP = 14
"""Between local boards."""

FULL = 10
"""From this many cells a side, lines and letters have full size; on smaller boards, whose cells are
usually shown larger, they are finer."""

EDGE = 24
"""For coordinates, at the left and below."""

RIM = 8
"""At the other sides."""

SHORT = 4
"""Between the ends of grid lines and the frame."""

STARS = 3
"""Lines between the edge and the star points near the corners; one less on boards below FULL."""

CORNER_STARS_FROM = 7
"""From this size on, boards have star points near the corners."""

SIDE_STARS_FROM = 19
"""From this size on, they have some at the sides, too."""


@dataclass(frozen=True)
class Block:
    """The square of a local board; x and y are its upper left corner."""

    x: float
    y: float
    side: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.side / 2, self.y + self.side / 2


class Geometry:
    """The places of cells, lines and local boards of a game, with or without coordinates."""

    def __init__(self, game: Game, *, labels: bool = True) -> None:
        self.rows, self.columns, self.block_size = game.rows, game.columns, game.block_size
        self.crossings = uses_stones(game)
        self.scale = min(1.0, max(self.rows, self.columns) / FULL)
        """Of lines and letters."""
        self.rim = 0.0 if self.crossings else RIM * self.scale
        self.left = self.rim
        if labels:
            self.left = EDGE * self.scale
        self.bottom = self.rim + self._length(self.rows)
        self.width = self.left + self._length(self.columns) + self.rim
        self.height = self.bottom + self.left

    def centre(self, action: int) -> tuple[float, float]:
        """The middle of a cell."""
        row, column = divmod(action, self.columns)
        return (
            self.left + self._along(column) + CELL / 2,
            self.bottom - self._along(row) - CELL / 2,
        )

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The local boards, from the bottom left; none in games without them."""
        size = self.block_size
        if size is None:
            return ()
        corners = (
            self.centre((row + size - 1) * self.columns + column)
            for row in range(0, self.rows, size)
            for column in range(0, self.columns, size)
        )
        return tuple(Block(x - CELL / 2, y - CELL / 2, size * CELL) for x, y in corners)

    def block_of(self, action: int) -> int:
        """The number of a cell's local board."""
        assert self.block_size is not None
        row, column = divmod(action, self.columns)
        return row // self.block_size * (self.columns // self.block_size) + (
            column // self.block_size
        )

    def grid(self) -> list[tuple[float, float, float, float]]:
        """The lines of the grid: x and y of both ends."""
        return self._through_cells() if self.crossings else self._between_cells()

    def stars(self) -> list[int]:
        """The star points: near the corners, the middle, and on large boards the sides."""
        if not self.crossings:
            return []
        rows, columns = self._star_lines(self.rows), self._star_lines(self.columns)
        has_sides = min(self.rows, self.columns) >= SIDE_STARS_FROM
        middle_row, middle_column = (self.rows - 1) / 2, (self.columns - 1) / 2
        return [
            row * self.columns + column
            for row in rows
            for column in columns
            if has_sides or (row == middle_row) == (column == middle_column)
        ]

    def _along(self, count: int) -> int:
        """The distance from the edge of the board to a cell."""
        return count * CELL + (count // self.block_size * GAP if self.block_size else 0)

    def _length(self, count: int) -> int:
        return self._along(count - 1) + CELL

    def _through_cells(self) -> list[tuple[float, float, float, float]]:
        left, bottom = self.centre(0)
        right, top = self.centre(self.rows * self.columns - 1)
        columns = (self.centre(column)[0] for column in range(self.columns))
        rows = (self.centre(row * self.columns)[1] for row in range(self.rows))
        return [*((x, bottom, x, top) for x in columns), *((left, y, right, y) for y in rows)]

    def _between_cells(self) -> list[tuple[float, float, float, float]]:
        """Not around the board, nor across the gaps between local boards."""
        high, wide = self.block_size or self.rows, self.block_size or self.columns
        lines: list[tuple[float, float, float, float]] = []
        for row in range(0, self.rows, high):
            for column in range(0, self.columns, wide):
                x, y = self.centre(row * self.columns + column)
                left, right = x - CELL / 2, x - CELL / 2 + wide * CELL
                bottom, top = y + CELL / 2, y + CELL / 2 - high * CELL
                lines += [
                    (left + step * CELL, bottom - SHORT, left + step * CELL, top + SHORT)
                    for step in range(1, wide)
                ]
                lines += [
                    (left + SHORT, bottom - step * CELL, right - SHORT, bottom - step * CELL)
                    for step in range(1, high)
                ]
        return lines

    @staticmethod
    def _star_lines(count: int) -> list[int]:
        middle = [count // 2] if count % 2 else []
        if count < CORNER_STARS_FROM:
            return middle
        corner = STARS - 1 if count < FULL else STARS
        return [corner, *middle, count - 1 - corner]

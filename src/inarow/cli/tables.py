"""Tables that fit the terminal: if one is too wide, each of its rows is written as a block."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

GAP = 2  # columns between two columns of a table
LEAST = 20  # columns of a cell that may be broken into lines


def fitting_table(
    console: Console,
    headings: Sequence[str],
    rows: Sequence[Sequence[Text]],
    *,
    right: Collection[str] = (),
    wrapped: str = "",
) -> RenderableType:
    """The rows as a table, or below each other if that is too wide for the terminal.

    ``right`` are the columns of numbers; the column ``wrapped`` may be broken into lines.
    """
    if _width(headings, rows, wrapped) > console.width:
        return Group(*(_block(headings, row) for row in rows))
    table = Table(box=None, padding=(0, GAP, 0, 0), header_style="dim")
    for heading in headings:
        is_number = heading in right
        table.add_column(
            heading, justify="right" if is_number else "left", no_wrap=heading != wrapped
        )
    for row in rows:
        table.add_row(*row)
    return table


def _width(headings: Sequence[str], rows: Sequence[Sequence[Text]], wrapped: str) -> int:
    """The columns that a table needs at least."""
    widths = [max(map(cell_len, column)) for column in zip(headings, *_plain(rows), strict=True)]
    needed = [
        min(width, LEAST) if heading == wrapped else width
        for heading, width in zip(headings, widths, strict=True)
    ]
    return sum(needed) + GAP * len(headings)


def _plain(rows: Sequence[Sequence[Text]]) -> list[list[str]]:
    return [[cell.plain for cell in row] for row in rows]


def _block(headings: Sequence[str], row: Sequence[Text]) -> RenderableType:
    """A row as a list of its cells, each after its heading; empty cells are left out."""
    block = Table.grid(padding=(0, GAP, 0, 0))
    block.add_column(style="dim", no_wrap=True)
    block.add_column(overflow="fold")
    for heading, cell in zip(headings, row, strict=True):
        if cell.plain:
            block.add_row(heading, cell)
    return Group(block, Text())

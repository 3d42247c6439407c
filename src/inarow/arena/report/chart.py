"""The rating plot of the page: one row of SVG per player, with the rating and its interval.

Positions are in per cent of the width, so the plot fits any screen while its text keeps its size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

from inarow.arena.report.format import elo_text, name_html
from inarow.arena.report.tables import Names
from inarow.arena.statistics.ratings import Ratings

MARGIN = 0.06  # of the width, on either side, as space for the labels of the axis
SMALLEST_SPAN = 20.0  # Elo, so that players without games do not look far apart
MOST_TICKS = 7
FARTHEST = 5000.0  # Elo beyond which a rating only means "all won" or "all lost"


def rating_chart(names: Names, ratings: Ratings) -> str:
    """The plot, or nothing if no player is rated."""
    players = [player for player in ratings.players if player.name in names]
    if not players:
        return ""
    low, high = _span(number for p in players for number in (p.elo, p.low, p.high))

    def place(elo: float) -> str:
        share = (min(high, max(low, elo)) - low) / (high - low)
        return f"{100 * (MARGIN + (1 - 2 * MARGIN) * share):.2f}%"

    marks = ticks(low, high)
    grid = "".join(
        f'<line class="{"zero" if mark == 0 else "grid"}" x1="{place(mark)}" x2="{place(mark)}" '
        'y1="0" y2="100%"/>'
        for mark in marks
    )
    rows = []
    for player in players:
        short = names[player.name]
        label = (
            f"{short}: Elo {elo_text(player.elo)}, "
            f"95 % interval {elo_text(player.low)} to {elo_text(player.high)}"
        )
        rows.append(
            f'<div class="name">{name_html(player.name, short)}</div>'
            f'<svg role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>{grid}'
            f'<line class="whisker" x1="{place(player.low)}" x2="{place(player.high)}" '
            f'y1="50%" y2="50%"/>'
            f'<circle class="dot" cx="{place(player.elo)}" cy="50%" r="5"/></svg>'
        )
    axis = "".join(
        f'<text x="{place(mark)}" y="1em" text-anchor="middle">{elo_text(mark)}</text>'
        for mark in marks
    )
    rows.append(
        f'<div class="name unit">Elo</div><svg class="axis" aria-hidden="true">{axis}</svg>'
    )
    return f'<div class="chart">{"".join(rows)}</div>'


def _span(elos: Iterable[float]) -> tuple[float, float]:
    known = [min(FARTHEST, max(-FARTHEST, elo)) for elo in elos if not math.isnan(elo)] or [0.0]
    middle, half = (min(known) + max(known)) / 2, (max(known) - min(known)) / 2
    half = max(half, SMALLEST_SPAN / 2)
    return middle - half, middle + half


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between ``low`` and ``high``, not too many.

    >>> ticks(-130, 420)
    [-100.0, 0.0, 100.0, 200.0, 300.0, 400.0]
    """
    size = 10.0 ** math.floor(math.log10((high - low) / MOST_TICKS))
    step = next(
        size * factor
        for factor in (1, 2, 5, 10, 20)
        if (high - low) / (size * factor) <= MOST_TICKS
    )
    numbers = range(math.ceil(low / step), math.floor(high / step) + 1)
    return [number * step for number in numbers]

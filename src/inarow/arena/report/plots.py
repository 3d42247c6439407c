"""Pictures of ratings, cross tables and ladders of a learner's checkpoints, as PNG files.

Names are not trusted, so text between dollar signs is not parsed as mathematics, matplotlib's
default. Importing matplotlib is slow, so it is imported only when something is drawn.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from inarow.arena.report.format import points_text, short_names, width
from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.ratings import Ratings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 120  # pixels in an inch
ROW = 0.3  # inches for a player
CELL = 0.42  # inches for a cell of the cross table
SMALL_CELL = 0.3  # inches, if there are many players
MANY_PLAYERS = 25
LETTER = 0.09  # inches for a letter of a name
WON, EVEN, LOST = "#2b6cb0", "#f4f2ee", "#d9822b"  # blue to orange: also for colour-blind readers
FARTHEST = 5000.0  # Elo; an infinite rating is drawn here
TIME_UNITS = (("seconds", 1), ("minutes", 60), ("hours", 3600), ("days", 86400))


@dataclass(frozen=True)
class LadderPoint:
    """A checkpoint of a learner: its training so far, and its rating."""

    name: str
    games: int
    seconds: float
    elo: float
    low: float
    high: float


def draw_ratings(ratings: Ratings, path: Path) -> None:
    """Draw the ratings with their intervals, best first."""
    players = ratings.players
    labels = list(short_names(player.name for player in players).values())
    with _figure(path, 8, 1.4 + ROW * max(2, len(players))) as figure:
        axes = figure.subplots()
        if not players:
            _say_nothing_yet(axes)
            return
        for place, player in enumerate(players):
            low, elo, high = (_drawable(each) for each in (player.low, player.elo, player.high))
            axes.plot((low, high), (place, place), color=WON, linewidth=2, solid_capstyle="round")
            axes.plot(elo, place, "o", color=WON, markersize=7)
        axes.set_yticks(range(len(players)), labels, parse_math=False)
        axes.set_ylim(len(players) - 0.4, -0.6)
        axes.set_xlabel("Elo, with 95 % intervals")
        axes.set_title("Ratings")
        _lighten(axes, "x")


def draw_crosstable(table: CrossTable, ratings: Ratings, path: Path) -> None:
    """Draw the scores of the players against each other, best first."""
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

    known = set(table.players)
    rated = [player.name for player in ratings.players if player.name in known]
    names = short_names(dict.fromkeys([*rated, *table.players]))
    count = len(names)
    cell = CELL if count <= MANY_PLAYERS else SMALL_CELL
    side = cell * max(3, count)
    letters = max((width(short) for short in names.values()), default=0)
    left = max(2.0, 0.6 + LETTER * letters)  # the title needs space as well
    total = left + side + 0.2, side + 0.8
    with _figure(path, *total, layout=None) as figure:
        # A fixed layout: with many players, an automatic one takes seconds.
        axes = figure.add_axes((left / total[0], 0.1 / total[1], side / total[0], side / total[1]))
        if not names:
            _say_nothing_yet(axes)
            return
        scores = [[_score(table, player, opponent) for opponent in names] for player in names]
        colours = LinearSegmentedColormap.from_list("score", [LOST, EVEN, WON])
        edges = [place - 0.5 for place in range(count + 1)]
        axes.pcolormesh(edges, edges, scores, cmap=colours, vmin=0, vmax=1, edgecolors="white")
        axes.set_ylim(max(3, count) - 0.5, -0.5)
        axes.set_xlim(-0.5, max(3, count) - 0.5)
        for row, player in enumerate(names):
            for column, opponent in enumerate(names):
                score = scores[row][column]
                if not math.isnan(score):
                    text = points_text(table.between(player, opponent).points)
                    size = min(9, 90 * cell / len(text))  # points, so that it fits the cell
                    ink = "white" if score > 0.8 else "black"
                    axes.text(column, row, text, ha="center", va="center", size=size, color=ink)
        numbers = [str(number) for number in range(1, count + 1)]
        labels = [f"{short}  {each}" for short, each in zip(names.values(), numbers, strict=True)]
        axes.set_xticks(range(count), numbers)
        axes.set_yticks(range(count), labels, parse_math=False)
        axes.xaxis.tick_top()
        axes.tick_params(length=0, labelsize=9)
        axes.set_title("Points of the row against the column", size=10, loc="right")
        axes.spines[:].set_visible(False)


def draw_ladder(
    points: Sequence[LadderPoint], path: Path, anchors: Mapping[str, float] | None = None
) -> None:
    """Plot a learner's Elo against wall clock and against games; anchors are horizontal lines."""
    longest = max((point.seconds for point in points), default=0.0)
    unit, size = next(
        (each for each in reversed(TIME_UNITS) if longest >= 2 * each[1]), TIME_UNITS[0]
    )
    panels = (
        (f"wall clock, {unit}", [point.seconds / size for point in points]),
        ("games of training", [float(point.games) for point in points]),
    )
    with _figure(path, 11, 4.5) as figure:
        both = figure.subplots(1, 2, sharey=True)
        if not points and not anchors:
            for axes in both:
                _say_nothing_yet(axes)
            return
        for axes, (label, places) in zip(both, panels, strict=True):
            elos = [_drawable(point.elo) for point in points]
            below = [max(0.0, e - _drawable(p.low)) for e, p in zip(elos, points, strict=True)]
            above = [max(0.0, _drawable(p.high) - e) for e, p in zip(elos, points, strict=True)]
            axes.errorbar(
                places, elos, (below, above), fmt="o-", color=WON, capsize=3, markersize=5
            )
            axes.set_xlabel(label)
            _lighten(axes, "both")
        both[0].set_ylabel("Elo, with 95 % intervals")
        for name, short in short_names(anchors or {}).items():
            elo = _drawable((anchors or {})[name])
            for axes in both:
                axes.axhline(elo, color=LOST, linestyle="--", linewidth=1)
            both[1].annotate(
                short,
                (1.01, elo),
                xycoords=("axes fraction", "data"),
                va="center",
                size=9,
                color=LOST,
                parse_math=False,
            )


@contextmanager
def _figure(
    path: Path, across: float, down: float, layout: Literal["constrained"] | None = "constrained"
) -> Iterator[Figure]:
    """A figure of a size in inches, which is saved at the end; does not use pyplot's state."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(across, down), dpi=DPI, layout=layout)
    FigureCanvasAgg(figure)
    yield figure
    with warnings.catch_warnings():
        # Names may contain characters that the font lacks; they are drawn as boxes.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(path, format="png")


def _say_nothing_yet(axes: Axes) -> None:
    axes.set_axis_off()
    axes.text(0.5, 0.5, "No games yet", ha="center", va="center", transform=axes.transAxes)


def _lighten(axes: Axes, grid: str) -> None:
    axes.grid(axis=grid, color="#dddddd", linewidth=0.8)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(length=0)


def _score(table: CrossTable, player: str, opponent: str) -> float:
    counts = table.between(player, opponent)
    return counts.points / counts.games if counts.games and player != opponent else math.nan


def _drawable(elo: float) -> float:
    return 0.0 if math.isnan(elo) else min(FARTHEST, max(-FARTHEST, elo))

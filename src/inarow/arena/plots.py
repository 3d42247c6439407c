"""Pictures of ratings, cross tables and ladders of a learner's checkpoints, as PNG files.

Names may come from strangers, so none is read as mathematics, which matplotlib else does between
dollar signs. Matplotlib takes long to import, so that happens only when something is drawn.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.arena.crosstable import CrossTable
from inarow.arena.rated import RatedPlayers
from inarow.arena.wording import points_text, short_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 120  # pixels in an inch
ROW = 0.3  # inches for a player
CELL = 0.42  # inches for a cell of the cross table
NARROWEST_CELL = 0.3  # of very large ones
MANY_PLAYERS = 25  # from which cells are narrow
WON, EVEN, LOST = "#2b6cb0", "#f4f2ee", "#d9822b"  # blue to orange: told apart by all eyes
FARTHEST = 5000.0  # Elo; an infinite rating is drawn here
TIME_UNITS = (("seconds", 1), ("minutes", 60), ("hours", 3600), ("days", 86400))


@dataclass(frozen=True)
class LadderPoint:
    """A checkpoint of a learner: after how much training, and how strong."""

    name: str
    games: int
    seconds: float
    elo: float
    low: float
    high: float


def draw_ratings(ratings: RatedPlayers, path: Path) -> None:
    """Draw the ratings with their intervals, the best on top."""
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


def draw_crosstable(table: CrossTable, ratings: RatedPlayers, path: Path) -> None:
    """Draw what each player scored against each other one, the best on top."""
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

    known = set(table.players)
    rated = [player.name for player in ratings.players if player.name in known]
    names = short_names(dict.fromkeys([*rated, *table.players]))
    cell = CELL if len(names) <= MANY_PLAYERS else NARROWEST_CELL
    side = cell * max(3, len(names))
    scores = [[_score(table, player, opponent) for opponent in names] for player in names]
    with _figure(path, side + 3.5, side + 1.2) as figure:
        axes = figure.subplots()
        if not names:
            _say_nothing_yet(axes)
            return
        colours = LinearSegmentedColormap.from_list("score", [LOST, EVEN, WON])
        colours.set_bad("#ffffff")
        axes.imshow(scores, cmap=colours, vmin=0, vmax=1)
        for row, player in enumerate(names):
            for column, opponent in enumerate(names):
                counts = table.between(player, opponent)
                if player != opponent and counts.games:
                    score = counts.points / counts.games
                    ink = "white" if abs(score - 0.5) > 0.35 else "black"
                    text = points_text(counts.points)
                    size = min(9, 36 * cell / len(text))  # points that fit the cell
                    axes.text(column, row, text, ha="center", va="center", size=size, color=ink)
        numbers = [str(number) for number in range(1, len(names) + 1)]
        labels = [
            f"{short}  {number}" for short, number in zip(names.values(), numbers, strict=True)
        ]
        axes.set_xticks(range(len(names)), numbers)
        axes.set_yticks(range(len(names)), labels, parse_math=False)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.set_title("Points of the row against the column")
        axes.spines[:].set_visible(False)


def draw_ladder(
    points: Sequence[LadderPoint], path: Path, anchors: Mapping[str, float] | None = None
) -> None:
    """Draw a learner's Elo against wall clock and against games; anchors are lines to compare."""
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
def _figure(path: Path, width: float, height: float) -> Iterator[Figure]:
    """A figure of so many inches that is saved at the end; no state of pyplot is touched."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(width, height), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    yield figure
    with warnings.catch_warnings():
        # Names may hold characters that the font lacks; boxes stand for them.
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

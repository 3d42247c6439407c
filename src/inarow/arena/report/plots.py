"""Pictures of ratings, cross tables and ladders of a learner's checkpoints."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inarow.arena.report.figure import (
    EVEN,
    GAMES,
    LOST,
    WON,
    count_games,
    lighten,
    saved_figure,
    say,
)
from inarow.arena.report.format import points_text, short_names, width
from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.ratings import Ratings
from inarow.extras import needs

ROW = 0.3  # inches for a player
CELL = 0.42  # inches for a cell of the cross table
SMALL_CELL = 0.3  # inches, if there are many players
MANY_PLAYERS = 25
LETTER = 0.09  # inches for a letter of a name
FARTHEST = 5000.0  # Elo; an infinite rating is drawn here
NOTHING_YET = "No games yet"
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
    with saved_figure(path, across=8, down=1.4 + ROW * max(2, len(players))) as figure:
        axes = figure.subplots()
        if not players:
            say(axes, NOTHING_YET)
            return
        for place, player in enumerate(players):
            low, elo, high = (_drawable(each) for each in (player.low, player.elo, player.high))
            axes.plot((low, high), (place, place), color=WON, linewidth=2, solid_capstyle="round")
            axes.plot(elo, place, "o", color=WON, markersize=7)
        axes.set_yticks(range(len(players)), labels)
        axes.set_ylim(len(players) - 0.4, -0.6)
        axes.set_xlabel("Elo, with 95 % intervals")
        axes.set_title("Ratings")
        lighten(axes, "x")


def draw_crosstable(table: CrossTable, ratings: Ratings, path: Path) -> None:
    """Draw the scores of the players against each other, best first."""
    with needs("Drawing", "plots"):
        from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

    known = set(table.players)
    rated = [player.name for player in ratings.players if player.name in known]
    names = short_names(dict.fromkeys([*rated, *table.players]))
    count = len(names)
    cell = CELL if count <= MANY_PLAYERS else SMALL_CELL
    side = cell * max(3, count)
    letters = max((width(short) for short in names.values()), default=0)
    left = max(2.0, 0.6 + LETTER * letters)  # the title needs space as well
    across, down = left + side + 0.2, side + 0.8
    with saved_figure(path, across=across, down=down, layout=None) as figure:
        # A fixed layout: with many players, an automatic one takes seconds.
        axes = figure.add_axes((left / across, 0.1 / down, side / across, side / down))
        if not names:
            say(axes, NOTHING_YET)
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
        axes.set_yticks(range(count), labels)
        axes.xaxis.tick_top()
        axes.tick_params(length=0, labelsize=9)
        axes.set_title("Points of the row against the column", size=10, loc="right")
        axes.spines[:].set_visible(False)


def draw_ladder(points: Sequence[LadderPoint], anchors: Mapping[str, float], *paths: Path) -> None:
    """Plot a learner's Elo against wall clock and against games; anchors are horizontal lines."""
    longest = max((point.seconds for point in points), default=0.0)
    unit, size = next(
        (each for each in reversed(TIME_UNITS) if longest >= 2 * each[1]), TIME_UNITS[0]
    )
    panels = (
        [point.seconds / size for point in points],
        [float(point.games) for point in points],
    )
    with saved_figure(*paths, across=11, down=4.5) as figure:
        both = figure.subplots(1, 2, sharey=True)
        if not points and not anchors:
            for axes in both:
                say(axes, NOTHING_YET)
            return
        for axes, places in zip(both, panels, strict=True):
            elos = [_drawable(point.elo) for point in points]
            below = [max(0.0, e - _drawable(p.low)) for e, p in zip(elos, points, strict=True)]
            above = [max(0.0, _drawable(p.high) - e) for e, p in zip(elos, points, strict=True)]
            axes.errorbar(
                places, elos, (below, above), fmt="o-", color=WON, capsize=3, markersize=5
            )
            lighten(axes, "both")
        both[0].set_xlabel(f"wall clock, {unit}")
        both[1].set_xlabel(GAMES)
        count_games(both[1])
        both[0].set_ylabel("Elo, with 95 % intervals")
        for name, short in short_names(anchors).items():
            elo = _drawable(anchors[name])
            for axes in both:
                axes.axhline(elo, color=LOST, linestyle="--", linewidth=1)
            both[1].annotate(
                short,
                (1.01, elo),
                xycoords=("axes fraction", "data"),
                va="center",
                size=9,
                color=LOST,
            )


def _score(table: CrossTable, player: str, opponent: str) -> float:
    counts = table.between(player, opponent)
    return counts.points / counts.games if counts.games and player != opponent else math.nan


def _drawable(elo: float) -> float:
    return 0.0 if math.isnan(elo) else min(FARTHEST, max(-FARTHEST, elo))

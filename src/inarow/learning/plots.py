"""Pictures of training runs, from what is in their folders."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inarow.arena.ladder import read_ladder
from inarow.arena.report.figure import (
    GAMES,
    LOST,
    WON,
    count_games,
    lighten,
    png_and_svg,
    saved_figure,
    say,
)
from inarow.arena.report.format import SHORT, short_names
from inarow.errors import BadFile
from inarow.files import create_folder, replacing
from inarow.games import Game, load_game
from inarow.games.svg import board_svg
from inarow.learning.curves import POINTS, Curve, curves_of, drawable_events, win_rates_of
from inarow.runlog import PLOTS, SAMPLE, RunFolder
from inarow.untrusted_text import one_line, shorten

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

STRETCHES = 100  # of the shares of results
FROM_MANY = 20  # events; then there is a moving average, and it is over 1/20 of all
DECADES = 100.0  # ratio of losses from which on their axis is logarithmic

RESULTS = {"first_wins": WON, "draws": "#cfcac0", "second_wins": LOST}
"""The figures with results of self-play, and their colours."""
SIDES = {"first": (WON, "-"), "second": (LOST, "--")}
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
"""Those of Okabe and Ito, which colour-blind readers tell apart."""

COLUMNS = 3
PANEL = 3.7, 2.5  # inches
LARGE_PANEL = 6.0, 3.3  # where there are fewer than fit side by side


def draw_run(folder: RunFolder, place: Path | None = None) -> list[Path]:
    """Draw all that is known of a run; returns the files. By default they are in its folder."""
    settings = folder.settings()
    title = f"{_name(folder)}: {settings.get('learner')}, {settings.get('game')}"
    events = drawable_events(folder)
    figures = curves_of([event for event in events if event.get("kind") == "train"])
    win_rates = win_rates_of(events)
    ladder = read_ladder(folder.path)
    if not (figures or win_rates or ladder):
        raise BadFile(f"{folder.path} has no events yet.")
    into = place or folder.path / PLOTS
    create_folder(into)
    paths: list[Path] = []

    def picture(name: str) -> tuple[Path, Path]:
        made = png_and_svg(into / name)
        paths.extend(made)
        return made

    if win_rates:
        _draw_win_rates(title, win_rates, *picture("win-rates"))
    losses = {name: figures.pop(name) for name in list(figures) if "loss" in name}
    if losses:
        _draw_losses(title, losses, *picture("losses"))
    results = [figures.pop(name) for name in RESULTS if name in figures]
    if len(results) == len(RESULTS) and len({len(each.games) for each in results}) == 1:
        _draw_results(title, results, *picture("results"))
    if "reward" in figures:
        _draw_figures(title, {"reward": figures.pop("reward")}, *picture("reward"))
    if figures:
        _draw_figures(title, figures, *picture("figures"))
    if ladder:
        paths.extend(ladder.draw(into))
    samples = {str(each.get("opponent")): str(each[SAMPLE]) for each in events if SAMPLE in each}
    if samples:
        paths += _draw_samples(load_game(str(settings.get("game"))), samples, into)
    return paths


def _draw_samples(game: Game, samples: Mapping[str, str], into: Path) -> list[Path]:
    """The last game against each opponent: stones with the numbers of their moves."""
    paths = []
    for opponent, moves in samples.items():
        name = re.sub(r"[^\w=-]+", "-", opponent)[:40]
        path = into / f"game-{name}.svg"
        with replacing(path) as aside:
            aside.write_text(board_svg(game.state_from(moves), numbers=True), encoding="utf-8")
        paths.append(path)
    return paths


def draw_comparison(folders: Sequence[RunFolder]) -> list[Path]:
    """Draw the win rates of several runs in one picture, in the first one's folder."""
    runs = [win_rates_of(drawable_events(folder)) for folder in folders]
    opponents = list(dict.fromkeys(opponent for run in runs for opponent in run))
    if not opponents:
        return []
    paths = png_and_svg(folders[0].path / PLOTS / "comparison")
    with _panels("", opponents, *paths, prefix="against ") as (figure, panels):
        lines: dict[int, Line2D] = {}
        for axes, opponent in zip(panels, opponents, strict=True):
            for number, run in enumerate(runs):
                if curve := run.get(opponent, {}).get("points"):
                    colour = COLOURS[number % len(COLOURS)]
                    style = ("-", "--", ":")[number // len(COLOURS) % 3]
                    lines[number] = _plot_points(axes, curve, colour, style)
            _have_points(axes)
        panels[0].set_ylabel("points a game")
        _add_legend(figure, list(lines.values()), [_label(folders[n], folders) for n in lines])
    return list(paths)


def _draw_win_rates(title: str, win_rates: Mapping[str, Mapping[str, Curve]], *paths: Path) -> None:
    """Points from 0 to 1 as first and as second player, with their intervals."""
    with _panels(title, list(win_rates), *paths, prefix="against ") as (figure, panels):
        lines: dict[str, Line2D] = {}
        for axes, curves in zip(panels, win_rates.values(), strict=True):
            for side, (colour, style) in SIDES.items():
                points, low, high = (curves.get(f"{side}_{e}") for e in ("points", "low", "high"))
                if points is None:
                    continue
                lines[f"as {side} player"] = _plot_points(axes, points, colour, style)
                if low and high and len(low.games) == len(high.games):
                    band = slice(None, None, math.ceil(len(low.games) / POINTS))
                    axes.fill_between(
                        low.games[band],
                        low.values[band],
                        high.values[band],
                        color=colour,
                        alpha=0.15,
                        linewidth=0,
                    )
            _have_points(axes)
        panels[0].set_ylabel("points a game")
        _add_legend(figure, list(lines.values()), list(lines))


def _plot_points(axes: Axes, curve: Curve, colour: str, style: str) -> Line2D:
    shown = curve.thinned()
    marker = "o" if len(shown.games) < FROM_MANY else ""
    (line,) = axes.plot(
        shown.games, shown.values, style, color=colour, marker=marker, markersize=4, linewidth=1.6
    )
    return line


def _have_points(axes: Axes) -> None:
    axes.set_ylim(-0.03, 1.03)
    axes.set_yticks((0, 0.25, 0.5, 0.75, 1), ("0", "¼", "½", "¾", "1"))


def _draw_losses(title: str, losses: Mapping[str, Curve], *paths: Path) -> None:
    """All of them on one axis, logarithmic if they differ much."""
    from matplotlib.ticker import StrMethodFormatter  # noqa: PLC0415

    with _panels(title, ["losses"], *paths) as (figure, (axes,)):
        lines = [
            _plot(axes, curve, COLOURS[number % len(COLOURS)])
            for number, curve in enumerate(losses.values())
        ]
        values = np.concatenate([curve.values for curve in losses.values()])
        known = values[np.isfinite(values)]
        if len(known) and known.min() > 0 and known.max() >= DECADES * known.min():
            axes.set_yscale("log")
            axes.minorticks_off()
            axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        _add_legend(figure, lines, list(short_names(losses).values()))


def _draw_figures(title: str, figures: Mapping[str, Curve], *paths: Path) -> None:
    """A panel for each."""
    with _panels(title, list(figures), *paths) as (_, panels):
        for axes, curve in zip(panels, figures.values(), strict=True):
            if np.isnan(curve.values).all():
                say(axes, "no finite values")
                continue
            _plot(axes, curve, WON)
            axes.ticklabel_format(axis="y", useOffset=False)


def _plot(axes: Axes, curve: Curve, colour: str) -> Line2D:
    """Draw a curve; one of many events in light colour, under its moving average."""
    if len(curve.games) < FROM_MANY:
        return _plot_points(axes, curve, colour, "-")
    raw, mean = curve.thinned(), curve.averaged(len(curve.games) // FROM_MANY).thinned()
    axes.plot(raw.games, raw.values, color=colour, alpha=0.3, linewidth=0.8)
    (line,) = axes.plot(mean.games, mean.values, color=colour, linewidth=1.8)
    return line


def _draw_results(title: str, results: Sequence[Curve], *paths: Path) -> None:
    """Shares of the games of self-play that were won, drawn and lost by the first player."""
    games, counts = results[0].games, np.nan_to_num([each.values for each in results])
    starts = np.arange(0, len(games), math.ceil(len(games) / STRETCHES))
    sums = np.add.reduceat(counts, starts, axis=1)
    shares = np.cumsum(sums / np.maximum(sums.sum(axis=0), 1.0), axis=0)
    ends = games[[*(starts[1:] - 1), -1]]
    edges = np.concatenate([[games[0] - counts[:, 0].sum()], ends])
    with _panels(title, ["results of self-play"], *paths) as (figure, (axes,)):
        below = np.zeros(len(starts))
        for above, colour in zip(shares, RESULTS.values(), strict=True):
            axes.stairs(above, edges, baseline=below, fill=True, color=colour)
            below = above
        axes.margins(x=0)
        axes.set_ylim(0, 1)
        axes.set_ylabel("share of the games")
        names = ["first player wins", "draw", "second player wins"]
        _add_legend(figure, axes.patches[::-1], names[::-1])  # from the top, as they lie


@contextmanager
def _panels(
    title: str, names: Sequence[str], *paths: Path, prefix: str = ""
) -> Iterator[tuple[Figure, list[Axes]]]:
    """A figure with a panel for each name."""
    columns = min(COLUMNS, len(names))
    rows = math.ceil(len(names) / columns)
    across, down = PANEL if columns == COLUMNS else LARGE_PANEL
    with saved_figure(*paths, across=across * columns, down=0.7 + down * rows) as figure:
        panels: list[Axes] = list(figure.subplots(rows, columns, squeeze=False).flat)
        for axes in panels[len(names) :]:
            axes.set_axis_off()
        for axes, short in zip(panels, short_names(names).values(), strict=False):
            axes.set_title(prefix + short, size=10)
            lighten(axes, "both")
            count_games(axes)
        yield figure, panels[: len(names)]
        figure.supxlabel(GAMES, size=10)
        if title:
            figure.suptitle(shorten(one_line(title), 60), size=11, x=0.01, ha="left")


def _add_legend(figure: Figure, shown: Sequence[Artist], labels: Sequence[str]) -> None:
    figure.legend(shown, labels, loc="outside right upper", frameon=False, fontsize=9)


def _name(folder: RunFolder) -> str:
    return folder.path.resolve().name


def _label(folder: RunFolder, folders: Sequence[RunFolder]) -> str:
    """The name of a folder, or its path if others have the same name."""
    names = [_name(each) for each in folders]
    name = _name(folder)
    return shorten(one_line(name if names.count(name) == 1 else folder.path), SHORT)

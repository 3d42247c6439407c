"""What all pictures have in common: size, colours, axes, and how they are written.

Names are not trusted, so text between dollar signs is not parsed as mathematics, which is
matplotlib's default. Importing matplotlib is slow, so it is imported only when something is drawn.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from inarow.extras import needs
from inarow.files import replacing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 120  # pixels in an inch
WON, EVEN, LOST = "#2b6cb0", "#f4f2ee", "#d9822b"  # blue to orange: also for colour-blind readers
GAMES = "games of training"


def png_and_svg(path: Path) -> tuple[Path, Path]:
    """The two files of a picture whose path has no suffix."""
    return path.with_name(f"{path.name}.png"), path.with_name(f"{path.name}.svg")


@contextmanager
def saved_figure(
    *paths: Path,
    across: float,
    down: float,
    layout: Literal["constrained"] | None = "constrained",
) -> Iterator[Figure]:
    """A figure of a size in inches; at the end, each path gets it in the format of its suffix."""
    with needs("Drawing", "plots"):
        from matplotlib import rc_context  # noqa: PLC0415
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415

    with (
        warnings.catch_warnings(),
        rc_context(
            # In SVG, text stays text, and the same data makes the same file.
            {"text.parse_math": False, "svg.fonttype": "none", "svg.hashsalt": "inarow"}
        ),
    ):
        # Names may contain characters that the font lacks; they are drawn as boxes.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(across, down), dpi=DPI, layout=layout)  # no state of pyplot
        FigureCanvasAgg(figure)
        yield figure
        for path in paths:
            suffix = path.suffix.removeprefix(".")
            undated = {"Date": None} if suffix == "svg" else None
            with replacing(path) as aside:
                figure.savefig(aside, format=suffix, metadata=undated)


def say(axes: Axes, what: str) -> None:
    """Say why there is nothing to see."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, what, ha="center", va="center", transform=axes.transAxes)


def lighten(axes: Axes, grid: str) -> None:
    """Leave only what readers need: a grid along ``x``, ``y`` or ``both``, and the numbers."""
    axes.grid(axis=grid, color="#dddddd", linewidth=0.8)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(length=0)


def count_games(axes: Axes) -> None:
    """Write the numbers of the x axis in short, as 20k or 1.5M."""
    from matplotlib.ticker import EngFormatter, MaxNLocator  # noqa: PLC0415

    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))

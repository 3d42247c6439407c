"""What ``inarow train`` shows of a run on standard error.

On a terminal a bar with the last figures, which is removed at the end; else a line for each
evaluation.
"""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from typing import Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from inarow.arena.report.format import SHORT
from inarow.cli.output import progress_console
from inarow.learning.run import Learner
from inarow.runlog import COMMON, SAMPLE, Event
from inarow.untrusted_text import one_line, shorten

RECENT_SECONDS = 30.0
"""The speed is that of the events of so many seconds."""

BAR = 40  # columns
SHORTEST_BAR = 5
STOPPING = "stopping after the present games; Ctrl-C again quits at once"


class TrainView:
    """Shows the events of a run while the ``with`` block runs."""

    def __init__(self, learner: Learner) -> None:
        self.is_stopping = False
        self._name, self._settings = learner.kind.name, learner.settings
        self._recent = deque([(learner.seconds, learner.games)])
        self._points: dict[str, tuple[float, float]] = {}
        """As first and as second player, by opponent."""
        self._figures = ""
        self._sample = ""
        """A game of the last evaluation."""
        self._live: Live | None = None
        if progress_console.is_terminal:
            # Drawn by a thread of its own: a signal handler must not print.
            self._live = Live(
                console=progress_console,
                get_renderable=self.picture,
                transient=True,
                refresh_per_second=5,
            )

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, event: Event) -> None:
        """Take in an event."""
        self._recent.append((event["seconds"], event["games"]))
        while self._recent[-1][0] - self._recent[0][0] > RECENT_SECONDS and len(self._recent) > 2:
            self._recent.popleft()
        if event["kind"] == "train":
            self._figures = figures_text(event)
            return
        self._points[event["opponent"]] = event["first_points"], event["second_points"]
        if SAMPLE in event:
            against = shorten(one_line(event["opponent"]), SHORT)
            self._sample = f"a game against {against}: {event[SAMPLE]}"
        if self._live is None and event["opponent"] == self._settings.opponents.split()[-1]:
            line = "  ".join((self._progress_text(), self._points_text(), self._figures))
            progress_console.print(line, soft_wrap=True, highlight=False, markup=False)

    def picture(self) -> RenderableType:
        """The bar and the last figures, as wide as the terminal at most."""
        text = STOPPING if self.is_stopping else self._progress_text()
        grid = Table.grid(padding=(0, 1))
        for _ in range(3):
            grid.add_column(no_wrap=True, overflow="ellipsis")
        width = min(BAR, progress_console.width - len(self._name) - len(text) - 4)
        bar = ProgressBar(1.0, self._share(), width) if width >= SHORTEST_BAR else ""
        grid.add_row(self._name, bar, text)
        details = (self._points_text(), self._figures, self._sample)
        lines = (Text(line, no_wrap=True, overflow="ellipsis") for line in details if line)
        return Group(grid, *lines)

    def _share(self) -> float:
        """How much of the run is done, by games or by time."""
        seconds, games = self._recent[-1]
        limit = self._settings.time
        return min(1.0, max(games / self._settings.games, seconds / limit if limit else 0.0))

    def _progress_text(self) -> str:
        seconds, games = self._recent[-1]
        text = f"{games:,}/{self._settings.games:,} games"
        duration = seconds - self._recent[0][0]
        speed = (games - self._recent[0][1]) / duration if duration > 0 else 0.0
        if speed <= 0:
            return text
        left = (self._settings.games - games) / speed
        if self._settings.time:
            left = min(left, max(0.0, self._settings.time - seconds))
        return f"{text}  {number_text(speed)} games/s  {timedelta(seconds=round(left))} left"

    def _points_text(self) -> str:
        """As in: random 0.98/0.91  greedy 0.71/0.55."""
        return "  ".join(
            f"{shorten(one_line(opponent), SHORT)} {first:.2f}/{second:.2f}"
            for opponent, (first, second) in self._points.items()
        )


def figures_text(event: Event) -> str:
    """The figures of an event in one line.

    >>> figures_text({"kind": "train", "step": 1, "games": 10, "seconds": 0.1, "mean_loss": 0.25})
    'mean loss 0.25'
    """
    return "  ".join(
        f"{key.replace('_', ' ')} {number_text(value)}"
        for key, value in event.items()
        if key not in COMMON
    )


def number_text(value: float) -> str:
    """A number in a few characters.

    >>> [number_text(value) for value in (12345, 12345.6, 3.14159, 0.000123)]
    ['12,345', '12,346', '3.14', '0.000123']
    """
    return f"{value:,.0f}" if isinstance(value, int) or abs(value) >= 1000 else f"{value:.3g}"

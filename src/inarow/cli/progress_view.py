"""The progress of long work on standard error: redrawn on a terminal, else a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, Self, TypeVar

from rich.console import RenderableType
from rich.live import Live
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from inarow.cli.output import progress_console

LINE_EVERY = 10.0
"""Seconds between lines without a terminal."""

Shown = TypeVar("Shown")


def progress_bar(what: str, *columns: ProgressColumn) -> Progress:
    """A progress bar that is removed at the end; nothing is shown without a terminal."""
    return Progress(
        TextColumn(what),
        BarColumn(),
        *columns,
        TimeRemainingColumn(),
        console=progress_console,
        transient=True,
        disable=not progress_console.is_terminal,
    )


class LiveView(Generic[Shown]):
    """Shows the latest state of something while the ``with`` block runs."""

    def __init__(
        self,
        summary: Callable[[Shown], RenderableType],
        line: Callable[[Shown], str],
        quiet: bool,
    ) -> None:
        self._summary = summary
        self._line = line
        self._live: Live | None = None
        if progress_console.is_terminal:
            self._live = Live(console=progress_console, transient=True, refresh_per_second=8)
        self._quiet = quiet
        self._told_at = time.monotonic()
        self.latest: Shown | None = None

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def update(self, shown: Shown) -> None:
        """Show it."""
        self.latest = shown
        if self._live is not None:
            self._live.update(self._summary(shown))
        elif not self._quiet and time.monotonic() - self._told_at >= LINE_EVERY:
            self._told_at = time.monotonic()
            progress_console.print(self._line(shown), soft_wrap=True, highlight=False)

"""The time of a match over all its runs.

Each record says how long the match had been played when it was written. So a match that was stopped
or killed and then resumed reports its whole time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from inarow.arena.counts import seconds_of
from inarow.protocols.record import GameRecord

ELAPSED = "elapsed"
"""The seconds of the match so far, in the event of a record."""


class Stopwatch:
    """Runs from its creation on; ``clock`` returns seconds.

    >>> game = GameRecord(game="tictactoe", players=("a", "b"), moves=(4,))
    >>> watch = Stopwatch(iter([0, 5, 100]).__next__)
    >>> game = watch.stamp(game)
    >>> later = Stopwatch(iter([0, 2]).__next__)
    >>> later.resume(game)
    >>> later.seconds()
    7.0
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start = clock()
        self._before = 0.0  # seconds of earlier runs

    def resume(self, record: GameRecord) -> None:
        """Take in a record of an earlier run."""
        self._before = max(self._before, seconds_of(record, ELAPSED) or 0.0)

    def seconds(self) -> float:
        """The time of all runs so far."""
        return self._before + self._clock() - self._start

    def stamp(self, record: GameRecord) -> GameRecord:
        """The record with the time of now."""
        return replace(record, event={**record.event, ELAPSED: round(self.seconds(), 3)})

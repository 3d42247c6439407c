"""The process that plays a tournament: see ``worker.py``. No finished game is ever lost."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from inarow.arena.schedule import most_games, planned_games
from inarow.arena.tournament import GAMES_FILE, read_settings, resume_tournament
from inarow.arena.tournament_state import TournamentState
from inarow.files import replacing
from inarow.server.lab.game_index import GameIndex
from inarow.server.lab.rating_history import RatingHistory
from inarow.server.lab.worker import REPORT_SECONDS, Send, StopHandler, StopRequested, run_worker

STANDING_FILE = "state.json"
"""The last report, for when the tournament is not running."""

SAVE_SECONDS = 10.0
"""Between two writes of the report's file; it is also written at the end."""


class Reporter:
    """Reports how a tournament stands, and stores the report in the directory."""

    def __init__(self, directory: Path, send: Send) -> None:
        self._file = directory / STANDING_FILE
        settings = read_settings(directory)
        size = (settings.format, len(settings.players), settings.games, settings.rounds)
        self._planned = planned_games(*size)
        self._index = GameIndex(directory / GAMES_FILE)
        self._history = RatingHistory(settings.players, most_games(*size))
        self._seconds_before = seconds_so_far(self._file)
        self._send = send
        self._reported_at = self._saved_at = float("-inf")
        self._state: TournamentState | None = None

    def progress(self, state: TournamentState) -> None:
        """A game has ended; reported if the last report was long enough ago."""
        self._state = state
        if time.monotonic() - self._reported_at >= REPORT_SECONDS:
            self.report(save=time.monotonic() - self._saved_at >= SAVE_SECONDS)

    def report(self, *, save: bool) -> None:
        """Report now, if a game has ended since the start."""
        if self._state is None:
            return
        report = self.make_report(self._state)
        if save:
            with replacing(self._file) as aside:
                aside.write_text(json.dumps(report, allow_nan=False) + "\n", encoding="utf-8")
            self._saved_at = time.monotonic()
        self._send(report)
        self._reported_at = time.monotonic()

    def make_report(self, state: TournamentState) -> dict[str, Any]:
        """The content of a report."""
        for entry in self._index.extend():
            self._history.add(*entry.players, entry.result[0])
        # A request to stop may come when a game was written but not yet counted.
        for number in range(state.games, len(self._index)):
            if (record := self._index.record(number)) is not None:
                state.add(record)
        return {
            **state.as_dict(),
            "seconds": self._seconds_before + state.seconds,
            "round": state.round,
            "scheduled": max(state.scheduled, self._planned),
            "history": self._history.points,
        }


def seconds_so_far(standing_file: Path) -> float:
    """How long the tournament was played before; 0 if that is not known."""
    try:
        return float(json.loads(standing_file.read_text(encoding="utf-8"))["seconds"])
    except (OSError, ValueError, TypeError, KeyError):
        return 0.0


def play(directory: Path, send: Send, stop: StopHandler) -> None:
    """Play the tournament in a directory to its end."""
    reporter = Reporter(directory, send)
    try:
        resume_tournament(directory, concurrency=1, on_progress=reporter.progress)
    except StopRequested:
        reporter.report(save=True)
        raise
    reporter.report(save=True)


if __name__ == "__main__":
    run_worker(play)

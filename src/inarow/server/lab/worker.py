"""The child process that plays a tournament: ``python -m inarow.server.lab.worker DIRECTORY``.

It resumes the tournament in the directory, and writes reports to standard output, one JSON object
per line. The last line says how it ended: ``{"end": "finished"}``, or "stopped", or "failed" with a
message. It stops on SIGTERM, on Ctrl-C and when its standard input closes, which happens whenever
the server ends, even if it is killed. No finished game is ever lost.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from inarow.arena.schedule import most_games, planned_games
from inarow.arena.tournament import GAMES_FILE, read_settings, resume_tournament
from inarow.arena.tournament_state import TournamentState
from inarow.errors import InarowError
from inarow.files import replacing
from inarow.server.lab.game_index import GameIndex
from inarow.server.lab.rating_history import RatingHistory

STANDING_FILE = "state.json"
"""The last report, for when the tournament is not running."""

NICE = 10
"""Priority below that of searches in games; 19 is the lowest."""

MEMORY_BYTES = 2 << 30
"""Memory limit: a player beyond it crashes and loses, before the machine runs out of memory."""

REPORT_SECONDS = 0.4
"""Between two reports: often enough to watch; a fit of ratings takes up to 60 ms."""

SAVE_SECONDS = 10.0
"""Between two writes of the report's file; it is also written at the end."""


class StopRequested(BaseException):
    """A request to stop; not an error."""


class Reporter:
    """Reports how a tournament stands, and stores the report in the directory."""

    def __init__(self, directory: Path, send: Callable[[Mapping[str, Any]], None]) -> None:
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


def play(directory: Path, send: Callable[[Mapping[str, Any]], None]) -> None:
    """Play the tournament in a directory to its end, and report how it ended."""
    reporter = None
    try:
        reporter = Reporter(directory, send)
        resume_tournament(directory, concurrency=1, on_progress=reporter.progress)
        reporter.report(save=True)
        send({"end": "finished"})
    except StopRequested:
        if reporter is not None:
            reporter.report(save=True)
        send({"end": "stopped"})
    except InarowError as error:  # everybody may read it, so it must not name the folder
        send({"end": "failed", "message": str(error).replace(f"{directory}/", "")})


def main() -> None:
    """Run as a program; reports are lines on standard output."""

    def stop(number: int, frame: object) -> None:
        for each in (signal.SIGTERM, signal.SIGINT):  # once is enough
            signal.signal(each, signal.SIG_IGN)
        raise StopRequested

    def stop_with_input() -> None:
        with contextlib.suppress(OSError):
            while os.read(sys.stdin.fileno(), 4096):
                pass
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)

    def send(report: Mapping[str, Any]) -> None:
        # The server may be gone; standard input has then closed as well.
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.write(json.dumps(report, allow_nan=False) + "\n")
            sys.stdout.flush()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
        threading.Thread(target=stop_with_input, daemon=True).start()
        play(Path(sys.argv[1]), send)
    except StopRequested:
        pass
    os._exit(0)  # an ordinary exit would complain about output that cannot be flushed


if __name__ == "__main__":
    main()

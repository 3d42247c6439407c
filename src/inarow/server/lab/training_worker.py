"""The process of a training run: see ``worker.py``. What it writes is a ``runlog.RunFolder``.

A request to stop waits for the games that are being played, then the run is saved. A process that
is killed instead loses what came after its last checkpoint, and the run goes on from there.
"""

from __future__ import annotations

import resource
import time
from pathlib import Path

from inarow.learning import load_learner
from inarow.learning.run import Learner
from inarow.runlog import Event, RunFolder
from inarow.server.lab.cost import TRAINING_FILE_BYTES
from inarow.server.lab.worker import REPORT_SECONDS, Send, StopHandler, StopRequested, run_worker


class Reporter:
    """Reports how far a training is."""

    def __init__(self, learner: Learner, send: Send) -> None:
        self._learner = learner
        self._send = send
        self._reported_at = float("-inf")

    def on_event(self, event: Event) -> None:
        """Games were played; reported if the last report was long enough ago."""
        if time.monotonic() - self._reported_at >= REPORT_SECONDS:
            self.report()

    def report(self) -> None:
        """Report now."""
        learner = self._learner
        self._send(
            {
                "games": learner.games,
                "scheduled": learner.settings.games,
                "seconds": learner.seconds,
            }
        )
        self._reported_at = time.monotonic()


def is_finished(learner: Learner) -> bool:
    """Whether all games are played, or the time is over."""
    settings = learner.settings
    return learner.games >= settings.games or 0 < settings.time <= learner.seconds


def learn(directory: Path, send: Send, stop: StopHandler) -> None:
    """Go on with the training in a directory to its end."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (TRAINING_FILE_BYTES, TRAINING_FILE_BYTES))
    name = str(RunFolder(directory).settings().get("learner"))
    learner = load_learner(name, out=directory, resume=True)
    reporter = Reporter(learner, send)
    stop.call = learner.stop
    reporter.report()
    learner.learn(on_event=reporter.on_event)
    reporter.report()
    if not is_finished(learner):
        raise StopRequested


if __name__ == "__main__":
    run_worker(learn)

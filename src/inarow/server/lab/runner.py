"""Runs tournaments and trainings in child processes, a few at once, in fair turns.

A run can be interrupted and resumed at the cost of the games that are being played. So a long one
makes room after some time if others wait, and all resume after a restart of the server.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from inarow.errors import InarowError
from inarow.server.lab.cost import FREE_BYTES, LONGEST_HOURS
from inarow.server.lab.fair_queue import FairQueue
from inarow.server.lab.worker_process import WorkerProcess
from inarow.server.storage import StoredRun
from inarow.server.storage.runs import RunStore

SLICE_SECONDS = 300.0
"""After which a run makes room if one of another user waits; between two games."""

KEEP_SECONDS = 5.0
"""Between two updates of the stored progress; the games themselves are on disk at once."""

MOST_RUNS = 10_000  # that are resumed at the start

CRASHED = "Its process ended unexpectedly; the games so far are kept, and it can be resumed."
DISK_FULL = "The disk of the server is nearly full: resume this run when there is space."
TOO_LONG = f"It was stopped after {LONGEST_HOURS:g} hours."

_log = logging.getLogger(__name__)


@dataclass
class ActiveRun:
    """A run that is running."""

    owner: str
    report: dict[str, Any] | None = None
    worker: WorkerProcess | None = None
    wish: Literal["stop", "make room", "close"] | None = None
    """Why it should stop, if it should."""
    message: str = ""
    since: float | None = None
    """The time of its first report, from which its turn is counted."""
    kept_at: float = field(default_factory=time.monotonic)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self, wish: Literal["stop", "make room", "close"]) -> None:
        """Have it stop; a later wish replaces only the wish to make room."""
        if self.wish in (None, "make room"):
            self.wish = wish
        if self.worker is not None:
            self.worker.ask_to_stop()


class Runner:
    """Runs runs, one process each; ``notify`` is called with each that has changed."""

    def __init__(self, store: RunStore, folder: Path, at_once: int, notify: Callable[[str], None]):
        self._store = store
        self._folder = folder
        self._at_once = at_once
        self._notify = notify
        self._queue = FairQueue()
        self._active: dict[str, ActiveRun] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def start(self) -> None:
        """Resume what was running or waiting when the server ended, the oldest first."""
        left = await self._store.find(states=("running", "waiting"), limit=MOST_RUNS)
        for run in reversed(left):
            self.add(run.owner, run.id)

    async def close(self) -> None:
        """Stop all; they resume when the server starts again."""
        self._closing = True
        for active in self._active.values():
            active.stop("close")
        if self._tasks:
            await asyncio.wait(self._tasks)

    def add(self, owner: str, key: str) -> None:
        """Queue a run; it may start at once."""
        self._queue.add(owner, key)
        self._begin()

    async def halt(self, key: str) -> bool:
        """Stop a run, or remove it from the queue; False if it neither runs nor waits."""
        if (active := self._active.get(key)) is not None:
            active.stop("stop")
            await active.ended.wait()
            return True
        return self._queue.remove(key)

    def report(self, key: str) -> dict[str, Any] | None:
        """The last report of the process of a run."""
        return self._active[key].report if key in self._active else None

    def has(self, key: str) -> bool:
        """Whether a run runs or waits."""
        return key in self._active or key in self._queue

    def count(self, owner: str | None = None) -> int:
        """Number of runs of one user, or of all, that run or wait."""
        if owner is None:
            return len(self._active) + len(self._queue)
        mine = sum(active.owner == owner for active in self._active.values())
        return mine + self._queue.count(owner)

    def pids(self) -> list[int]:
        """The ids of the processes."""
        return [a.worker.pid for a in self._active.values() if a.worker is not None]

    def _begin(self) -> None:
        while not self._closing and len(self._queue) and len(self._active) < self._at_once:
            owner, key = self._queue.take()
            active = self._active[key] = ActiveRun(owner)
            task = asyncio.create_task(self._play(key, active))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, key: str, active: ActiveRun) -> None:
        state, message = "failed", CRASHED
        try:
            await self._store.update(key, state="running", message="")
            self._notify(key)
            run = await self._store.load(key)
            if run is not None:
                state, message = _outcome(active, await self._watch(run, active))
            report = active.report or {}
            counts = {name: report[name] for name in ("games", "scheduled") if name in report}
            await self._store.update(key, state=state, message=message, **counts)
        except InarowError as error:  # the database is unreachable, or the run was deleted
            _log.warning("Run %s of the lab: %s", key, error)
        finally:
            del self._active[key]
            # A wish to stop may have come after the outcome was decided.
            if state == "waiting" and active.wish != "stop" and not self._closing:
                self._queue.add(active.owner, key)
            self._begin()
            active.ended.set()
            self._notify(key)

    async def _watch(self, run: StoredRun, active: ActiveRun) -> dict[str, Any]:
        """Read the worker's reports until it ends; returns the last, which says how it ended."""
        end: dict[str, Any] = {}
        try:
            if shutil.disk_usage(self._folder).free < self._at_once * FREE_BYTES:
                return {"end": "failed", "message": DISK_FULL}
            worker = active.worker = await WorkerProcess.start(run.kind, self._folder / run.id)
        except OSError as error:
            return {"end": "failed", "message": f"The process cannot be started: {error.strerror}."}
        try:
            if active.wish is not None:
                worker.ask_to_stop()
            async for report in worker.reports():
                if "end" in report:
                    end = report
                else:
                    await self._take(run.id, active, report)
        finally:
            await worker.end()
        return end

    async def _take(self, key: str, active: ActiveRun, report: dict[str, Any]) -> None:
        active.report = report
        self._notify(key)
        now = time.monotonic()
        if now - active.kept_at > KEEP_SECONDS:
            active.kept_at = now
            games, scheduled = report["games"], report["scheduled"]
            await self._store.update(key, games=games, scheduled=scheduled)
        if report["seconds"] > LONGEST_HOURS * 3600:
            active.message = TOO_LONG
            active.stop("stop")
        elif active.since is None:
            active.since = now
        elif (
            now - active.since > SLICE_SECONDS
            and report["games"] < report["scheduled"]
            and self._others_wait(active.owner)
        ):
            active.stop("make room")

    def _others_wait(self, owner: str) -> bool:
        return len(self._queue) > self._queue.count(owner)


def _outcome(active: ActiveRun, end: dict[str, Any]) -> tuple[str, str]:
    """The state of a run whose worker has ended, and why."""
    said = end.get("end")
    if said == "finished":
        return "finished", ""
    if said == "failed":
        return "failed", str(end.get("message", ""))
    if active.wish == "stop":
        return "stopped", active.message
    if active.wish is not None or said == "stopped":
        return "waiting", ""  # nobody asked for it: a machine that shuts down ends all processes
    return "failed", CRASHED

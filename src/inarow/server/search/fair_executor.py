"""Threads that take turns for people: whoever has the fewest searches running comes next.

First it is whose address has the fewest: a crowd of cookies from one place gets one place's share.
Among people with equally many, it is who was served longest ago; what one person wants is done in
the order in which it came. And there is a thread more than one person can hold, so that whoever
hands in many long searches does not make the next person wait for the end of one.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Any

from inarow.server.edge.refusals import TooMany
from inarow.server.search.jobs import Job


class FairExecutor:
    """A queue and the threads that serve it."""

    def __init__(
        self, name: str, of_one: int, waiting_of_one: int, address_of: Callable[[str], str]
    ) -> None:
        """``of_one`` searches of one person run at once, and ``waiting_of_one`` more may wait."""
        self._address_of = address_of
        self._of_one = of_one
        self._waiting_of_one = waiting_of_one
        self._changed = threading.Condition()
        self._waiting: OrderedDict[str, deque[Job[Any]]] = OrderedDict()  # longest unserved first
        self._running: Counter[str] = Counter()
        self._running_from: Counter[str] = Counter()
        self._jobs: dict[Job[Any], str] = {}  # that run, with their addresses
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, name=f"{name}-{number}", daemon=True)
            for number in range(of_one + 1)
        ]
        for thread in self._threads:
            thread.start()

    def add(self, job: Job[Any]) -> None:
        """Let a job wait for its turn."""
        with self._changed:
            jobs = self._waiting.setdefault(job.user, deque())
            if len(jobs) >= self._waiting_of_one:
                raise TooMany(
                    f"You have {len(jobs)} searches waiting, which is the most: let some end, or "
                    "stop them."
                )
            jobs.append(job)
            job.leave = self.remove
            self._changed.notify()

    def remove(self, job: Job[Any]) -> None:
        """Let a job wait no more; nothing happens to one that does not."""
        with self._changed:
            jobs = self._waiting.get(job.user)
            if jobs and job in jobs:
                jobs.remove(job)
                if not jobs:
                    del self._waiting[job.user]

    def count_waiting(self) -> int:
        """How many jobs wait, of all people."""
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def count_running(self) -> int:
        """How many jobs run."""
        with self._changed:
            return len(self._jobs)

    def shut(self) -> None:
        """Begin nothing more, and cancel what waits or runs."""
        with self._changed:
            self._closed = True
            left = [job for jobs in self._waiting.values() for job in jobs]
            left += self._jobs
            self._waiting.clear()
            self._changed.notify_all()
        for job in left:
            job.abandon()

    def interrupt_all(self) -> None:
        """Tell all that runs to end."""
        with self._changed:
            running = list(self._jobs)
        for job in running:
            job.interrupt()

    def join(self, deadline: float) -> bool:
        """Wait for the threads until a time of the monotonic clock; whether all have ended."""
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            try:
                job.run()
            finally:
                self._end(job)

    def _next(self) -> Job[Any] | None:
        with self._changed:
            while not self._closed:
                if (user := self._next_user()) is not None:
                    return self._begin(user)
                self._changed.wait()
        return None

    def _next_user(self) -> str | None:
        free = [user for user in self._waiting if self._running[user] < self._of_one]
        return min(free, key=self._share, default=None)

    def _share(self, user: str) -> tuple[int, int]:
        return self._running_from[self._address_of(user)], self._running[user]

    def _begin(self, user: str) -> Job[Any]:
        jobs = self._waiting[user]
        job = jobs.popleft()
        if jobs:
            self._waiting.move_to_end(user)
        else:
            del self._waiting[user]
        address = self._jobs[job] = self._address_of(user)
        self._running[user] += 1
        self._running_from[address] += 1
        job.waiting = False
        return job

    def _end(self, job: Job[Any]) -> None:
        with self._changed:
            ended = ((self._running, job.user), (self._running_from, self._jobs.pop(job)))
            for counter, key in ended:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]
            self._changed.notify()

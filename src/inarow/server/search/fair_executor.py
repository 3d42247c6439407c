"""Jobs, and threads that run them in fair turns.

The next job is of the address with the fewest jobs running: many cookies from one address get the
share of one address. Among users with equally many, it is of the one who was served longest ago;
jobs of one user run in order. There is one thread more than one user can hold, so a user with many
long jobs does not make the next user wait for the end of one. Jobs without an end of their own give
way: the oldest of them is stopped when it keeps a job from running that waits.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from inarow.errors import InarowError, PlayerFailed
from inarow.server.edge.refusals import TooMany
from inarow.worker_threads import start_threads

GIVE_WAY_SECONDS = 2.0
"""How long an endless job may run at least, whoever waits."""

INSIST_SECONDS = 0.02
"""Between two interrupts: a search that has only just begun may miss the first."""

LOG = logging.getLogger(__name__)

T = TypeVar("T")


class Cancelled(InarowError):
    """The job was cancelled, or the server ends."""


class Job(Generic[T]):
    """Work that waits, runs or is done. Its methods are for the event loop that made it."""

    def __init__(self, user: str, loop: asyncio.AbstractEventLoop) -> None:
        self.user = user
        self.waiting = True
        self.endless = False
        """Whether it runs until it is stopped, and so must give way to others."""
        self.began = 0.0
        """When it began to run, by the monotonic clock."""
        self.leave: Callable[[Job[T]], None] = lambda job: None
        """Removes it from the queue that it waits in."""
        self._loop = loop
        self._future: asyncio.Future[T] = loop.create_future()
        # Nobody may ask for the result; then nobody wants to hear of its failure either.
        self._future.add_done_callback(lambda future: future.cancelled() or future.exception())
        self._running = False
        self._insisting = False

    @property
    def done(self) -> bool:
        """Whether there is a result, a failure, or it was cancelled."""
        return self._future.done()

    async def result(self) -> T:
        """The result; raises ``Cancelled``, or what went wrong."""
        return await asyncio.shield(self._future)

    def cancel(self) -> None:
        """Give up: a job that waits will not run, one that runs is stopped, its result is lost."""
        if self.done:
            return
        self._future.set_exception(Cancelled("The search was cancelled."))
        if self.waiting:
            self.leave(self)
        self._insist()

    def cancel_threadsafe(self) -> None:
        """Cancel, from any thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self.cancel)

    def stop(self) -> None:
        """Answer now with the best so far; a job that still waits will take hardly any time."""
        if not self.done:
            self._insist()

    def interrupt(self) -> None:
        """Have the work end; from any thread. It may have to be called again."""

    def work(self) -> T:
        """Do the work; on a thread of the executor."""
        raise NotImplementedError

    def run(self) -> None:
        """Do the work and hand its result to the event loop; on a thread of the executor."""
        self._running = True
        result: T | None = None
        failure: InarowError | None = None
        try:
            if not self.done:
                result = self.work()
        except InarowError as error:
            failure = error
        except Exception:
            LOG.exception("A search failed.")
            failure = PlayerFailed("crash", "The player failed; the server's log says why.")
        finally:
            self._running = False
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._settle, result, failure)

    def _settle(self, result: T | None, failure: InarowError | None) -> None:
        if self.done:
            return
        if failure is not None:
            self._future.set_exception(failure)
        else:
            self._future.set_result(result)  # type: ignore[arg-type]  # None only if cancelled

    def _insist(self) -> None:
        if not self._insisting:
            self._insisting = True
            self._interrupt_again()

    def _interrupt_again(self) -> None:
        if self._running:
            self.interrupt()
        if self._running or not self.done:
            self._loop.call_later(INSIST_SECONDS, self._interrupt_again)


class CallJob(Job[T]):
    """A call of bounded cost that cannot be interrupted; if it is cancelled, its result is lost."""

    def __init__(self, user: str, loop: asyncio.AbstractEventLoop, call: Callable[[], T]) -> None:
        super().__init__(user, loop)
        self._call = call

    def work(self) -> T:
        """Call it."""
        return self._call()


class FairExecutor:
    """A queue and the threads that serve it."""

    def __init__(
        self, name: str, per_user: int, waiting_per_user: int, address_of: Callable[[str], str]
    ) -> None:
        """``per_user`` jobs of one user run at once, and ``waiting_per_user`` more may wait."""
        self._address_of = address_of
        self._per_user = per_user
        self._waiting_per_user = waiting_per_user
        self._changed = threading.Condition()
        self._waiting: OrderedDict[str, deque[Job[Any]]] = OrderedDict()  # longest unserved first
        self._running: Counter[str] = Counter()
        self._running_from: Counter[str] = Counter()
        self._jobs: dict[Job[Any], str] = {}  # that run, with their addresses
        self._closed = False
        self._threads = start_threads(per_user + 1, self._serve, name)
        if len(self._threads) <= per_user:  # the memory is scarce
            self._per_user = max(1, len(self._threads) - 1)

    def add(self, job: Job[Any]) -> None:
        """Let a job wait for its turn."""
        with self._changed:
            jobs = self._waiting.setdefault(job.user, deque())
            if len(jobs) >= self._waiting_per_user:
                raise TooMany(
                    f"You have {len(jobs)} searches waiting, which is the most: let some end, or "
                    "stop them."
                )
            jobs.append(job)
            job.leave = self.remove
            self._changed.notify()

    def remove(self, job: Job[Any]) -> None:
        """Remove a job from the queue; nothing happens to one that does not wait."""
        with self._changed:
            jobs = self._waiting.get(job.user)
            if jobs and job in jobs:
                jobs.remove(job)
                if not jobs:
                    del self._waiting[job.user]

    def count_waiting(self) -> int:
        """How many jobs wait, of all users."""
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def count_running(self) -> int:
        """How many jobs run."""
        with self._changed:
            return len(self._jobs)

    def must_give_way(self, job: Job[Any]) -> bool:
        """Whether this endless job is the oldest that keeps a job from running that waits."""
        with self._changed:
            if job.waiting or time.monotonic() - job.began < GIVE_WAY_SECONDS:
                return False
            in_the_way = (each for each in self._jobs if each.endless and self._blocks(each))
            return next(in_the_way, None) is job

    def _blocks(self, job: Job[Any]) -> bool:
        return any(
            self._running[user] - (user == job.user) < self._per_user for user in self._waiting
        )

    def shut(self) -> None:
        """Start nothing more, and cancel what waits or runs."""
        with self._changed:
            self._closed = True
            left = [job for jobs in self._waiting.values() for job in jobs]
            left += self._jobs
            self._waiting.clear()
            self._changed.notify_all()
        for job in left:
            job.cancel_threadsafe()

    def interrupt_all(self) -> None:
        """Have all jobs that run end."""
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
        free = [user for user in self._waiting if self._running[user] < self._per_user]
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
        job.began = time.monotonic()
        return job

    def _end(self, job: Job[Any]) -> None:
        with self._changed:
            ended = ((self._running, job.user), (self._running_from, self._jobs.pop(job)))
            for counter, key in ended:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]
            self._changed.notify()

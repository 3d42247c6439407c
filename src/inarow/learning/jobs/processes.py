"""Jobs in child processes on this machine, and what all backends with child processes share.

A child that dies, for example because the system ran out of memory, is replaced, and its jobs are
repeated. A job that ends its child again and again is an error.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from inarow.errors import InarowError
from inarow.learning.jobs.backend import OnDone, Stoppable, check_networks
from inarow.learning.jobs.child import GRACE, Child, wait_for
from inarow.learning.jobs.job import Job
from inarow.learning.jobs.messages import Message, error_of

WORKER = (sys.executable, "-P", "-m", "inarow.learning.jobs.worker")

MOST_REPEATS = 3
"""Times that a job is repeated whose process died."""

LOOK_EVERY = 0.1
"""Seconds between two looks at the flag of ``stop``."""


class Work:
    """The jobs of one call: those that wait for a child, and the shards of those that are done."""

    def __init__(
        self, jobs: Sequence[Job], networks: Mapping[str, bytes], on_done: OnDone | None
    ) -> None:
        self.jobs = jobs
        self.pending = deque(range(len(jobs)))
        self.deaths: Counter[int] = Counter()
        """Of processes that had begun with a job."""
        self._networks, self._on_done = networks, on_done
        self._shards: dict[int, bytes] = {}

    @property
    def left(self) -> int:
        """How many are not done."""
        return len(self.jobs) - len(self._shards)

    def give_to(self, child: Child) -> None:
        """Send the next one."""
        number = self.pending.popleft()
        job = self.jobs[number]
        child.send_job(number, job.as_json(), job.network, self._networks[job.network])

    def accept(self, number: int, shard: bytes) -> None:
        """Take a result; one that is here already changes nothing."""
        if number not in self._shards:
            self._shards[number] = shard
            if self._on_done is not None:
                self._on_done(self.jobs[number], shard)

    def shards(self) -> list[bytes]:
        """All results, in the order of the jobs."""
        return [self._shards[number] for number in range(len(self.jobs))]


class ChildBackend(Stoppable, ABC):
    """A backend with child processes, which stay for the next call."""

    def __init__(self) -> None:
        super().__init__()
        self._children: list[Child] = []

    @abstractmethod
    def _hand_out(self, work: Work) -> None:
        """Start children if some are missing, and give them jobs."""

    @abstractmethod
    def _lost(self, child: Child, work: Work) -> None:
        """Go on without a child that has ended, or raise an error."""

    def _take(self, child: Child, message: Message, work: Work) -> None:
        """Take what a child has sent."""
        header, body = message
        if header["type"] == "failed":
            child.is_open = "id" in header  # without a job, it is the child that cannot go on
            raise error_of(header)
        child.jobs.remove(header["id"])
        work.accept(header["id"], body)

    def run(
        self, jobs: Sequence[Job], networks: Mapping[str, bytes], on_done: OnDone | None = None
    ) -> list[bytes]:
        """Run jobs; see ``Backend``."""
        check_networks(jobs, networks)
        work = Work(jobs, networks, on_done)
        try:
            while work.left:
                self._check_stopped()
                self._hand_out(work)
                wait_for(self._children, LOOK_EVERY)
                for child in tuple(self._children):
                    for message in child.exchange():
                        self._take(child, message, work)
                    if not child.is_open:
                        self._children.remove(child)
                        child.end(GRACE)
                        self._lost(child, work)
        except BaseException:
            self._end([child for child in self._children if child.jobs or not child.is_open])
            raise
        return work.shards()

    def close(self) -> None:
        """End all children. May be called twice."""
        for child in self._children:
            child.ask_to_exit()
        self._end(self._children, GRACE)

    def _end(self, children: Iterable[Child], grace: float = 0.0) -> None:
        for child in tuple(children):
            self._children.remove(child)
            child.end(grace)


class Processes(ChildBackend):
    """Runs jobs in so many child processes on this machine."""

    def __init__(self, workers: int, command: Sequence[str] = WORKER) -> None:
        super().__init__()
        self._workers, self._command = workers, command

    def _hand_out(self, work: Work) -> None:
        """One job for each child, and a second one to begin with at once after it.

        There is no second one if others could soon begin with it earlier.
        """
        while len(self._children) < min(self._workers, work.left):
            self._children.append(Child(self._command))
        for child in self._children:
            if work.pending and not child.jobs:
                work.give_to(child)
        for child in self._children:
            if len(work.pending) >= len(self._children) and len(child.jobs) == 1:
                work.give_to(child)

    def _lost(self, child: Child, work: Work) -> None:
        """Repeat its jobs. The first one was running, so this one may be the reason."""
        if not child.jobs:
            return
        work.pending.extendleft(reversed(child.jobs))
        running = child.jobs[0]
        work.deaths[running] += 1
        if work.deaths[running] > MOST_REPEATS:
            message = (
                f"{work.jobs[running]} cannot be played: {work.deaths[running]} processes died of "
                f"it, the last one {child.how_it_ended()}"
            )
            if last := child.last_error():
                message += f"; its standard error ends: {last}"
            raise InarowError(f"{message}.")

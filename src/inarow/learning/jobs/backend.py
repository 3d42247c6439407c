"""Backends: what runs jobs. This file has their interface, and the one that runs them right here.

A result depends on its job alone, so every backend returns the same shards. What differs is how
many run at once, and where.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from inarow.errors import BadFile, InarowError
from inarow.learning.jobs.job import Job, run_job

OnDone = Callable[[Job, bytes], None]
"""Called with a job and its shard."""


class Stopped(InarowError):
    """The jobs were stopped before all were done; ``on_done`` got the shards of those that were."""


class Backend(Protocol):
    """Runs jobs. It belongs to one thread, and only ``stop`` may be called from others."""

    def run(
        self, jobs: Sequence[Job], networks: Mapping[str, bytes], on_done: OnDone | None = None
    ) -> list[bytes]:
        """Run jobs; returns their shards in the order of the jobs, whatever order they end in.

        ``networks`` has the content of each network's file by its SHA-256. ``on_done`` is called
        in this thread, once for each job, as soon as its shard is here. An exception, also Ctrl-C,
        ends the jobs that still run; the backend can be used again after it.
        """

    def stop(self) -> None:
        """Make ``run`` raise ``Stopped`` soon: the one that is running, or the next one."""

    def close(self) -> None:
        """End all processes that it started. May be called twice."""

    def __enter__(self) -> Self:
        """The backend; it is closed at the end."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""


class Stoppable:
    """What all backends have: the flag of ``stop``, and closing at the end of a ``with``."""

    def __init__(self) -> None:
        self._stopped = False

    def stop(self) -> None:
        """Make ``run`` raise ``Stopped`` soon: the one that is running, or the next one."""
        self._stopped = True

    def close(self) -> None:
        """End all processes that it started. May be called twice."""

    def __enter__(self) -> Self:
        """The backend; it is closed at the end."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def _check_stopped(self) -> None:
        if self._stopped:
            self._stopped = False
            raise Stopped("The jobs were stopped before all were done.")


class InProcess(Stoppable):
    """Runs one job after the other in this process; ``stop`` waits for the end of a job."""

    def run(
        self, jobs: Sequence[Job], networks: Mapping[str, bytes], on_done: OnDone | None = None
    ) -> list[bytes]:
        """Run jobs; see ``Backend``."""
        check_networks(jobs, networks)
        shards = []
        for job in jobs:
            self._check_stopped()
            shards.append(run_job(job, networks[job.network]))
            if on_done is not None:
                on_done(job, shards[-1])
        return shards


def check_networks(jobs: Sequence[Job], networks: Mapping[str, bytes]) -> None:
    """Refuse jobs whose networks are missing or are not those of their checksums."""
    for checksum in dict.fromkeys(job.network for job in jobs):
        if checksum not in networks:
            raise InarowError(f"A job needs network {checksum:.12}, which was not given.")
        if hashlib.sha256(networks[checksum]).hexdigest() != checksum:
            raise BadFile(f"Network {checksum:.12} has changed since its checksum was made.")

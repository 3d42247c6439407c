"""The pool of threads in which players think: bounded, fair, and never on the event loop.

Searches release Python's lock, so threads are enough. There are three executors: quick players do
not wait behind long searches, and neither does other work, of which little runs at once because it
holds the lock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from inarow.player import Limits
from inarow.server.edge.refusals import NotNow
from inarow.server.schema.search import Thought
from inarow.server.search.fair_executor import FairExecutor
from inarow.server.search.jobs import (
    INSIST_SECONDS,
    CallJob,
    Cancelled,
    Job,
    Listener,
    Search,
    SearchJob,
)
from inarow.server.search.player_cache import PlayerCache

__all__ = ["Cancelled", "Job", "Search", "SearchPool"]

QUICK = ("random", "greedy")
"""Players that answer in less than a millisecond: they do not wait behind long searches."""

QUICK_SIMS = 40
"""Searches of at most so many simulations take some milliseconds, and do not wait either."""

CLOSING_SECONDS = 2.0
"""How long searches may take to hear that the server ends."""

QUICK_WAITING = 1000
"""Of one person, in the executor for players that answer at once: a second's work."""

CALLS = 1
"""Calls of one person at once."""

T = TypeVar("T")
J = TypeVar("J", bound=Job[Any])


class SearchPool:
    """Lets players think, ``workers`` at once for one person and one more for somebody else.

    Further searches wait (see fair_executor.py), at most ``waiting_of_one`` of one person.
    """

    def __init__(
        self,
        workers: int,
        waiting_of_one: int,
        quick_workers: int = 1,
        address_of: Callable[[str], str] = str,  # each person a place of its own
    ) -> None:
        self.workers = workers
        self._player_cache = PlayerCache()
        self._thinking = FairExecutor("think", workers, waiting_of_one, address_of)
        self._quick = FairExecutor("quick", quick_workers, QUICK_WAITING, address_of)
        self._calls = FairExecutor("call", CALLS, waiting_of_one, address_of)
        self._executors = (self._thinking, self._quick, self._calls)
        self._closed = False

    def submit(
        self, user: str, search: Search, on_progress: Listener | None = None
    ) -> Job[Thought]:
        """Let a player think; on the event loop, where ``on_progress`` is called, too.

        Progress comes at most ten times a second. Raises ``TooMany`` if the person has too many
        searches waiting.
        """
        job = SearchJob(user, asyncio.get_running_loop(), self._player_cache, search, on_progress)
        quick = is_quick(search.spec, search.limits)
        return self._add(job, self._quick if quick else self._thinking)

    def call(self, user: str, work: Callable[[], T]) -> Job[T]:
        """Do other work that takes long for the event loop, but not long for a person."""
        return self._add(CallJob(user, asyncio.get_running_loop(), work), self._calls)

    def count_waiting(self) -> int:
        """How many searches wait, of all people."""
        return sum(executor.count_waiting() for executor in self._executors)

    def count_running(self) -> int:
        """How many searches run."""
        return sum(executor.count_running() for executor in self._executors)

    def close(self) -> None:
        """Cancel what waits, stop what runs, and end the threads."""
        self._closed = True
        for executor in self._executors:
            executor.shut()
        deadline = time.monotonic() + CLOSING_SECONDS
        while time.monotonic() < deadline:
            for executor in self._executors:
                executor.interrupt_all()
            if all(
                executor.join(time.monotonic() + INSIST_SECONDS) for executor in self._executors
            ):
                return

    def _add(self, job: J, executor: FairExecutor) -> J:
        if self._closed:
            raise NotNow("The server is about to end: try again when it is back.")
        executor.add(job)
        return job


def is_quick(spec: str, limits: Limits) -> bool:
    """Whether a player answers at once; its description is in its short form.

    >>> is_quick("greedy", Limits(time=9)), is_quick("mcts", Limits(time=9, sims=20))
    (True, True)
    >>> is_quick("mcts", Limits(time=9))
    False
    """
    if spec.partition(":")[0] in QUICK:
        return True
    return limits.sims is not None and limits.sims <= QUICK_SIMS


async def get_pool(connection: HTTPConnection) -> SearchPool:
    """The pool of the server that a request came to."""
    pool: SearchPool = connection.app.state.services.pool
    return pool


PoolDep = Annotated[SearchPool, Depends(get_pool)]

"""The machine to move in a room: at most one search at a time, which can be cancelled."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from inarow.errors import InarowError, PlayerFailed
from inarow.server.edge.refusals import TooMany
from inarow.server.schema.search import Thought
from inarow.server.search.fair_executor import Cancelled, Job
from inarow.server.search.pool import Search, SearchPool
from inarow.server.storage import StoredMove

FULL_SECONDS = 0.5  # before a search is submitted again that the pool has refused

FAILED = "The computer could not move; the server's log says why."

LOG = logging.getLogger(__name__)


class Mover:
    """Lets the player to move search, then makes its move.

    ``play(ply, move)`` makes the move, ``show(thought)`` shows progress, ``fail(ply, error)``
    reports that there will be no move.
    """

    def __init__(
        self,
        pool: SearchPool,
        play: Callable[[int, StoredMove], Awaitable[None]],
        show: Callable[[Thought], None],
        fail: Callable[[int, InarowError], Awaitable[None]],
    ) -> None:
        self._pool = pool
        self._play = play
        self._show = show
        self._fail = fail
        self._task: asyncio.Task[None] | None = None
        self._job: Job[Thought] | None = None
        self._stopped = False
        self._wake = asyncio.Event()

    @property
    def active(self) -> bool:
        """Whether a machine searches, or waits for its turn to."""
        return self._task is not None

    def start(self, user: str, search: Search, moment: Callable[[], float]) -> None:
        """Let a player search, on a user's account; its move is not made before ``moment()``."""
        self.cancel()
        self._stopped = False
        self._task = asyncio.create_task(self._run(user, search, moment))

    def cancel(self) -> None:
        """Cancel the search; there will be no move."""
        if self._job is not None:
            self._job.cancel()
        # The task that makes a move starts the next search itself; it must not be cancelled.
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = self._job = None

    def stop(self) -> None:
        """Have it move now, with the best so far."""
        self._stopped = True
        if self._job is not None:
            self._job.stop()
        self._wake.set()

    def moment_changed(self) -> None:
        """The moment before which no move is made has changed."""
        self._wake.set()

    async def _run(self, user: str, search: Search, moment: Callable[[], float]) -> None:
        try:
            await self._search(user, search, moment)
        except Exception:
            LOG.exception("A machine's move failed.")
            await self._fail(len(search.moves), PlayerFailed("crash", FAILED))
        finally:
            if self._task is asyncio.current_task():
                self._task = self._job = None

    async def _search(self, user: str, search: Search, moment: Callable[[], float]) -> None:
        ply = len(search.moves)
        try:
            job = self._job = await self._submit(user, search)
            thought = await job.result()
            await self._wait(moment)
        except Cancelled:
            return  # the pool is closing
        except InarowError as error:
            await self._fail(ply, error)
            return
        assert thought.action is not None  # it is an answer
        move = StoredMove(thought.action, thought.seconds, thought.value, thought)
        await self._play(ply, move)

    async def _submit(self, user: str, search: Search) -> Job[Thought]:
        while True:
            try:
                job = self._pool.submit(user, search, self._show)
            except TooMany:  # of this user's; somebody waits for this move, so try again
                await asyncio.sleep(FULL_SECONDS)
                continue
            if self._stopped:
                job.stop()
            return job

    async def _wait(self, moment: Callable[[], float]) -> None:
        while not self._stopped and (seconds := moment() - time.monotonic()) > 0:
            self._wake.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._wake.wait()
            except TimeoutError:
                return

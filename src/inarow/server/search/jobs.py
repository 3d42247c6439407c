"""One piece of work in the pool: what it is to do, how far it is, and who waits for it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from inarow.errors import InarowError, PlayerFailed
from inarow.games import Game
from inarow.player import Limits, Player, Progress
from inarow.server.schema.search import Thought
from inarow.server.search.player_cache import PlayerCache
from inarow.server.search.thoughts import thought_of, thought_so_far

PROGRESS_SECONDS = 0.1
"""From one report of progress to the next, at least: people cannot read faster."""

INSIST_SECONDS = 0.02
"""A search that has only just begun does not hear that it should stop: it is told again."""

STOPPED_SECONDS = 0.05
"""For a search that was stopped before it began."""

LOG = logging.getLogger(__name__)

T = TypeVar("T")
Listener = Callable[[Thought], None]


class Cancelled(InarowError):
    """Somebody has cancelled the search, or the server ends."""


@dataclass(frozen=True)
class Search:
    """A question to a player: which move to make after these moves."""

    game: Game
    moves: tuple[int, ...]
    spec: str
    limits: Limits
    lines: int = 1
    thorough: bool = False
    """Whether to go on when a move must be made anyway, as for an analysis."""


class Job(Generic[T]):
    """Work that waits, runs or is done. Its methods are for the event loop that asked for it."""

    def __init__(self, user: str, loop: asyncio.AbstractEventLoop) -> None:
        self.user = user
        self.waiting = True
        self.leave: Callable[[Job[T]], None] = lambda job: None
        """Of the queue that it waits in."""
        self._loop = loop
        self._future: asyncio.Future[T] = loop.create_future()
        # Whoever does not ask for the result does not want to hear of its failure either.
        self._future.add_done_callback(lambda future: future.cancelled() or future.exception())
        self._running = False
        self._insisting = False

    @property
    def done(self) -> bool:
        """Whether there is a result, a failure, or it was cancelled."""
        return self._future.done()

    async def result(self) -> T:
        """What came of it; raises ``Cancelled``, or what went wrong."""
        return await asyncio.shield(self._future)

    def cancel(self) -> None:
        """Give up: one that waits will not run, one that runs is stopped, and its result lost."""
        if self.done:
            return
        self._future.set_exception(Cancelled("The search was cancelled."))
        if self.waiting:
            self.leave(self)
        self._insist()

    def abandon(self) -> None:
        """Cancel, from any thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self.cancel)

    def stop(self) -> None:
        """Answer now with the best so far; one that still waits will take hardly any time."""
        if not self.done:
            self._insist()

    def interrupt(self) -> None:
        """Have what runs end; from any thread. It may have to be told again."""

    def work(self) -> T:
        """Do it; on a thread of the pool."""
        raise NotImplementedError

    def run(self) -> None:
        """Do it and tell the event loop; on a thread of the pool."""
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
            self._tell_again()

    def _tell_again(self) -> None:
        if self._running:
            self.interrupt()
        if self._running or not self.done:
            self._loop.call_later(INSIST_SECONDS, self._tell_again)


class SearchJob(Job[Thought]):
    """A player's search for a move."""

    def __init__(
        self,
        user: str,
        loop: asyncio.AbstractEventLoop,
        player_cache: PlayerCache,
        search: Search,
        on_progress: Listener | None,
    ) -> None:
        super().__init__(user, loop)
        self._player_cache = player_cache
        self._search = search
        self._on_progress = on_progress
        self._player: Player | None = None
        self._stopped = False
        self._latest: Progress | None = None
        self._scheduled = False
        self._told_at = 0.0

    def stop(self) -> None:
        """Answer now with the best so far; one that still waits will take hardly any time."""
        self._stopped = True
        super().stop()

    def interrupt(self) -> None:
        """Have the player answer now, if it has begun."""
        if stop := getattr(self._player, "stop", None):
            stop()

    def work(self) -> Thought:
        """Let a player from the cache think; one that fails is not used again."""
        search = self._search
        limits = search.limits
        if self._stopped:
            limits = replace(limits, time=min(limits.time or STOPPED_SECONDS, STOPPED_SECONDS))
        state = search.game.state_from(search.moves)
        player = self._player_cache.take(search.spec, search.game)
        self._player = player
        try:
            if analyse := getattr(player, "analyse", None):
                listener = self._note if self._on_progress else None
                decision = analyse(
                    state,
                    limits,
                    lines=search.lines,
                    thorough=search.thorough,
                    on_progress=listener,
                )
            else:
                decision = player.act(state, limits)
        finally:
            self._player = None
        self._player_cache.put_back(search.spec, search.game, player)
        return thought_of(search.spec, len(search.moves), decision)

    def _note(self, progress: Progress) -> None:
        """Keep the latest, and have the event loop fetch it; on the thread that searches."""
        self._latest = progress
        if not self._scheduled:
            self._scheduled = True
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._fetch_soon)

    def _fetch_soon(self) -> None:
        wait = self._told_at + PROGRESS_SECONDS - time.monotonic()
        if wait > 0:
            self._loop.call_later(wait, self._fetch)
        else:
            self._fetch()

    def _fetch(self) -> None:
        self._scheduled = False  # first, so that what is noted from now on is fetched, too
        latest, self._latest = self._latest, None
        if latest is not None and self._on_progress and not self.done:
            self._told_at = time.monotonic()
            search = self._search
            self._on_progress(thought_so_far(search.spec, len(search.moves), latest))


class CallJob(Job[T]):
    """Work of bounded cost that cannot be stopped; when it is cancelled, its result is dropped."""

    def __init__(self, user: str, loop: asyncio.AbstractEventLoop, call: Callable[[], T]) -> None:
        super().__init__(user, loop)
        self._call = call

    def work(self) -> T:
        """Call it."""
        return self._call()

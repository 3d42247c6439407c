"""The pool in which players search: bounded, fair, and never on the event loop.

Searches release Python's lock, so threads are enough. There are three executors: quick players do
not wait behind long searches, and neither does other work, of which little runs at once because it
holds the lock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from inarow.errors import BadFile
from inarow.games import Game
from inarow.player import Limits, Player, Progress
from inarow.players import player_type
from inarow.players.level_player import within
from inarow.players.levels import Setting, find_level
from inarow.players.turned import TurnedPlayer
from inarow.server.edge.refusals import NotNow
from inarow.server.schema.search import Thought
from inarow.server.search.fair_executor import INSIST_SECONDS, CallJob, FairExecutor, Job
from inarow.server.search.player_cache import SPECS_KEPT, PlayerCache
from inarow.server.search.thoughts import thought_of, thought_so_far
from inarow.server.search.trained import is_trained

PROGRESS_SECONDS = 0.1
"""Between two reports of progress, at least: people cannot read faster."""

STOPPED_SECONDS = 0.05
"""For a search that was stopped before it began."""

QUICK_SIMS = 40
"""Searches of at most so many simulations take some milliseconds, and do not wait either."""

QUICK_WAITING = 1000
"""Quick searches of one user that may wait: a second's work."""

CALLS = 1
"""Calls of one user at once."""

LOOK_SECONDS = 0.5
"""Between two looks whether an endless search must give way."""

CLOSING_SECONDS = 2.0
"""How long searches may take to stop when the server ends."""

T = TypeVar("T")
J = TypeVar("J", bound=Job[Any])
Listener = Callable[[Thought], None]


@dataclass(frozen=True)
class Search:
    """A question to a player: which move to make after these moves."""

    game: Game
    moves: tuple[int, ...]
    spec: str
    limits: Limits
    lines: int = 1
    endless: bool = False
    """Whether it runs until it is stopped; then it gives way to searches that wait."""
    thorough: bool = False
    """Whether to search on when there is only one sensible move, as for an analysis."""
    level: str | None = None
    """The level that the player moves for, within limits of its own; it needs a seed."""
    seed: int | None = None
    """The player's, in its game, which also turns the board for it; without one, any player will
    do."""

    @property
    def quick(self) -> bool:
        """Whether the player answers at once, and need not wait behind long searches.

        >>> import inarow
        >>> game, limits = inarow.load_game("gomoku"), Limits(time=9)
        >>> Search(game, (), "greedy", limits).quick, Search(game, (), "mcts", limits).quick
        (True, False)
        """
        if _is_instant(self.spec):
            return True
        setting = self.setting
        limits = within(self.limits, setting.limits) if setting else self.limits
        return limits.sims is not None and limits.sims <= QUICK_SIMS

    @property
    def setting(self) -> Setting | None:
        """How the level plays the game, if the player moves for one."""
        return None if self.level is None else find_level(self.level).setting(self.game)


@lru_cache(maxsize=SPECS_KEPT)
def _is_instant(spec: str) -> bool:
    # A checkpoint must be read first, which takes up to a second.
    return not _is_checkpoint(spec) and player_type(spec).instant


@lru_cache(maxsize=SPECS_KEPT)
def _is_checkpoint(spec: str) -> bool:
    return is_trained(spec)


class SearchJob(Job[Thought]):
    """A player's search for a move."""

    def __init__(
        self,
        user: str,
        loop: asyncio.AbstractEventLoop,
        player_cache: PlayerCache,
        loadable: Callable[[str], str],
        search: Search,
        on_progress: Listener | None,
    ) -> None:
        super().__init__(user, loop)
        self._player_cache = player_cache
        self._loadable = loadable
        self._search = search
        self.endless = search.endless
        self._on_progress = on_progress
        self._player: Player | None = None
        self._stopped = False
        self._latest: Progress | None = None
        self._scheduled = False
        self._reported_at = 0.0

    def stop(self) -> None:
        """Answer now with the best so far; a job that still waits will take hardly any time."""
        self._stopped = True
        super().stop()

    def interrupt(self) -> None:
        """Have the player answer now, if it has begun."""
        player = self._player  # the thread that searches may remove it now
        if player is not None:
            player.stop()

    def work(self) -> Thought:
        """Let a player of the cache search; one that fails is not used again."""
        search = self._search
        limits = search.limits
        if self._stopped:
            limits = replace(limits, time=min(limits.time or STOPPED_SECONDS, STOPPED_SECONDS))
        state = search.game.state_from(search.moves)
        loadable = self._loadable(search.spec) if _is_checkpoint(search.spec) else search.spec
        player = self._take(loadable)
        mover = self._player = self._for_game(player)
        try:
            decision = mover.analyse(
                state,
                limits,
                lines=search.lines,
                thorough=search.thorough,
                on_progress=self._note if self._on_progress else None,
            )
        finally:
            self._player = None
        self._player_cache.put_back(loadable, search.game, player, search.seed)
        return thought_of(search.spec, len(search.moves), decision)

    def _take(self, loadable: str) -> Player:
        try:
            return self._player_cache.take(loadable, self._search.game, self._search.seed)
        except BadFile:
            if loadable == self._search.spec:
                raise
            # The error would name a path of the server.
            raise BadFile(f"{self._search.spec} cannot be loaded: it is damaged.") from None

    def _for_game(self, player: Player) -> Player:
        """The player as it moves in the game of the seed, so that games differ.

        Without a seed it is an analysis.
        """
        search = self._search
        if search.seed is None:
            return player
        if search.setting is not None:
            return search.setting.player(player, search.game, search.seed)
        # Most searches draw no random numbers, and would answer the same moves alike in each game.
        return TurnedPlayer.by_seed(player, search.game, search.seed)

    def _note(self, progress: Progress) -> None:
        """Keep the latest, and have the event loop fetch it; on the thread that searches."""
        self._latest = progress
        if not self._scheduled:
            self._scheduled = True
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._fetch_soon)

    def _fetch_soon(self) -> None:
        wait = self._reported_at + PROGRESS_SECONDS - time.monotonic()
        if wait > 0:
            self._loop.call_later(wait, self._fetch)
        else:
            self._fetch()

    def _fetch(self) -> None:
        self._scheduled = False  # first, so that what is noted from now on is fetched, too
        latest, self._latest = self._latest, None
        if latest is not None and self._on_progress and not self.done:
            self._reported_at = time.monotonic()
            search = self._search
            self._on_progress(thought_so_far(search.spec, len(search.moves), latest))


class SearchPool:
    """Lets players search, ``workers`` at once for one user and one more for another.

    Further searches wait (see fair_executor.py), at most ``waiting_per_user`` of one user.
    """

    def __init__(
        self,
        workers: int,
        waiting_per_user: int,
        quick_workers: int = 1,
        address_of: Callable[[str], str] = str,  # each user has an address of their own
        loadable: Callable[[str], str] = str,  # what is loaded for a checkpoint
    ) -> None:
        self.workers = workers
        self._loadable = loadable
        self._player_cache = PlayerCache()
        self._searches = FairExecutor("search", workers, waiting_per_user, address_of)
        self._quick = FairExecutor("quick", quick_workers, QUICK_WAITING, address_of)
        self._calls = FairExecutor("call", CALLS, waiting_per_user, address_of)
        self._executors = (self._searches, self._quick, self._calls)
        self._closed = False

    def submit(
        self, user: str, search: Search, on_progress: Listener | None = None
    ) -> Job[Thought]:
        """Let a player search; on the event loop, where ``on_progress`` is called, too.

        Progress comes at most ten times a second. Raises ``TooMany`` if the user has too many
        searches waiting.
        """
        loop = asyncio.get_running_loop()
        job = SearchJob(user, loop, self._player_cache, self._loadable, search, on_progress)
        executor = self._quick if search.quick else self._searches
        self._add(job, executor)
        if search.endless:
            self._give_way(job, executor)
        return job

    def _give_way(self, job: SearchJob, executor: FairExecutor) -> None:
        """Stop an endless search if another needs its thread; else look again later."""
        if job.done:
            return
        if executor.must_give_way(job):
            job.stop()
        else:
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._give_way, job, executor)

    def call(self, user: str, work: Callable[[], T]) -> Job[T]:
        """Do other work that takes too long for the event loop."""
        return self._add(CallJob(user, asyncio.get_running_loop(), work), self._calls)

    def count_waiting(self) -> int:
        """How many jobs wait, of all users."""
        return sum(executor.count_waiting() for executor in self._executors)

    def count_running(self) -> int:
        """How many jobs run."""
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
            soon = time.monotonic() + INSIST_SECONDS
            if all(executor.join(soon) for executor in self._executors):
                return

    def _add(self, job: J, executor: FairExecutor) -> J:
        if self._closed:
            raise NotNow("The server is shutting down: try again later.")
        executor.add(job)
        return job


async def get_pool(connection: HTTPConnection) -> SearchPool:
    """The pool of the server that a request came to."""
    pool: SearchPool = connection.app.state.services.pool
    return pool


PoolDep = Annotated[SearchPool, Depends(get_pool)]

"""Answers that serve everybody who asks for the same search: watchers of a game all do.

The page has the engine evaluate every position of a game, with a limit in positions. Such a search
has the same answer for all, so it runs once: who asks while it runs waits for it, and who asks
later gets the answer that is kept. A search that only time ends depends on how busy the server is,
and one whose player draws random numbers is meant to differ: neither is shared.

All of this is for the event loop only, so it needs no lock.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from inarow.players import player_type
from inarow.server.schema.search import Thought
from inarow.server.search.player_cache import SPECS_KEPT
from inarow.server.search.pool import Search
from inarow.server.search.trained import is_trained

MOST_ANSWERS = 2000
"""Answers that are kept, of some kB each; those that were asked for longest ago are dropped."""

Waiting = asyncio.Future[Thought | None]
"""The answer of a search that runs; None if it was stopped or failed."""


def is_shared(search: Search) -> bool:
    """Whether the answer to a search is the same for everybody.

    >>> import inarow
    >>> from inarow.player import Limits
    >>> game, nodes = inarow.load_game("gomoku"), Limits(time=5.0, nodes=30_000)
    >>> [is_shared(Search(game, (), spec, nodes)) for spec in ("engine", "mcts")]
    [True, False]
    >>> is_shared(Search(game, (), "engine", Limits(time=5.0)))
    False
    """
    return search.limits.nodes is not None and not search.endless and _is_steady(search.spec)


@lru_cache(maxsize=SPECS_KEPT)
def _is_steady(spec: str) -> bool:
    # A checkpoint may be deleted at any time.
    return not is_trained(spec) and not player_type(spec).seeded


class SharedAnswers:
    """The latest answers of shared searches, and who waits for those that run."""

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        # As JSON, which takes a small part of the memory of the objects.
        self._answers: OrderedDict[Search, str] = OrderedDict()
        self._running: dict[Search, list[Waiting]] = {}

    def __len__(self) -> int:
        return len(self._answers)

    def find(self, search: Search) -> Thought | None:
        """The answer to a search, if it is kept."""
        answer = self._answers.get(search)
        if answer is None:
            return None
        self._answers.move_to_end(search)
        return Thought.model_validate_json(answer)

    def follow(self, search: Search) -> Waiting | None:
        """What the same search will answer, if it runs now."""
        followers = self._running.get(search)
        if followers is None:
            return None
        waiting: Waiting = asyncio.get_running_loop().create_future()
        followers.append(waiting)
        return waiting

    @contextmanager
    def lead(self, search: Search) -> Iterator[Lead]:
        """Search for all who ask in the meantime; at the end they get what was found, if it was."""
        followers = self._running[search] = []
        lead = Lead()
        try:
            yield lead
        finally:
            del self._running[search]
            for waiting in followers:
                if not waiting.done():
                    waiting.set_result(lead.found)
            if lead.found is not None and _is_final(lead.found, search):
                self._keep(search, lead.found)

    def _keep(self, search: Search, thought: Thought) -> None:
        self._answers[search] = thought.model_dump_json()
        self._answers.move_to_end(search)
        if len(self._answers) > self._most:
            self._answers.popitem(last=False)


class Lead:
    """A search that runs for all who wait for it."""

    def __init__(self) -> None:
        self.found: Thought | None = None
        """Its answer, unless somebody stopped it before its end."""


async def get_shared(connection: HTTPConnection) -> SharedAnswers:
    """The shared answers of the server that a request came to."""
    shared: SharedAnswers = connection.app.state.services.shared_answers
    return shared


SharedDep = Annotated[SharedAnswers, Depends(get_shared)]


def _is_final(thought: Thought, search: Search) -> bool:
    """Whether more time would not have changed the answer."""
    limits = search.limits
    assert limits.nodes is not None  # else it is not shared
    within_time = limits.time is None or thought.seconds < limits.time / 2
    return within_time or thought.nodes >= limits.nodes or thought.proven is not None

"""The sockets that watch one game: each change is sent to all, as a snapshot made once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from inarow.errors import InarowError
from inarow.server.edge.problems import error_event
from inarow.server.edge.sockets import GAME, THOUGHT, YOU, Outbox
from inarow.server.schema.play import DeclinedEvent, GameEvent, GameView, Offer, YouEvent
from inarow.server.schema.search import AnswerEvent, ProgressEvent, Thought

GATHER_SECONDS = 0.2  # watchers who come or go within are in one snapshot


@dataclass(eq=False)
class Watcher:
    """One socket that watches the game."""

    user: str
    outbox: Outbox
    version: int = 0  # of the snapshot that it was sent last


class Audience:
    """The sockets of one game; ``view`` makes the snapshot, ``you`` says what one user may do."""

    def __init__(self, view: Callable[[], GameView], you: Callable[[str], YouEvent]) -> None:
        self.version = int(time.time() * 1000)  # so that it also grows over a restart
        self._view = view
        self._you = you
        self._watchers: set[Watcher] = set()
        self._snapshot: str | None = None
        self._gathering: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._watchers)

    def has(self, user: str | None) -> bool:
        """Whether a user watches."""
        return any(watcher.user == user for watcher in self._watchers)

    def count_people(self, without: Collection[str | None] = ()) -> int:
        """How many people watch, except some; one with several pages counts once."""
        return len({watcher.user for watcher in self._watchers}.difference(without))

    def add(self, user: str, outbox: Outbox) -> Watcher:
        """Add a socket; ``welcome`` it once the room has changed."""
        watcher = Watcher(user, outbox)
        self._watchers.add(watcher)
        return watcher

    def welcome(self, watcher: Watcher) -> None:
        """Send the game to a new watcher."""
        self._send_snapshot(watcher)
        watcher.outbox.put(YOU, self._you(watcher.user).model_dump_json())

    def remove(self, watcher: Watcher) -> None:
        """Remove a socket."""
        self._watchers.discard(watcher)

    def note_change(self) -> None:
        """The game has changed; nothing is sent yet."""
        self.version += 1
        self._snapshot = None

    def push(self, *, keep_thought: bool = True) -> None:
        """Send the game to all; unless ``keep_thought``, drop a thought that still waits."""
        self._stop_gathering()
        for watcher in self._watchers:
            if not keep_thought:
                watcher.outbox.discard(THOUGHT)
            self._send_snapshot(watcher)

    def push_soon(self) -> None:
        """Send the game to those who have an older version, after a short wait for more changes."""
        outdated = any(watcher.version != self.version for watcher in self._watchers)
        if self._gathering is None and outdated:
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(GATHER_SECONDS, self.push)

    def push_seats(self) -> None:
        """Send everybody what they may do now."""
        for watcher in self._watchers:
            watcher.outbox.put(YOU, self._you(watcher.user).model_dump_json())

    def show_progress(self, thought: Thought) -> None:
        """Send all what the machine to move thinks so far."""
        self._show(ProgressEvent(thought=thought).model_dump_json())

    def show_answer(self, thought: Thought) -> None:
        """Send all what the machine thought that has moved."""
        self._show(AnswerEvent(player=thought.player, thought=thought).model_dump_json())

    def _show(self, event: str) -> None:
        for watcher in self._watchers:
            watcher.outbox.put(THOUGHT, event)

    def send_error(self, error: InarowError) -> None:
        """Send all an error."""
        event = error_event(error)
        for watcher in self._watchers:
            watcher.outbox.add(event)

    def send_declined(self, offer: Offer) -> None:
        """Send all that an offer was declined."""
        event = DeclinedEvent(offer=offer).model_dump_json()
        for watcher in self._watchers:
            watcher.outbox.add(event)

    def close(self, code: int | None) -> None:
        """Send nothing more; with a code, close the sockets."""
        self._stop_gathering()
        if code is not None:
            for watcher in self._watchers:
                watcher.outbox.close(code)

    def _send_snapshot(self, watcher: Watcher) -> None:
        if watcher.version == self.version:
            return
        if self._snapshot is None:
            self._snapshot = GameEvent(game=self._view()).model_dump_json()
        watcher.version = self.version
        watcher.outbox.put(GAME, self._snapshot)

    def _stop_gathering(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None

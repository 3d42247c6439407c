"""One thread that writes, with group commit.

Whatever waits when the thread is free goes into one transaction, in the order it came, and each
caller goes on only after the commit. So a commit is paid once for many, and no write is told to be
kept before it is. Writes of the same kind that follow each other are handed over together, so that
they can share statements.

A lone write is committed at once. When writes come quickly, a transaction begins only some
milliseconds after the one before, so that many share its cost.

If such a transaction fails it is undone, and each of its writes is tried again in one of its own:
those that are at fault fail, the others do not. If that takes long, the database itself is at
fault, and all the others fail without another try.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from inarow.server.storage.failures import StorageFailed, reason

# From one transaction's start to the next. Nobody sees it, and 1,000 moves a second take a third of
# the processor time that they take without (0.16 s a second instead of 0.45, SQLite).
GATHER_SECONDS = 0.005
PATIENCE_SECONDS = 10.0  # for trying the writes of a group one by one while the first ones fail

A = TypeVar("A")
R = TypeVar("R")

Work = Callable[[Connection, Sequence[A]], Sequence[R]]
"""Carries out writes of one kind, in order, and gives one answer for each."""


@dataclass(eq=False)
class _Write:
    work: Work[Any, Any]
    what: Any
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    answer: Any = None
    failure: StorageFailed | None = None

    def tell(self) -> None:
        """Wake the caller, on its event loop; it may have stopped waiting."""
        if self.future.done():
            return
        if self.failure is not None:
            self.future.set_exception(self.failure)
        else:
            self.future.set_result(self.answer)


class Writer:
    """Carries out writes one after the other, many to a transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: list[_Write] = []
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="inarow-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work[A, R], what: A) -> R:
        """Write, and return when it is committed.

        A caller that is cancelled stops waiting; what it handed in is written all the same.
        """
        loop = asyncio.get_running_loop()
        write = _Write(work, what, loop, loop.create_future())
        with self._changed:
            if self._closed:
                raise StorageFailed("The database has been closed; nothing more can be written.")
            self._waiting.append(write)
            if len(self._waiting) == 1:  # else the thread knows already
                self._changed.notify()
        answer: R = await write.future
        return answer

    def close(self) -> None:
        """Take no more writes, and wait until those that were handed in are done. Blocks."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        began = 0.0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if not self._closed:
                    self._changed.wait_for(
                        lambda: self._closed, timeout=began + GATHER_SECONDS - time.monotonic()
                    )
                began = time.monotonic()
                group, self._waiting = self._waiting, []
            if not group:
                return
            try:
                self._commit_together(group)
            except Exception:  # whatever it was, the writes are told one by one
                self._commit_each(group)
            _tell(group)

    def _commit_together(self, group: list[_Write]) -> None:
        with self._engine.begin() as connection:
            for work, writes_of_kind in groupby(group, key=lambda write: write.work):
                writes = list(writes_of_kind)
                answers = work(connection, [write.what for write in writes])
                for write, answer in zip(writes, answers, strict=True):
                    write.answer = answer

    def _commit_each(self, group: list[_Write]) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        for write in group:
            try:
                self._commit_together([write])
            except StorageFailed as failure:
                write.failure = failure
            except Exception as error:  # of the database, or what cannot be written as JSON
                write.failure = StorageFailed(f"The database refused a change: {reason(error)}.")
                if time.monotonic() > deadline:
                    for other in group[group.index(write) :]:
                        other.failure = StorageFailed(str(write.failure))
                    return


def _tell(group: list[_Write]) -> None:
    """Wake all callers; one wake-up of each event loop is enough for all that wait on it."""
    for loop in {write.loop for write in group}:
        told = [write for write in group if write.loop is loop]
        with suppress(RuntimeError):  # the loop has ended, and with it all who waited
            loop.call_soon_threadsafe(_tell_all, told)


def _tell_all(writes: list[_Write]) -> None:
    for write in writes:
        write.tell()

"""A few threads that read, so that the event loop does not wait for the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from inarow.server.storage.database import READERS
from inarow.server.storage.failures import StorageFailed, reason

R = TypeVar("R")


class DatabaseReader:
    """Answers questions, each in a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="inarow-reader")
        self._closed = False

    async def read(self, question: Callable[[Connection], R]) -> R:
        """The answer to a question; every write that has returned before is seen."""
        if self._closed:
            raise StorageFailed("The database has been closed; nothing more can be read.")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def refuse(self) -> None:
        """Take no more questions."""
        self._closed = True

    def close(self) -> None:
        """Take no more questions, and wait for the answers to those that were asked. Blocks."""
        self.refuse()
        self._threads.shutdown()

    def _ask(self, question: Callable[[Connection], R]) -> R:
        try:
            with self._engine.begin() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            raise StorageFailed(f"The database gave no answer: {reason(error)}.") from None

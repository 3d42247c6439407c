"""The store: a database that is opened, brought up to date and closed; its games and its runs.

Writes go through one thread that commits them in groups (``writer.py``); reads run on a few other
threads (``reader.py``). A write that has returned is committed, and every read that begins after it
sees it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import URL, Engine
from sqlalchemy.exc import SQLAlchemyError

from inarow.server.storage.database import (
    address,
    make_private_file,
    open_engines,
    open_for_upgrade,
    read_url,
)
from inarow.server.storage.failures import StorageFailed, reason
from inarow.server.storage.games import GameStore
from inarow.server.storage.migrations import upgrade
from inarow.server.storage.reader import DatabaseReader
from inarow.server.storage.runs import RunStore
from inarow.server.storage.sqlite_file import check_file
from inarow.server.storage.writer import Writer


class Store:
    """Games and runs in a database; methods are called on an event loop.

    >>> import asyncio, tempfile
    >>> from inarow.server.storage import StoredGame, StoredMove
    >>> async def demo(url):
    ...     store = Store.open(url)
    ...     seats = ({"kind": "human"}, {"kind": "player", "spec": "greedy"})
    ...     game = StoredGame("g1", "tictactoe", seats, ("me", None), "me", 1.0, 0, [], 0)
    ...     await store.games.create(game)
    ...     await store.games.add_move("g1", 0, StoredMove(4, seconds=0.5))
    ...     loaded = await store.games.load("g1")
    ...     await store.close()
    ...     return loaded.ply, loaded.moves[0].action
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     asyncio.run(demo(f"sqlite:///{folder}/games.db"))
    (1, 4)
    """

    def __init__(self, reader: Engine, writer: Engine) -> None:
        self._engines = (reader, writer)
        self._reader = DatabaseReader(reader)
        self._writer = Writer(writer)
        self._closed = False
        self.games = GameStore(self._reader, self._writer)
        self.runs = RunStore(self._reader, self._writer)

    @classmethod
    def open(cls, url: str) -> Store:
        """Open a database and bring it up to date; a file that is missing is created.

        A SQLite file that is damaged is refused.
        """
        where = read_url(url)
        if where.get_backend_name() == "sqlite":
            path = Path(where.database or "")
            make_private_file(path)
            check_file(path)
        upgrading = open_for_upgrade(where)
        try:
            with upgrading.begin() as connection:
                upgrade(connection, address(where))
        except SQLAlchemyError as error:
            raise StorageFailed(_cannot_open(where, error)) from None
        finally:
            upgrading.dispose()
        return cls(*open_engines(where))

    async def close(self) -> None:
        """Wait for what was handed in, then close the database. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._reader.refuse()
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    def _close(self) -> None:
        self._writer.close()
        self._reader.close()
        for engine in self._engines:
            engine.dispose()


def _cannot_open(url: URL, error: SQLAlchemyError) -> str:
    where, why = address(url), reason(error)
    if url.get_backend_name() == "sqlite":
        return f"The database {where} cannot be opened: {why}."
    return f"The database {where} cannot be reached: {why}."

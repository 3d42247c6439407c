"""The store: what the server asks the database, without ever holding up the event loop.

Writes go through one thread that commits them in groups (``writer.py``); reads run on a few other
threads. A write that has returned is committed, and every read that begins after it sees it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import EllipsisType
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from inarow.server.storage import game_rows, run_rows
from inarow.server.storage.database import (
    READERS,
    address,
    make_private_file,
    open_engines,
    open_for_upgrade,
    read_url,
)
from inarow.server.storage.failures import StorageFailed, reason
from inarow.server.storage.migrations import upgrade
from inarow.server.storage.records import StoredGame, StoredMove, StoredRun, now, same_form
from inarow.server.storage.writer import Writer

R = TypeVar("R")


class Store:
    """Games and runs in a database; its methods are called on an event loop.

    >>> import asyncio, tempfile
    >>> async def demo(url):
    ...     store = Store.open(url)
    ...     seats = ({"kind": "human"}, {"kind": "player", "spec": "greedy"})
    ...     game = StoredGame("g1", "tictactoe", seats, ("me", None), "me", 1.0, 0, [], 0)
    ...     await store.create_game(game)
    ...     await store.add_move("g1", 0, StoredMove(4, seconds=0.5))
    ...     loaded = await store.load_game("g1")
    ...     await store.close()
    ...     return loaded.ply, loaded.moves[0].action
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     asyncio.run(demo(f"sqlite:///{folder}/games.db"))
    (1, 4)
    """

    def __init__(self, reader: Engine, writer: Engine) -> None:
        self._engines = (reader, writer)
        self._reader = reader
        self._writer = Writer(writer)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="inarow-reader")
        self._closed = False

    @classmethod
    def open(cls, url: str) -> Store:
        """Open a database, make it if it is a file that is not there, and bring it up to date."""
        where = read_url(url)
        if where.get_backend_name() == "sqlite":
            make_private_file(Path(where.database or ""))
        upgrading = open_for_upgrade(where)
        try:
            with upgrading.begin() as connection:
                upgrade(connection, address(where))
        except SQLAlchemyError as error:
            raise StorageFailed(_cannot_open(where, error)) from None
        finally:
            upgrading.dispose()
        return cls(*open_engines(where))

    async def create_game(self, game: StoredGame) -> None:
        """Keep a new game with the moves it begins with."""
        await self._writer.write(game_rows.insert_games, game)

    async def load_game(self, id: str) -> StoredGame | None:  # noqa: A002
        """Give a game, with all its moves but not their thoughts; None if there is none."""
        return await self._read(lambda connection: game_rows.read_game(connection, id))

    async def add_move(self, id: str, ply: int, move: StoredMove) -> None:  # noqa: A002
        """Keep a move in the place of ``ply``; those from there on are dropped.

        The game then stands after this move, and nobody has resigned.
        """
        await self._writer.write(game_rows.add_moves, game_rows.NewMove(id, ply, move, now()))

    async def update_game(
        self,
        id: str,  # noqa: A002
        *,
        ply: int | EllipsisType = ...,
        resigned: int | EllipsisType | None = ...,
        seats: tuple[dict[str, Any], dict[str, Any]] | EllipsisType = ...,
        owners: tuple[str | None, str | None] | EllipsisType = ...,
        delay: float | EllipsisType = ...,
    ) -> None:
        """GameChange what is given, and nothing else but the time of the last change."""
        values: dict[str, Any] = {"ply": ply, "resigned": resigned, "delay": delay}
        if seats is not ...:
            values["seats"] = list(seats)
        if owners is not ...:
            values["first_owner"], values["second_owner"] = owners
        values = _given(values) | {"updated": now()}
        await self._writer.write(game_rows.change_games, game_rows.GameChange(id, values))

    async def load_thought(self, id: str, ply: int) -> dict[str, Any] | None:  # noqa: A002
        """Give what was thought before the move in the place of ``ply``."""
        return await self._read(lambda connection: game_rows.read_thought(connection, id, ply))

    async def list_games(self, user: str, limit: int = 50) -> list[StoredGame]:
        """Give the games that somebody made or has a seat in, the last changed first."""
        return await self._read(lambda connection: game_rows.read_games_of(connection, user, limit))

    async def forget_empty_games(self, before: str) -> int:
        """Delete games in which nobody moved and nothing changed since; say how many."""
        return await self._writer.write(game_rows.forget_empty, same_form(before))

    async def create_run(self, run: StoredRun) -> None:
        """Keep a new run."""
        await self._writer.write(run_rows.insert_runs, run)

    async def update_run(
        self,
        id: str,  # noqa: A002
        *,
        title: str | EllipsisType = ...,
        state: str | EllipsisType = ...,
        message: str | EllipsisType = ...,
        settings: dict[str, Any] | EllipsisType = ...,
        games: int | EllipsisType = ...,
        scheduled: int | EllipsisType = ...,
    ) -> None:
        """GameChange what is given, and nothing else."""
        values = _given(
            {
                "title": title,
                "state": state,
                "message": message,
                "settings": settings,
                "games": games,
                "scheduled": scheduled,
            }
        )
        if values:
            await self._writer.write(run_rows.change_runs, run_rows.RunChange(id, values))

    async def load_run(self, id: str) -> StoredRun | None:  # noqa: A002
        """Give a run; None if there is none."""
        return await self._read(lambda connection: run_rows.read_run(connection, id))

    async def list_runs(
        self,
        *,
        owner: str | None = None,
        states: Collection[str] | None = None,
        limit: int = 100,
    ) -> list[StoredRun]:
        """Give runs, the newest first: of one owner, in some states, or all."""
        return await self._read(
            lambda connection: run_rows.read_runs(connection, owner, states, limit)
        )

    async def delete_run(self, id: str) -> bool:  # noqa: A002
        """Delete a run; say whether there was one."""
        return await self._writer.write(run_rows.delete_runs, id)

    async def close(self) -> None:
        """Wait for what was handed in, then let go of the database. May be called twice."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    def _close(self) -> None:
        self._writer.close()
        self._threads.shutdown()
        for engine in self._engines:
            engine.dispose()

    async def _read(self, question: Callable[[Connection], R]) -> R:
        if self._closed:
            raise StorageFailed("The database has been closed; nothing more can be read.")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def _ask(self, question: Callable[[Connection], R]) -> R:
        try:
            with self._reader.begin() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            raise StorageFailed(f"The database gave no answer: {reason(error)}.") from None


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not ...}


def _cannot_open(url: URL, error: SQLAlchemyError) -> str:
    where, why = address(url), reason(error)
    if "file is not a database" in why:
        return f"{where} is not a SQLite database: give another file, or move this one away."
    if url.get_backend_name() == "sqlite":
        return f"The database {where} cannot be opened: {why}."
    return f"The database {where} cannot be reached: {why}."

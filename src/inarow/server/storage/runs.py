"""Runs of the lab: what is stored of them, and how it is written and read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from types import EllipsisType
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from inarow.server.storage.database import now, same_form
from inarow.server.storage.failures import StorageFailed
from inarow.server.storage.reader import DatabaseReader
from inarow.server.storage.tables import runs
from inarow.server.storage.writer import Writer


@dataclass
class StoredRun:
    """A tournament or a training run as it is stored; its games and curves are in files."""

    id: str
    kind: str
    title: str
    owner: str
    state: str
    message: str = ""
    """Why it failed."""
    settings: dict[str, Any] = field(default_factory=dict)
    created: str = field(default_factory=now)
    games: int = 0
    scheduled: int = 0


class RunStore:
    """The stored runs; a change that has returned is committed."""

    def __init__(self, reader: DatabaseReader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer

    async def create(self, run: StoredRun) -> None:
        """Store a new run."""
        await self._writer.write(_insert_runs, run)

    async def update(
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
        """Change what is given, and nothing else."""
        values = {
            "title": title,
            "state": state,
            "message": message,
            "settings": settings,
            "games": games,
            "scheduled": scheduled,
        }
        given = {name: value for name, value in values.items() if value is not ...}
        if given:
            await self._writer.write(_change_runs, _RunChange(id, given))

    async def load(self, id: str) -> StoredRun | None:  # noqa: A002
        """A run; None if there is none."""
        return await self._reader.read(lambda connection: _read_run(connection, id))

    async def find(
        self,
        *,
        owner: str | None = None,
        states: Collection[str] | None = None,
        limit: int = 100,
    ) -> list[StoredRun]:
        """Runs, the newest first: of one owner, in some states, or all."""
        return await self._reader.read(
            lambda connection: _read_runs(connection, owner, states, limit)
        )

    async def delete(self, id: str) -> bool:  # noqa: A002
        """Delete a run; whether there was one."""
        return await self._writer.write(_delete_runs, id)


@dataclass(frozen=True)
class _RunChange:
    """New values of some columns of a run."""

    run: str
    values: dict[str, Any]


def _insert_runs(connection: Connection, new: Sequence[StoredRun]) -> list[None]:
    """Add runs."""
    rows = [asdict(run) | {"created": same_form(run.created)} for run in new]
    connection.execute(insert(runs), rows)
    return [None for _ in new]


def _change_runs(connection: Connection, changes: Sequence[_RunChange]) -> list[None]:
    """Set columns of runs."""
    for change in changes:
        statement = update(runs).where(runs.c.id == change.run).values(**change.values)
        if connection.execute(statement).rowcount != 1:
            raise StorageFailed(f"Run {change.run} cannot be changed: there is no such run.")
    return [None for _ in changes]


def _delete_runs(connection: Connection, keys: Sequence[str]) -> list[bool]:
    """Delete runs; whether each existed."""
    return [connection.execute(delete(runs).where(runs.c.id == key)).rowcount > 0 for key in keys]


def _read_run(connection: Connection, key: str) -> StoredRun | None:
    """A run."""
    row = connection.execute(select(runs).where(runs.c.id == key)).mappings().first()
    return None if row is None else StoredRun(**row)


def _read_runs(
    connection: Connection, owner: str | None, states: Collection[str] | None, limit: int
) -> list[StoredRun]:
    """Runs, the newest first: of an owner, in some states, or all."""
    found = select(runs).order_by(runs.c.created.desc(), runs.c.id).limit(limit)
    if owner is not None:
        found = found.where(runs.c.owner == owner)
    if states is not None:
        found = found.where(runs.c.state.in_(states))
    return [StoredRun(**row) for row in connection.execute(found).mappings()]

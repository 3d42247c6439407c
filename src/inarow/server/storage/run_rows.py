"""Runs of the lab as rows: how they are written and read, on a connection that is given."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from inarow.server.storage.failures import StorageFailed
from inarow.server.storage.records import StoredRun, same_form
from inarow.server.storage.tables import runs


@dataclass(frozen=True)
class RunChange:
    """New values of some columns of a run."""

    run: str
    values: dict[str, Any]


def insert_runs(connection: Connection, new: Sequence[StoredRun]) -> list[None]:
    """Add runs."""
    rows = [asdict(run) | {"created": same_form(run.created)} for run in new]
    connection.execute(insert(runs), rows)
    return [None for _ in new]


def change_runs(connection: Connection, changes: Sequence[RunChange]) -> list[None]:
    """Set columns of runs."""
    for change in changes:
        statement = update(runs).where(runs.c.id == change.run).values(**change.values)
        if connection.execute(statement).rowcount != 1:
            raise StorageFailed(f"Run {change.run} cannot be changed: there is no such run.")
    return [None for _ in changes]


def delete_runs(connection: Connection, keys: Sequence[str]) -> list[bool]:
    """Delete runs; say of each whether there was one."""
    return [connection.execute(delete(runs).where(runs.c.id == key)).rowcount > 0 for key in keys]


def read_run(connection: Connection, key: str) -> StoredRun | None:
    """Give a run."""
    row = connection.execute(select(runs).where(runs.c.id == key)).mappings().first()
    return None if row is None else StoredRun(**row)


def read_runs(
    connection: Connection, owner: str | None, states: Collection[str] | None, limit: int
) -> list[StoredRun]:
    """Give runs, the newest first: of an owner, in some states, or all."""
    found = select(runs).order_by(runs.c.created.desc(), runs.c.id).limit(limit)
    if owner is not None:
        found = found.where(runs.c.owner == owner)
    if states is not None:
        found = found.where(runs.c.state.in_(states))
    return [StoredRun(**row) for row in connection.execute(found).mappings()]

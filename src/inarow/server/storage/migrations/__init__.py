"""Migrations: Alembic's revisions, run from Python.

After a change of ``tables.py``, generate the next revision and check it::

    python -m inarow.server.storage.migrations "Keep ratings"
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from inarow.server.storage.failures import StorageFailed
from inarow.server.storage.tables import metadata

UPGRADE_LOCK = 1_768_710_263  # any number that other users of the same PostgreSQL do not use


def alembic_config(connection: Connection) -> Config:
    """Alembic's settings, without a file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("file_template", "r%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection, name: str) -> None:
    """Bring a database up to date, in the given transaction; ``name`` is for messages."""
    if connection.dialect.name == "postgresql":  # SQLite's writers wait for each other anyway
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": UPGRADE_LOCK})
    config = alembic_config(connection)
    known = ScriptDirectory.from_config(config)
    for revision in MigrationContext.configure(connection).get_current_heads():
        try:
            known.get_revision(revision)
        except CommandError:
            raise StorageFailed(
                f"The database {name} was made by a newer inarow (its revision {revision} is "
                "unknown here): update inarow, or use another database."
            ) from None
    command.upgrade(config, "head")


def differences(connection: Connection) -> list[object]:
    """How the database differs from ``tables.py``; empty, if all revisions were run."""
    return list(compare_metadata(MigrationContext.configure(connection), metadata))

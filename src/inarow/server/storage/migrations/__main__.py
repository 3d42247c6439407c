"""Writes the next revision: what ``tables.py`` has that the revisions so far do not make."""

from __future__ import annotations

import sys

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from inarow.server.storage.migrations import alembic_config, upgrade

if __name__ == "__main__":
    with create_engine("sqlite://").begin() as connection:
        upgrade(connection, "in memory")
        config = alembic_config(connection)
        head = ScriptDirectory.from_config(config).get_current_head()
        number = f"{int(head or 0) + 1:04}"
        command.revision(config, " ".join(sys.argv[1:]), autogenerate=True, rev_id=number)

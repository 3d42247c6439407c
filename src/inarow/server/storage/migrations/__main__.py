"""Generates the next revision: what ``tables.py`` has and the revisions so far lack."""

from __future__ import annotations

import sys

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from inarow.server.storage.migrations import alembic_config, differences, upgrade


def write_next(title: str) -> None:
    """Write a revision with the next number into ``versions/``."""
    with create_engine("sqlite://").begin() as connection:
        upgrade(connection, "in memory")
        if not differences(connection):
            sys.exit("The revisions match tables.py: there is nothing to write.")
        config = alembic_config(connection)
        head = ScriptDirectory.from_config(config).get_current_head()
        command.revision(config, title, autogenerate=True, rev_id=f"{int(head or 0) + 1:04}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('Give a title: python -m inarow.server.storage.migrations "Keep ratings".')
    write_next(sys.argv[1])

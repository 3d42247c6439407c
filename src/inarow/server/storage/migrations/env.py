"""Alembic runs this file around the revisions; the caller gives the connection."""

from __future__ import annotations

from alembic import context

from inarow.server.storage.tables import metadata


def run() -> None:
    """Run revisions on the given connection, in its transaction."""
    connection = context.config.attributes["connection"]
    # SQLite can alter little: there, a table is copied to its new form.
    batch = connection.dialect.name == "sqlite"
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=batch)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only while Alembic runs; an import does nothing
    run()

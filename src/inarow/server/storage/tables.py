"""The tables. A change of one needs a migration, see ``migrations/``; a test compares them.

``updated`` has no index: each move changes it, and the games of one user are few enough to be
sorted when they are listed.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

MOMENT = String(32)  # characters of a time of day with its zone
NAME = String(64)  # characters of a key or of a user, which is a SHA-256 in hexadecimal

# Constraints have names, so that migrations can refer to them on every database.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("game", Text, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("first_owner", NAME, index=True),
    Column("second_owner", NAME, index=True),
    Column("creator", NAME, nullable=False, index=True),
    Column("time", Double, nullable=False),
    Column("opening", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("resigned", Integer),
    Column("agreed", Boolean, nullable=False, server_default=false()),
    Column("created", MOMENT, nullable=False, index=True),
    Column("updated", MOMENT, nullable=False),
    Column("delay", Double, nullable=False),
)

moves = Table(
    "moves",
    metadata,
    Column("game_id", NAME, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("action", Integer, nullable=False),
    Column("seconds", Double),
    Column("value", Double),
    # The last column: SQLite need not read it to get at the others.
    Column("thought", JSON(none_as_null=True)),
)

runs = Table(
    "runs",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("title", Text, nullable=False),
    Column("owner", NAME, nullable=False, index=True),
    Column("state", String(20), nullable=False),
    Column("message", Text, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", MOMENT, nullable=False, index=True),
    Column("games", Integer, nullable=False),
    Column("scheduled", Integer, nullable=False),
)

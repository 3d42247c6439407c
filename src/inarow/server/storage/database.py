"""Connections and statements: addresses, engines, how SQLite is set up; forms of JSON and times.

SQLite uses a write-ahead log, so that readers and the writer do not wait for each other, and syncs
at checkpoints only: commits survive the end of the process, and a power cut may lose the last
moments but does not damage the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pydantic_core
from sqlalchemy import URL, ClauseElement, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from inarow.extras import needs
from inarow.server.storage.failures import StorageFailed

READERS = 4  # reads at once
BUSY_MS = 5000  # how long SQLite waits for another program that writes to the same file
CONNECT_SECONDS = 5  # how long PostgreSQL may take to answer

FORMS = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"


def to_json(value: Any) -> str:
    """JSON for a column, ten times as fast as the standard library.

    NaN and infinity are not JSON: PostgreSQL would refuse them, SQLite would not. None is left out
    of messages, but not of dictionaries.

    >>> to_json({"value": float("nan")})
    '{"value":null}'
    """
    return pydantic_core.to_json(value, inf_nan_mode="null", exclude_none=True).decode()


Row = Mapping[str, Any]


class Prepared:
    """A statement that every move runs: compiled once, where SQLAlchemy prepares each row anew.

    A row names all parameters that the statement leaves open. Values go to the database's driver as
    they are: JSON as text.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, Callable[[Row], Any]]] = {}  # by the database's kind

    def execute(self, connection: Connection, rows: Sequence[Row]) -> int:
        """Run it for each row; returns how many rows of the tables it met."""
        kind = connection.dialect.name
        if kind not in self._compiled:
            self._compiled[kind] = self._compile(connection)
        text, values = self._compiled[kind]
        return connection.exec_driver_sql(text, [values(row) for row in rows]).rowcount

    def _compile(self, connection: Connection) -> tuple[str, Callable[[Row], Any]]:
        compiled = self._statement.compile(dialect=connection.dialect)
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        order = getattr(compiled, "positiontup", None)
        if order is None:  # the driver takes parameters by name
            return str(compiled), lambda row: {**fixed, **row}
        return str(compiled), lambda row: tuple(
            row[name] if name in row else fixed[name] for name in order
        )


def now() -> str:
    """The time as it is stored: ISO 8601, UTC, always equally long, so that texts sort."""
    return _text(datetime.now(UTC))


def same_form(moment: str) -> str:
    """A moment in the form of ``now``; one without a zone is taken to be UTC.

    >>> same_form("2026-11-16T06:30:00Z")
    '2026-11-16T06:30:00.000000+00:00'
    """
    read = datetime.fromisoformat(moment)
    return _text(read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def read_url(text: str) -> URL:
    """Read the URL of a database; errors do not repeat it, because it may have a password.

    >>> read_url("postgresql://localhost/inarow").drivername
    'postgresql+psycopg'
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StorageFailed(f"The address of a database is {FORMS}; this one is not.") from None
    backend = url.get_backend_name()
    if backend == "sqlite":
        if url.database in {None, "", ":memory:"} or str(url.database).startswith("file:"):
            raise StorageFailed("A SQLite database must be a file, as in sqlite:///games.db.")
        return url.set(drivername="sqlite")
    if backend in {"postgresql", "postgres"}:
        if "@" in (url.host or ""):
            raise StorageFailed('In the address of a database, "@" in a password is written %40.')
        return url.set(drivername="postgresql+psycopg")
    raise StorageFailed(f"The address of a database is {FORMS}, not {backend}://.")


def address(url: URL) -> str:
    """The name of a database for messages, without user, password and options.

    >>> address(read_url("postgresql://me:secret@db.example:5433/games?sslmode=require"))
    'postgresql://db.example:5433/games'
    >>> address(read_url("sqlite:////var/games.db"))
    '/var/games.db'
    """
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    public = URL.create("postgresql", host=url.host, port=url.port, database=url.database)
    return public.render_as_string()


def make_private_file(path: Path) -> None:
    """Make the file and its folder if they are missing, readable for the user only."""
    try:
        for folder in reversed(path.parents):
            if not folder.exists():
                folder.mkdir(mode=0o700, exist_ok=True)
        path.touch(mode=0o600)
        with path.open("rb+"):
            pass  # it can be written
    except OSError as error:
        why = error.strerror or error
        raise StorageFailed(f"The database {path} cannot be written: {why}.") from None


def open_engines(url: URL) -> tuple[Engine, Engine]:
    """Make the engines for reading and for writing; nothing is connected yet."""
    options: dict[str, Any] = {"json_serializer": to_json, "max_overflow": 0}
    if url.get_backend_name() == "sqlite":
        reader = create_engine(url, pool_size=READERS, **options)
        writer = create_engine(url, pool_size=1, **options)
        _set_up_sqlite(reader, "BEGIN")
        # Taking the write lock at once means waiting at one place only: no deadlock.
        _set_up_sqlite(writer, "BEGIN IMMEDIATE")
        return reader, writer
    if "connect_timeout" not in url.query:
        options["connect_args"] = {"connect_timeout": CONNECT_SECONDS}
    with needs("PostgreSQL", "postgres"):
        # A game and its moves are read by two statements that must see the same snapshot. The
        # database may have been restarted: a reader asks first; the writer tries again anyway.
        reader = create_engine(
            url,
            pool_size=READERS,
            isolation_level="REPEATABLE READ",
            pool_pre_ping=True,
            **options,
        )
        return reader, create_engine(url, pool_size=1, **options)


def open_for_upgrade(url: URL) -> Engine:
    """Make an engine for migrations.

    In SQLite these copy a table and drop the old one. Foreign keys must be off then, or all moves
    would be deleted with the old table of games.
    """
    reader, writer = open_engines(url)
    reader.dispose()
    if url.get_backend_name() == "sqlite":
        event.listen(writer, "connect", _disable_foreign_keys)
    return writer


def _disable_foreign_keys(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA foreign_keys=OFF")


def _set_up_sqlite(engine: Engine, begin: str) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin by the event below
        for setting in (
            f"busy_timeout={BUSY_MS}",
            "journal_mode=WAL",
            "synchronous=NORMAL",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

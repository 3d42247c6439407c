"""A SQLite file as a whole: is it damaged, and a copy of it while a server uses it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL

from inarow.errors import BadFile
from inarow.files import replacing
from inarow.server.storage.database import address, read_url
from inarow.server.storage.failures import StorageFailed, reason

CHECK_SECONDS = 5.0  # at the start of a server; a large file is checked as far as that goes
CHECK_EVERY = 10_000  # instructions of SQLite between two looks at the clock


def check_file(path: Path, seconds: float = CHECK_SECONDS, copied_from: Path | None = None) -> None:
    """Raise ``StorageFailed`` if the file is damaged or no database; it is only read.

    The check follows all pages, but compares no index with its table. After ``seconds`` it ends,
    and what it has not read counts as good. Of a copy, the sentence names what it was
    ``copied_from``, which is damaged as well.
    """
    named = copied_from or path
    with _open(path, named) as connection:
        deadline = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > deadline, CHECK_EVERY)
        try:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return
            raise
    if found != "ok":
        raise _damaged(named, found.splitlines()[-1])


def back_up(url: str, target: Path) -> Path:
    """Copy the database at ``url`` to a new file, as it is at one moment; gives what was copied.

    A server that uses it goes on meanwhile.
    """
    source = _file_of(read_url(url))
    if not source.exists():
        raise StorageFailed(f"There is no database {source} to copy.")
    if target.exists():
        raise BadFile(f"{target} exists already: give the name of a new file.")
    with replacing(target) as aside:
        aside.touch(mode=0o600)
        with _open(source, source) as connection, closing(sqlite3.connect(aside)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        check_file(aside, seconds=float("inf"), copied_from=source)
    return source


def _file_of(url: URL) -> Path:
    if url.get_backend_name() != "sqlite":
        raise StorageFailed(
            f"{address(url)} is a PostgreSQL database: copy it with PostgreSQL's own pg_dump."
        )
    return Path(url.database or "")


@contextmanager
def _open(path: Path, named: Path) -> Iterator[sqlite3.Connection]:
    """Open a file to read it; what SQLite finds wrong with it is said in a sentence."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            yield opened
    except sqlite3.DatabaseError as error:
        code = error.sqlite_errorcode & 0xFF  # without the details
        if code == sqlite3.SQLITE_NOTADB:
            raise StorageFailed(
                f"{named} is not a SQLite database: give another file, or move this one away."
            ) from None
        if code == sqlite3.SQLITE_CORRUPT:
            raise _damaged(named, reason(error)) from None
        raise StorageFailed(f"The database {named} cannot be opened: {reason(error)}.") from None


def _damaged(path: Path, what: str) -> StorageFailed:
    return StorageFailed(
        f"The database {path} is damaged ({what.rstrip('. ')}): put a backup in its place, or give "
        "another file; this one was not changed."
    )

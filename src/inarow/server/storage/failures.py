"""Failures of the database."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from inarow.errors import InarowError


class StorageFailed(InarowError):
    """The database could not be opened, read or written."""


def reason(error: Exception) -> str:
    """The reason, from the database's message: one line, without the statement and its values.

    >>> reason(OSError("disk full\\n  (and more)"))
    'disk full'
    """
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(cause).strip().splitlines()
    return lines[0].rstrip(" .:") if lines else type(cause).__name__

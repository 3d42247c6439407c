"""Files that are written beside their place and renamed, so that readers never see half a file."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from inarow.errors import BadFile

AnyPath = str | os.PathLike[str]
"""A path as callers may give it."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What is wrong with the disk, in a sentence."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}.") from None


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; at the end it is renamed to ``path``.

    If writing fails, ``path`` does not change.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = Path(directory) / "note.txt"
    ...     with replacing(path) as aside:
    ...         _ = aside.write_text("done")
    ...     path.read_text(), len(list(path.parent.iterdir()))
    ('done', 1)
    """
    # Not made from the name, which may be as long as the file system allows.
    aside = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with writing(path):
            yield aside
            with aside.open("rb") as file:
                os.fsync(file.fileno())
            aside.replace(path)
    finally:
        # A disk that cannot be written, or a name that is too long, was reported above.
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def expand_home(path: AnyPath) -> Path:
    """The path with the folder of ``~`` or ``~user``, as a shell would write it.

    >>> expand_home("~nobody-of-that-name/runs")
    PosixPath('~nobody-of-that-name/runs')
    """
    try:
        return Path(path).expanduser()
    except RuntimeError:  # the home of nobody
        return Path(path)


def create_folder(path: Path) -> None:
    """Make a folder, and those that it is in, if they are not there."""
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)

"""Files that are written aside and renamed, so that nobody ever reads half of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from inarow.errors import BadFile


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path beside ``path`` to write to; what was written takes its place at the end.

    If the writing fails, ``path`` stays as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = Path(directory) / "note.txt"
    ...     with replacing(path) as aside:
    ...         _ = aside.write_text("done")
    ...     path.read_text(), len(list(path.parent.iterdir()))
    ('done', 1)
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield aside
        with aside.open("rb") as file:
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}.") from None
    finally:
        aside.unlink(missing_ok=True)

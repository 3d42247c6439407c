"""Files of recorded games to learn from, and whether they are still the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from inarow.errors import BadFile


def game_files(path: Path) -> list[Path]:
    """A file, or the files of a folder."""
    if not path.is_dir():
        return [path]
    return sorted(each for each in path.iterdir() if each.is_file() and each.name[0] != ".")


def checksum_of(paths: Iterable[Path]) -> str:
    """One for all files."""
    total = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                total.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
    return total.hexdigest()

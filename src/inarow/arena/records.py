"""The log of a running match: games are appended as they end, and a kill at any moment loses none.

Each game is one line, appended by one system call. So a kill can leave at most one incomplete line,
the last, and resuming removes it. An open log is locked: two runs cannot write to one file.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, cast

from inarow.errors import BadFile
from inarow.files import AnyPath
from inarow.protocols.jsonl import from_json, read_jsonl, to_json, verify
from inarow.protocols.line_reader import MAX_LINE
from inarow.protocols.record import GameRecord

_BEGINNING = b'{"game"'
"""The start of each line that we write; no other line is ever removed."""


class GameLog:
    """An append-only file of games.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "match.jsonl"
    >>> with GameLog.create(path) as log:
    ...     log.append(GameRecord(game="tictactoe", players=("mcts", "greedy"), moves=(4, 0)))
    >>> with GameLog.resume(path) as log:
    ...     [record.moves for record in log]
    [(4, 0)]
    """

    def __init__(self, path: Path, descriptor: int, games: int) -> None:
        """Use ``create`` or ``resume``."""
        self.path = path
        self.games = games
        """The number of games in the file."""
        self._descriptor = descriptor
        self._lock = threading.Lock()

    @classmethod
    def create(cls, path: AnyPath) -> Self:
        """Create a log; an error if the file is not empty."""
        path = Path(path)
        with _LockedFile(path) as file:
            if os.fstat(file.number).st_size:
                raise BadFile(
                    f"{path} already contains games: continue with --resume, or give another name."
                )
            return cls(path, file.keep(), 0)

    @classmethod
    def resume(cls, path: AnyPath) -> Self:
        """Open a log or create one; an incomplete last line is removed."""
        path = Path(path)
        with _LockedFile(path) as file:
            games = _mend(path, file.number)
            return cls(path, file.keep(), games)

    def append(self, record: GameRecord) -> None:
        """Append a game, from any thread; on an error the file does not change."""
        line = to_json(record).encode() + b"\n"
        with self._lock:
            if self._descriptor < 0:
                raise BadFile(f"{self.path} is closed: no game can be added.")
            size = os.fstat(self._descriptor).st_size
            try:
                written = os.write(self._descriptor, line)
                reason = "the disk is full"
            except OSError as error:
                written, reason = 0, error.strerror or str(error)
            if written < len(line):
                with contextlib.suppress(OSError):
                    os.ftruncate(self._descriptor, size)
                raise BadFile(f"{self.path} cannot be written: {reason}.")
            self.games += 1

    def records(self) -> Iterator[GameRecord]:
        """The games that are in the file now, one at a time; games may be appended meanwhile."""
        with self._lock:
            size = os.fstat(self._descriptor).st_size if self._descriptor >= 0 else None
        yield from read_log(self.path, size)

    __iter__ = records

    def close(self) -> None:
        """Synchronise the file to disk and release the lock."""
        with self._lock:
            if self._descriptor >= 0:
                with contextlib.suppress(OSError):  # not every file can be synchronised
                    os.fsync(self._descriptor)
                os.close(self._descriptor)
                self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_log(path: AnyPath, size: int | None = None) -> Iterator[GameRecord]:
    """The games in the first ``size`` bytes of a log, by default in all; no lock is needed."""

    def complain(where: str, why: str) -> None:
        raise BadFile(f"{path}, {where}: {why}")

    try:
        with Path(path).open("rb") as stream:
            if size is None:
                size = os.fstat(stream.fileno()).st_size
            yield from read_jsonl(cast(BinaryIO, _Beginning(stream, size)), None, complain)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None


def complete_size(path: AnyPath) -> int:
    """The bytes of a log's complete lines: another process may be writing the last one."""
    try:
        with Path(path).open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            while size:
                start = max(0, size - MAX_LINE)
                stream.seek(start)
                found = stream.read(size - start).rfind(b"\n")
                if found >= 0:
                    return start + found + 1
                size = start
            return 0
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None


class _Beginning:
    """The first bytes of a stream, for reading lines."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._left = size

    def readline(self, limit: int) -> bytes:
        """The next line, as of a file."""
        line = self._stream.readline(min(limit, self._left))
        self._left -= len(line)
        return line


class _LockedFile:
    """A locked file, which is closed at the end unless it is kept."""

    def __init__(self, path: Path) -> None:
        try:
            self.number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise BadFile(f"{path} cannot be written: {error.strerror or error}.") from None
        self._kept = False
        try:
            fcntl.flock(self.number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self.number)
            raise BadFile(f"{path} is being written by another run: give another name.") from None

    def keep(self) -> int:
        """Keep the file open; returns its descriptor."""
        self._kept = True
        return self.number

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if not self._kept:
            os.close(self.number)


def _mend(path: Path, descriptor: int) -> int:
    """Remove an incomplete last line; an error for other damage. Returns the number of games."""
    with path.open("rb") as stream:
        size = os.fstat(descriptor).st_size
        games = number = position = 0
        while raw := stream.readline(MAX_LINE):
            number += 1
            last = position + len(raw) == size
            whole = raw.endswith(b"\n")
            if raw.strip():
                try:
                    _check_line(raw)
                    games += 1
                    if not whole:  # an editor left out the last line end
                        os.write(descriptor, b"\n")
                except BadFile as error:
                    if not (last and _ours(raw)):
                        raise BadFile(f"{path}, line {number}: {error}") from None
                    os.ftruncate(descriptor, position)
                    break
            position += len(raw)
    return games


def _check_line(raw: bytes) -> None:
    """Raise BadFile if a line is not complete, by its checksum or else by reading the game."""
    try:
        line = raw.decode()
    except UnicodeDecodeError:
        raise BadFile("The line is not UTF-8.") from None
    if not verify(line):
        from_json(line)


def _ours(raw: bytes) -> bool:
    """Whether a damaged line is a part of one of ours; a crash can also leave zeros."""
    start = raw.rstrip(b"\r\n")[: len(_BEGINNING)]
    return _BEGINNING.startswith(start) or not raw.strip(b"\0\n")

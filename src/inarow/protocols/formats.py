"""The registry of file formats for games, found by name or by file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from inarow.errors import BadFile, BadSpec
from inarow.files import AnyPath, replacing
from inarow.games import Game
from inarow.protocols.coordinates import read_coordinates, to_coordinates
from inarow.protocols.jsonl import read_jsonl, to_json
from inarow.protocols.line_reader import Complain
from inarow.protocols.psq import LOOKS as PSQ_LOOKS
from inarow.protocols.psq import psq_losses, read_psq, to_psq
from inarow.protocols.record import GameRecord
from inarow.protocols.serialization import to_fields
from inarow.protocols.sgf import read_sgf, to_sgf
from inarow.spec import closest

ONE_GAME = "A {} file contains one game: give a directory as the target, for a file per game."
LOOK = 4096  # bytes at the start of a file, to detect its format


class Reader(Protocol):
    """Reads games from a binary stream, one at a time.

    A bad game is reported to ``complain``, which raises by default, or else it is skipped.
    """

    def __call__(
        self, stream: BinaryIO, game: Game | None = None, complain: Complain = ...
    ) -> Iterator[GameRecord]: ...


@dataclass(frozen=True)
class Format:
    """A file format: how it is detected, read and written, and what it does not store."""

    name: str
    summary: str
    suffixes: tuple[str, ...]
    looks: re.Pattern[bytes]
    """What the start of such a file looks like."""
    read: Reader
    encode: Callable[[GameRecord], bytes]
    """One game as the bytes of a file."""
    losses: Callable[[GameRecord], Iterable[str]] = lambda record: ()
    """The fields of a record that would be lost."""
    one_game: bool = False
    """Whether a file contains only one game."""

    def write(self, records: Iterable[GameRecord], stream: BinaryIO) -> None:
        """Write games to a binary stream."""
        for number, record in enumerate(records):
            if number and self.one_game:
                raise BadFile(ONE_GAME.format(self.name))
            stream.write(self.encode(record))


def _coordinate_line(record: GameRecord) -> bytes:
    return (to_coordinates(record) or "# no moves").encode() + b"\n"


def _all_but_moves(record: GameRecord) -> Iterator[str]:
    yield from (field for field in to_fields(record) if field != "moves")


FORMATS = (
    Format(
        "jsonl",
        "JSON lines, our own: one game per line, everything is kept",
        (".jsonl", ".ndjson", ".json"),
        re.compile(rb"\s*\{"),
        read_jsonl,
        lambda record: to_json(record).encode() + b"\n",
    ),
    Format(
        "sgf",
        "Smart Game Format, GM[4]: for viewers and Renju programs, everything is kept",
        (".sgf",),
        re.compile(rb"\s*\(\s*;"),
        read_sgf,
        lambda record: to_sgf(record).encode() + b"\n",
    ),
    Format(
        "psq",
        "Piskvork and Gomocup: five in a row, one game per file, moves and times",
        (".psq",),
        PSQ_LOOKS,
        read_psq,
        to_psq,
        psq_losses,
        one_game=True,
    ),
    Format(
        "coords",
        "coordinates such as h8i9g7: one game per line, only the moves",
        (".txt", ".coords", ".pos"),
        re.compile(rb"\s*(#.*\s+)*([0-9]{1,3}\.+\s*)?[A-Za-z][0-9]{1,2}[\sA-Za-z,;]"),
        read_coordinates,
        _coordinate_line,
        _all_but_moves,
    ),
)


def find_format(name: str) -> Format:
    """The format of this name."""
    for entry in FORMATS:
        if entry.name == name.lower():
            return entry
    names = [entry.name for entry in FORMATS]
    raise BadSpec(f"There is no format {name!r}: {closest(name, names)}")


def format_of_path(path: AnyPath) -> Format | None:
    """The format by the suffix of a file name.

    >>> format_of_path("match.SGF").name
    'sgf'
    """
    suffix = Path(path).suffix.lower()
    return next((entry for entry in FORMATS if suffix in entry.suffixes), None)


def format_of_content(start: bytes) -> Format | None:
    """The format by the first bytes of a file.

    >>> format_of_content(b"Piskvorky 20x20, 11:11, 0").name, format_of_content(b"h8 i9").name
    ('psq', 'coords')
    """
    start = start.removeprefix(b"\xef\xbb\xbf")
    return next((entry for entry in FORMATS if entry.looks.match(start)), None)


def read_games(
    path: AnyPath,
    format: Format | str | None = None,  # noqa: A002 (as people call it)
    game: Game | None = None,
    on_bad: Callable[[BadFile], object] | None = None,
) -> Iterator[GameRecord]:
    """The games of a file, one at a time; the format is detected by name or content.

    A bad game raises an error that says where it is. With ``on_bad``, bad games are passed to that
    function and skipped.
    """
    try:
        with Path(path).open("rb") as stream:
            yield from read_stream(stream, str(path), format, game, on_bad, format_of_path(path))
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None


def write_games(
    path: AnyPath,
    records: Iterable[GameRecord],
    format: Format | str | None = None,  # noqa: A002 (as people call it)
) -> None:
    """Write games to a file, which is replaced if it exists; the format is detected by its name.

    If writing fails, the file does not change.
    """
    chosen = find_format(format) if isinstance(format, str) else format or format_of_path(path)
    if chosen is None:
        suffixes = ", ".join(entry.suffixes[0] for entry in FORMATS)
        raise BadFile(f"{path} has no suffix of a format ({suffixes}): say which format it is.")
    with replacing(Path(path)) as aside, aside.open("wb") as stream:
        chosen.write(records, stream)


def read_stream(
    stream: BinaryIO,
    source: str,
    format: Format | str | None = None,  # noqa: A002 (as people call it)
    game: Game | None = None,
    on_bad: Callable[[BadFile], object] | None = None,
    likely: Format | None = None,
) -> Iterator[GameRecord]:
    """The games of a stream with ``peek``; ``source`` is its name in messages."""
    start = stream.peek(LOOK)[:LOOK]  # type: ignore[attr-defined]  # of buffered streams
    if isinstance(format, str):
        format = find_format(format)  # noqa: A001
    if not start.strip():
        return
    chosen = format or likely
    if format is None and not (likely and likely.looks.match(start)):
        chosen = format_of_content(start) or likely
    if chosen is None:
        names = ", ".join(entry.name for entry in FORMATS)
        raise BadFile(f"{source} does not look like a file of games: say which of {names} it is.")

    def complain(where: str, why: str) -> None:
        error = BadFile(f"{source}, {where}: {why}" if where else f"{source}: {why}")
        if on_bad is None:
            raise error
        on_bad(error)

    yield from chosen.read(stream, game, complain)

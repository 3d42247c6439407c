"""Reads untrusted text line by line, with limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO, NoReturn

from inarow.errors import BadFile

MAX_LINE = 2**20
"""Bytes in a line. The longest game with all its data takes some 30 kB."""

Complain = Callable[[str, str], object]
"""Called with the place of a bad game and what is wrong; if it returns, reading continues after it.

The place is a line, or empty for the whole file.
"""


def stop(where: str, why: str) -> NoReturn:
    """Raise an exception, which ends the reading."""
    raise BadFile(f"{where}: {why}" if where else why)


def read_lines(stream: BinaryIO, complain: Complain = stop) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 stream with their numbers, without line ends."""
    number = 0
    while raw := stream.readline(MAX_LINE):
        number += 1
        if len(raw) == MAX_LINE and not raw.endswith(b"\n"):
            complain(f"line {number}", f"The line is longer than {MAX_LINE} bytes.")
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_LINE)
            continue
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            complain(f"line {number}", f"The line is not UTF-8: byte {error.start + 1} is wrong.")
        else:
            yield number, text.rstrip("\r\n")

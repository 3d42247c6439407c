"""Our own format: JSON lines, one game per line, lossless.

A line is a JSON object with the fields of ``GameRecord``; empty fields are left out, and moves are
written as coordinates. The last field, ``check``, is the CRC-32 of the line without it. It may be
missing, in files that were written by others or edited by hand.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from inarow.errors import BadFile
from inarow.games import Game
from inarow.protocols.line_reader import MAX_LINE, Complain, read_lines, stop
from inarow.protocols.record import GameRecord
from inarow.protocols.serialization import from_fields, to_fields
from inarow.protocols.validation import excerpt

_CHECK = re.compile(r',\s*"check"\s*:\s*"([^"]*)"\s*\}\s*$')


def to_json(record: GameRecord) -> str:
    """Write a game as one line, without the line end.

    >>> print(to_json(GameRecord(game="tictactoe", players=("mcts", "greedy"), moves=(4, 0))))
    {"game": "tictactoe", "players": ["mcts", "greedy"], "moves": "b2 a1", "check": "409d4c7a"}
    """
    body = json.dumps(to_fields(record), ensure_ascii=False, allow_nan=False)
    line = f'{body[:-1]}, "check": "{zlib.crc32(body.encode()):08x}"}}'
    if (length := len(line.encode())) >= MAX_LINE:
        raise BadFile(f"A record of {length} bytes is too long: {MAX_LINE} is the most.")
    return line


def from_json(line: str) -> GameRecord:
    """Read a game, and check it against the rules of its game.

    >>> from_json('{"game": "tictactoe", "players": ["mcts", "greedy"], "moves": "b2 b2"}')
    Traceback (most recent call last):
    ...
    inarow.errors.BadFile: Move 2 does not fit: b2 is taken; legal are a1, b1, c1, a2, c2 and 3
    more.
    """
    if len(line) >= MAX_LINE:
        raise BadFile(f"The line is longer than {MAX_LINE} characters.")
    fields = parse_object(line)
    if "check" in fields:
        verify(line)
        del fields["check"]
    return from_fields(fields)


def verify(line: str) -> bool:
    """Whether a line has a checksum; a wrong one is an error."""
    match = _CHECK.search(line)
    if match is None:
        if '"check"' in line:
            raise BadFile('"check" must be the last field of the line and a text.')
        return False
    if f"{zlib.crc32((line[: match.start()] + '}').encode('utf-8', 'replace')):08x}" != match[1]:
        raise BadFile(
            "The line was changed or damaged: its check does not match. If you edited it, remove "
            "the field check."
        )
    return True


def parse_object(text: str) -> dict[str, Any]:
    """Read a JSON object strictly: no NaN, no duplicate keys."""
    try:
        fields = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except RecursionError:
        raise BadFile("The line is nested too deep to be a game.") from None
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at")
        raise BadFile(f"The line is not JSON: {what} at character {error.pos + 1}.") from None
    except BadFile:
        raise
    except ValueError:  # a whole number of thousands of digits
        raise BadFile("The line has a number that is too long.") from None
    if not isinstance(fields, dict):
        raise BadFile('A game is a JSON object such as {"game": "gomoku", …}.')
    return fields


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadFile(f"The line gives {excerpt(ascii(twice))} twice.")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise BadFile(f"The line has {name}, which is not a number in JSON.")


def read_jsonl(
    stream: BinaryIO, game: Game | None = None, complain: Complain = stop
) -> Iterator[GameRecord]:
    """The games of a stream, one at a time; empty lines are skipped."""
    for number, line in read_lines(stream, complain):
        if not line.strip():
            continue
        try:
            record = from_json(line)
            if game is not None and record.game != game.spec:
                raise BadFile(f"This is a game of {record.game}, not of {game}.")
        except BadFile as error:
            complain(f"line {number}", str(error))
        else:
            yield record

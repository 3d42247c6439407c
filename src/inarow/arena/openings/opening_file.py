"""Files of openings: one opening per line, ``#`` starts a comment.

An opening is a list of moves, ``h8i9g7`` or ``h8 i9 g7``; ``-`` is the empty board. Lines of
numbers are openings as Gomocup publishes them: each stone as ``x,y`` from the centre, x to the
right and y down. A PSQ file is one opening, and a folder holds the openings of its files. Files are
not trusted: in every opening, the moves must be legal and the game must not be over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from inarow.errors import BadFile, InarowError
from inarow.files import AnyPath
from inarow.games import Game
from inarow.protocols.gomocup.notation import parse_point
from inarow.protocols.psq import from_psq, is_psq
from inarow.untrusted_text import shorten

COMMENT = "#"
EMPTY_BOARD = "-"
MAX_BYTES = 16 * 2**20  # more than MAX_OPENINGS of the usual length need
MAX_OPENINGS = 100_000
MAX_LINE = 4096  # characters; the longest game on the largest board needs 1,600
MAX_REASON = 300  # characters of an error that quotes a line
SUFFIXES = (".psq", ".txt")  # of the files in a folder that are read

_OFFSETS = re.compile(r"[-+]?\d{1,3}(?:[\s,;]+[-+]?\d{1,3})*[\s,;]*", re.ASCII)
_NUMBER = re.compile(r"[-+]?\d+", re.ASCII)


def format_opening(game: Game, actions: Iterable[int]) -> str:
    """Write an opening for a file.

    >>> import inarow
    >>> game = inarow.load_game("gomoku")
    >>> format_opening(game, [112, 128]), format_opening(game, [])
    ('h8i9', '-')
    """
    return "".join(game.action_to_string(action) for action in actions) or EMPTY_BOARD


def parse_openings(text: str, source: str, game: Game) -> list[tuple[int, ...]]:
    """Read openings from a text; ``source`` is its name in errors.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> parse_openings("b2a1  # a corner", "mine.txt", game)
    [(4, 0)]
    >>> parse_openings("b2b2", "mine.txt", game)
    Traceback (most recent call last):
    ...
    inarow.errors.BadFile: mine.txt, line 1: Move 2 does not fit: b2 is taken; legal are a1, b1, c1,
    a2, c2 and 3 more.
    >>> parse_openings("0,0, -1,1", "gomocup.txt", game)
    [(4, 0)]
    """
    openings: list[tuple[int, ...]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            raise BadFile(f"{source}, line {number}: no line may be longer than {MAX_LINE}.")
        moves = line.partition(COMMENT)[0].strip()
        if not moves:
            continue
        try:
            openings.append(_parse_opening(moves, game))
        except InarowError as error:
            raise BadFile(f"{source}, line {number}: {shorten(str(error), MAX_REASON)}") from None
        if len(openings) > MAX_OPENINGS:
            raise BadFile(f"{source} has more than {MAX_OPENINGS} openings: split it.")
    if not openings:
        raise BadFile(f"{source} has no opening: write one per line, as in {_example(game)}.")
    return openings


def read_openings(source: AnyPath, game: Game) -> list[tuple[int, ...]]:
    """Read a file of openings, a PSQ file, or a folder of such files."""
    path = Path(source)
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES)
        if not files:
            raise BadFile(f"{path} has no files of openings ({', '.join(SUFFIXES)}).")
        return [opening for file in files for opening in _read_file(file, game)]
    return _read_file(path, game)


def read_text(path: Path) -> str:
    """The text of an untrusted file."""
    return _decode(_read_bytes(path), path)


def _read_file(path: Path, game: Game) -> list[tuple[int, ...]]:
    content = _read_bytes(path)
    if not is_psq(content):
        return parse_openings(_decode(content, path), str(path), game)
    try:
        return [_psq_opening(content, game)]
    except BadFile as error:
        raise BadFile(f"{path}: {shorten(str(error), MAX_REASON)}") from None


def _psq_opening(content: bytes, game: Game) -> tuple[int, ...]:
    """The given moves of a game, which have no time, or all moves if none was given."""
    record = from_psq(content, game)
    moves = record.moves[: record.opening] or record.moves
    return _unfinished(moves, game)


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(f"{path} cannot be read: {reason}.") from None
    if len(content) > MAX_BYTES:
        raise BadFile(f"{path} is larger than {MAX_BYTES // 2**20} MB: split it.")
    return content


def _decode(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile(f"{path}, line {line}: this is not UTF-8 text.") from None


def _parse_opening(text: str, game: Game) -> tuple[int, ...]:
    if text == EMPTY_BOARD:
        return ()
    if _OFFSETS.fullmatch(text):
        return _unfinished(_from_offsets(text, game), game)
    return _unfinished(text, game)


def _unfinished(moves: str | Sequence[int], game: Game) -> tuple[int, ...]:
    """The moves of an opening; an error if one is not legal or the last one ends the game."""
    state = game.state_from(moves)
    if state.is_terminal():
        raise BadFile("the game is over after these moves.")
    return tuple(state.history())


def _from_offsets(text: str, game: Game) -> list[int]:
    """The moves of a line of Gomocup: x and y of each stone from the centre of the board.

    The centre is the point (columns / 2, rows / 2), rounded down: 10,10 of 20 x 20, 7,7 of 15 x 15.
    """
    if game.block_size is not None:
        raise BadFile(f"offsets from the centre are for boards of one grid, not for {game}.")
    numbers = [int(number) for number in _NUMBER.findall(text)]
    if len(numbers) % 2:
        raise BadFile(f"there are {len(numbers)} numbers, but a stone has two: x,y.")
    moves = []
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        point = f"{x + game.columns // 2},{y + game.rows // 2}"
        if (action := parse_point(point, game)) is None:
            raise BadFile(
                f"{x},{y} from the centre is off the board of {game.columns} x {game.rows}."
            )
        moves.append(action)
    return moves


def _example(game: Game) -> str:
    middle = (game.rows - 1) // 2 * game.columns + (game.columns - 1) // 2
    return game.action_to_string(middle)

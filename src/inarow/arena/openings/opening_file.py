"""Files of openings: one opening per line as coordinates, ``#`` starts a comment.

An opening is a list of moves, ``h8i9g7`` or ``h8 i9 g7``; ``-`` is the empty board. Files are not
trusted: in every line, the moves must be legal and the game must not be over.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inarow.errors import BadFile, InarowError
from inarow.games import Game
from inarow.untrusted_text import shorten

COMMENT = "#"
EMPTY_BOARD = "-"
MAX_BYTES = 16 * 2**20  # more than MAX_OPENINGS of the usual length need
MAX_OPENINGS = 100_000
MAX_LINE = 4096  # characters; the longest game on the largest board needs 1,600
MAX_REASON = 300  # characters of an error that quotes a line


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


def read_openings(path: Path, game: Game) -> list[tuple[int, ...]]:
    """Read a file of openings."""
    return parse_openings(read_text(path), str(path), game)


def read_text(path: Path) -> str:
    """The text of an untrusted file."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(f"{path} cannot be read: {reason}.") from None
    if len(content) > MAX_BYTES:
        raise BadFile(f"{path} is larger than {MAX_BYTES // 2**20} MB: split it.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile(f"{path}, line {line}: this is not UTF-8 text.") from None


def _parse_opening(moves: str, game: Game) -> tuple[int, ...]:
    if moves == EMPTY_BOARD:
        return ()
    state = game.state_from(moves)
    if state.is_terminal():
        raise BadFile("the game is over after these moves.")
    return tuple(state.history())


def _example(game: Game) -> str:
    middle = (game.rows - 1) // 2 * game.columns + (game.columns - 1) // 2
    return game.action_to_string(middle)

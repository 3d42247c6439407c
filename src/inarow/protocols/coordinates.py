"""Coordinate strings: ``h8i9g7``, one game per line, only the moves.

A line may have spaces, commas and a comment after ``#``. Moves may be numbered, as in
``1. h8 i9 2. g7``; a line that begins with a higher number than 1 continues the game before it. The
file does not contain the game, which must be given, nor the players, nor the result of a game that
was not played to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from inarow.errors import BadFile, InarowError
from inarow.games import Game, load_game
from inarow.protocols.line_reader import MAX_LINE, Complain, read_lines, stop
from inarow.protocols.record import GameRecord
from inarow.protocols.validation import UNKNOWN, excerpt, outcome

_NUMBER = re.compile(r"(?<![A-Za-z0-9])(\d{1,3})\.+", re.ASCII)


def from_coordinates(line: str, game: Game) -> GameRecord:
    """Read the moves of a game.

    >>> from_coordinates("a1 b2, c3", load_game("tictactoe")).moves
    (0, 4, 8)
    >>> from_coordinates("1. a1 b2 2. c3", load_game("tictactoe")).moves
    (0, 4, 8)
    """
    try:
        state = game.state_from(_NUMBER.sub(" ", line))
    except InarowError as error:
        raise BadFile(excerpt(str(error))) from None
    result, end = outcome(state)
    return GameRecord(
        game=game.spec,
        players=(UNKNOWN, UNKNOWN),
        moves=tuple(state.history()),
        result=result,
        end=end,
    )


def to_coordinates(record: GameRecord) -> str:
    """Write the moves of a game.

    >>> to_coordinates(GameRecord(game="gomoku", players=("?", "?"), moves=(112, 128)))
    'h8i9'
    """
    return load_game(record.game).format_moves(record.moves).replace(" ", "")


def read_coordinates(
    stream: BinaryIO, game: Game | None = None, complain: Complain = stop
) -> Iterator[GameRecord]:
    """The games of a stream, one at a time; empty lines and comments are skipped."""
    if game is None:
        complain("", "Coordinates do not contain the game: give it, as in --game gomoku.")
        return
    for number, moves in _games(stream, complain):
        try:
            record = from_coordinates(moves, game)
        except BadFile as error:
            complain(f"line {number}", str(error))
        else:
            yield record


def _games(stream: BinaryIO, complain: Complain) -> Iterator[tuple[int, str]]:
    """The moves of each game, with the line where it begins."""
    begun, game = 0, ""
    for number, line in read_lines(stream, complain):
        moves = line.partition("#")[0].strip()
        if not moves:
            continue
        continued = _NUMBER.match(moves)
        if game and continued and int(continued[1]) > 1 and len(game) < MAX_LINE:
            game += f" {moves}"
            continue
        if game:
            yield begun, game
        begun, game = number, moves
    if game:
        yield begun, game

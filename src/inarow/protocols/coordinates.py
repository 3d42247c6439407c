"""Coordinate strings: ``h8i9g7``, one game per line, only the moves.

A line may have spaces, commas and a comment after ``#``. The file does not contain the game, which
must be given, nor the players, nor the result of a game that was not played to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from inarow.errors import BadFile, InarowError
from inarow.games import Game, load_game
from inarow.protocols.line_reader import Complain, read_lines, stop
from inarow.protocols.record import GameRecord
from inarow.protocols.validation import UNKNOWN, excerpt, outcome


def from_coordinates(line: str, game: Game) -> GameRecord:
    """Read the moves of a game.

    >>> from_coordinates("a1 b2, c3", load_game("tictactoe")).moves
    (0, 4, 8)
    """
    try:
        state = game.state_from(line)
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
    for number, line in read_lines(stream, complain):
        moves = line.partition("#")[0].strip()
        if not moves:
            continue
        try:
            record = from_coordinates(moves, game)
        except BadFile as error:
            complain(f"line {number}", str(error))
        else:
            yield record

"""The validation of records from any file: legal moves, a result that matches them.

Files are not trusted: each number and text has a limit, and texts with control characters, which a
terminal would execute, are refused in files and cleaned in what we write.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime

from inarow.errors import BadFile, InarowError
from inarow.games import Game, State, load_game
from inarow.protocols.record import DRAWS, End, GameRecord
from inarow.untrusted_text import has_controls, replace_controls, shorten

MAX_SPEC = 200  # characters in the description of a game
MAX_NAME = 2000  # characters in a name; the command line of an external engine is one
MAX_SECONDS = 1e9  # for a move: thirty years
MAX_NODES = 2**63 - 1
MAX_SEED = 2**128
MAX_DEPTH = 8  # of lists and objects within ``event``
MAX_REASON = 400  # characters of a message, which may quote a hostile file

UNKNOWN = "?"
"""The name of an unknown player."""

RESULTS = ((1.0, -1.0), (-1.0, 1.0), (0.0, 0.0))


def excerpt(text: str) -> str:
    """The text as a part of a message: on one line, cut in the middle if it is too long."""
    return shorten(replace_controls(text), MAX_REASON)


def load_recorded_game(spec: str) -> Game:
    """The game of a description in a file."""
    if len(spec) > MAX_SPEC:
        raise BadFile(f"game has {len(spec)} characters, but at most {MAX_SPEC} are read.")
    return load_game(spec)


def outcome(state: State) -> tuple[tuple[float, float] | None, End | None]:
    """The result and the end of a position; None while the game is not over.

    >>> outcome(load_game("tictactoe").state_from("a1 a2 b1 b2 c1"))
    ((1.0, -1.0), <End.LINE: 'line'>)
    """
    if not state.is_terminal():
        return None, None
    first, second = state.returns()
    return (first, second), End.LINE if state.winning_line() else End.FULL


def loss_for_mover(state: State) -> tuple[float, float]:
    """The result if the player to move has lost."""
    return (-1.0, 1.0) if state.move_number() % 2 == 0 else (1.0, -1.0)


def check(record: GameRecord) -> State:
    """Raise ``BadFile`` with the reason if a record is not valid; returns its final position."""
    try:
        state = load_recorded_game(record.game).state_from(record.moves)
    except BadFile:
        raise
    except InarowError as error:
        raise BadFile(excerpt(str(error))) from None
    if not 0 <= record.opening <= len(record.moves):
        raise BadFile(f"opening is {record.opening}, but there are {len(record.moves)} moves.")
    _check_result(record, state)
    _check_texts(record)
    _check_tree(record, state.game)
    _check_per_move("times", record.times, record, 0, MAX_SECONDS)
    _check_per_move("values", record.values, record, -1, 1)
    _check_per_move("nodes", record.nodes, record, 0, MAX_NODES)
    if any(abs(seed) > MAX_SEED for seed in record.seeds or ()):
        raise BadFile("seeds must be below 2^128.")
    for key, limit in record.limits.items():
        _check_line("limits", key)
        _check_number(f"limits {key}", limit, 0, MAX_NODES)
    _check_plain("event", record.event, MAX_DEPTH)
    return state


def _check_result(record: GameRecord, state: State) -> None:
    result, end = record.result, record.end
    if result is not None and tuple(result) not in RESULTS:
        raise BadFile("result must be [1, -1], [-1, 1] or [0, 0].")
    if end is not None and result is None:
        raise BadFile(f"end is {end.value!r}, but there is no result.")
    shown, shown_end = outcome(state)
    if shown is not None:
        if result is not None and result != shown:
            raise BadFile(f"result is {_words(result)}, but after the last move: {state.status()}.")
        if end is not None and end != shown_end:
            raise BadFile(f"end is {end.value!r}, but after the last move: {state.status()}.")
    elif end in (End.LINE, End.FULL):
        raise BadFile(f"end is {end.value!r}, but after the last move: {state.status()}.")
    elif end in DRAWS and result != (0.0, 0.0):
        raise BadFile(f"end is {end.value!r}, but result is {_words(result)}.")
    elif end not in (None, *DRAWS) and result != loss_for_mover(state):
        raise BadFile(f"end is {end.value!r}, a loss of the player to move: result must say so.")


def _check_tree(record: GameRecord, game: Game) -> None:
    """Whether variations are legal and in order, and comments belong to moves."""
    number = len(record.moves)
    path = list(range(number + 1))  # numbers of the moves from the start to the last one
    state = game.state_from(record.moves)
    for variation in record.variations:
        after = variation.after
        if after not in path[:-1] or not variation.moves:
            raise BadFile(
                f"A variation after move {excerpt(str(after))} is out of order: each leaves the "
                "line before it, and has a move."
            )
        while path[-1] != after:
            path.pop()
            state.undo_action()
        for action in variation.moves:
            try:
                state.apply_action(action)
            except InarowError as error:
                raise BadFile(f"In the variation after move {after}: {error}") from None
            number += 1
            path.append(number)
    for key, text in record.comments.items():
        if not 0 <= key <= number:
            raise BadFile(f"There is a comment on move {excerpt(str(key))}, which is not there.")
        _check_text("comments", text)


def _words(result: tuple[float, float] | None) -> str:
    return {1.0: "a win of the first player", -1.0: "a win of the second player"}.get(
        result[0] if result else 0.0, "a draw"
    )


def _check_texts(record: GameRecord) -> None:
    for name in record.players:
        _check_line("players", name)
        if not name.strip():
            raise BadFile("players must have names; write ? for a player who is not known.")
    for version in record.versions:
        _check_line("versions", version)
    _check_text("detail", record.detail)
    if record.started:
        try:
            datetime.fromisoformat(record.started)
        except ValueError:
            raise BadFile(
                f"started is {excerpt(replace_controls(record.started))!r}, but must be a date in "
                "ISO 8601, as in 2026-11-05T14:30:00+00:00."
            ) from None
    for key, text in record.tags.items():
        _check_line("tags", key)
        _check_text("tags", text)


def _check_line(field: str, text: str) -> None:
    if len(text) > MAX_NAME:
        raise BadFile(f"{field} has a text of {len(text)} characters, but at most {MAX_NAME} fit.")
    if has_controls(text):
        raise BadFile(f"{field} has control characters: {excerpt(ascii(text))}.")


def _check_text(field: str, text: str) -> None:
    if has_controls(text, lines=True):
        raise BadFile(f"{field} has control characters: {excerpt(ascii(text))}.")


def _check_per_move(
    field: str, entries: Sequence[float | None], record: GameRecord, low: float, high: float
) -> None:
    if entries and len(entries) != len(record.moves):
        raise BadFile(f"{field} has {len(entries)} entries for {len(record.moves)} moves.")
    for number, entry in enumerate(entries, start=1):
        if entry is not None:
            _check_number(f"{field} of move {number}", entry, low, high)


def _check_number(field: str, number: float, low: float, high: float) -> None:
    if not (math.isfinite(number) and low <= number <= high):
        raise BadFile(f"{field} is {excerpt(str(number))}: it must be from {low:g} to {high:g}.")


def _check_plain(field: str, value: object, depth: int) -> None:
    """Whether a value is plain data: texts, numbers, lists and objects, not too deep."""
    if depth < 0:
        raise BadFile(f"{field} is nested too deep: at most {MAX_DEPTH} levels are read.")
    if isinstance(value, Mapping):
        for key, part in value.items():
            if not isinstance(key, str):
                raise BadFile(f"{field} has a key that is not a text: {excerpt(ascii(key))}.")
            _check_line(field, key)
            _check_plain(field, part, depth - 1)
    elif isinstance(value, list | tuple):
        for part in value:
            _check_plain(field, part, depth - 1)
    elif isinstance(value, str):
        _check_text(field, value)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise BadFile(f"{field} has a number that is not finite.")
    elif value is not None and not isinstance(value, int):
        raise BadFile(f"{field} has a {type(value).__name__}, which is not plain data.")

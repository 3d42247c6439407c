"""Records as plain data, and back: the fields of JSON lines and SGF.

Empty fields are left out. Input is checked: types here, the rest in ``validation``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from inarow.errors import BadFile, InarowError
from inarow.games import Game
from inarow.protocols.record import End, GameRecord, Variation
from inarow.protocols.validation import check, excerpt, load_recorded_game
from inarow.untrusted_text import replace_controls

DECIMALS = 6  # of seconds and of values: a microsecond, a millionth of a win
MOVE_CHARACTERS = 8  # the most characters of a move with its separator

Entry = TypeVar("Entry")

_MOVE_NUMBER = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)

REQUIRED = ("game", "players", "moves")
FIELDS = (
    *REQUIRED,
    *("opening", "result", "end", "detail", "times", "values", "nodes"),
    *("seeds", "versions", "limits", "started", "event", "tags", "comments", "variations"),
)


def to_fields(record: GameRecord) -> dict[str, Any]:
    """The fields of a record that are not empty, as JSON; BadFile if the record is not valid.

    >>> to_fields(GameRecord(game="tictactoe", players=("mcts", "greedy"), moves=(4, 0)))
    {'game': 'tictactoe', 'players': ['mcts', 'greedy'], 'moves': 'b2 a1'}
    """
    record = cleaned(record)
    game = check(record).game
    fields = {
        "game": game.spec,
        "players": list(record.players),
        "moves": game.format_moves(record.moves),
        "opening": record.opening,
        "result": list(record.result or ()),
        "end": record.end and record.end.value,
        "detail": record.detail,
        "times": list(record.times),
        "values": list(record.values),
        "nodes": list(record.nodes),
        "seeds": list(record.seeds or ()),
        "versions": list(record.versions) if any(record.versions) else [],
        "limits": dict(record.limits),
        "started": record.started,
        "event": dict(record.event),
        "tags": dict(record.tags),
        "comments": {str(number): text for number, text in sorted(record.comments.items())},
        "variations": [
            {"after": line.after, "moves": game.format_moves(line.moves)}
            for line in record.variations
        ],
    }
    return {key: value for key, value in fields.items() if value or key in REQUIRED}


def cleaned(record: GameRecord) -> GameRecord:
    """The record as it is written: numbers rounded, control characters in texts replaced.

    Texts may come from unknown engines, which must not be able to make a log unreadable.
    """
    first, second = map(replace_controls, record.players)
    mine, theirs = map(replace_controls, record.versions)
    return replace(
        record,
        players=(first, second),
        versions=(mine, theirs),
        detail=replace_controls(record.detail, lines=True),
        times=_known(_rounded(record.times)),
        values=_known(_rounded(record.values)),
        nodes=_known(record.nodes),
        event=_clean_plain(record.event),
        tags={
            replace_controls(key): replace_controls(text, lines=True)
            for key, text in record.tags.items()
        },
        comments={
            number: replace_controls(text, lines=True)
            for number, text in record.comments.items()
            if text
        },
    )


def _rounded(entries: Sequence[float | None]) -> tuple[float | None, ...]:
    return tuple(None if entry is None else round(float(entry), DECIMALS) for entry in entries)


def _known(entries: tuple[Entry | None, ...]) -> tuple[Entry | None, ...]:
    """The entries; empty if all of them are unknown."""
    return entries if any(entry is not None for entry in entries) else ()


def _clean_plain(value: Any) -> Any:
    if isinstance(value, str):
        return replace_controls(value, lines=True)
    if isinstance(value, Mapping):
        return {replace_controls(str(key)): _clean_plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_clean_plain(part) for part in value]
    return value


def from_fields(fields: Mapping[str, Any]) -> GameRecord:
    """The checked record of fields."""
    for key in fields:
        if key not in FIELDS:
            raise BadFile(f"A game has no field {excerpt(ascii(key))}: it has {', '.join(FIELDS)}.")
    for key in REQUIRED:
        if key not in fields:
            raise BadFile(f"The field {key!r} is missing.")
    try:
        game = load_recorded_game(_text(fields, "game"))
        moves = _moves(_text(fields, "moves"), game)
        variations = _variations(fields, game)
    except BadFile:
        raise
    except InarowError as error:
        raise BadFile(excerpt(str(error))) from None
    result, seeds = _pair(fields, "result", float), _pair(fields, "seeds", int)
    record = GameRecord(
        game=game.spec,
        players=_pair(fields, "players", str) or ("", ""),
        moves=moves,
        opening=_whole(fields, "opening"),
        result=result and (float(result[0]), float(result[1])),
        end=_end(_text(fields, "end")),
        detail=_text(fields, "detail"),
        times=_per_move(fields, "times", float),
        values=_per_move(fields, "values", float),
        nodes=_per_move(fields, "nodes", int),
        seeds=seeds,
        versions=_pair(fields, "versions", str) or ("", ""),
        limits=_table(fields, "limits", float),
        started=_text(fields, "started"),
        event=_table(fields, "event", object),
        tags=_table(fields, "tags", str),
        comments=_comments(fields),
        variations=variations,
    )
    check(record)
    return record


def _moves(text: str, game: Game) -> tuple[int, ...]:
    if len(text) > MOVE_CHARACTERS * (game.max_game_length() + 1):
        raise BadFile(f"moves has {len(text)} characters, more than any game of {game} needs.")
    return tuple(game.parse_moves(text))


def _variations(fields: Mapping[str, Any], game: Game) -> tuple[Variation, ...]:
    lines = fields.get("variations", [])
    if not isinstance(lines, list):
        raise BadFile("variations must be a list.")
    found = []
    for line in lines:
        if not isinstance(line, dict) or line.keys() != {"after", "moves"}:
            raise BadFile('A variation must be like {"after": 2, "moves": "h8 i9"}.')
        found.append(Variation(_whole(line, "after"), _moves(_text(line, "moves"), game)))
    return tuple(found)


def _comments(fields: Mapping[str, Any]) -> dict[int, str]:
    table = _table(fields, "comments", str)
    if not all(_MOVE_NUMBER.fullmatch(key) for key in table):
        raise BadFile("comments must have the numbers of moves as keys.")
    return {int(key): text for key, text in table.items()}


def _end(text: str) -> End | None:
    try:
        return End(text) if text else None
    except ValueError:
        ends = ", ".join(end.value for end in End)
        raise BadFile(f"end is {excerpt(ascii(text))}, but must be one of: {ends}.") from None


_KINDS: dict[type, str] = {str: "texts", int: "whole numbers", float: "numbers", object: "values"}


def _fits(value: object, kind: type) -> bool:
    if isinstance(value, bool):  # which Python takes for a number
        return kind is object
    return isinstance(value, int | float if kind is float else kind)


def _text(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key, "")
    if not isinstance(value, str):
        raise BadFile(f"{key} must be a text.")
    return value


def _whole(fields: Mapping[str, Any], key: str) -> int:
    value = fields.get(key, 0)
    if not _fits(value, int):
        raise BadFile(f"{key} must be a whole number.")
    number: int = value
    return number


def _pair(fields: Mapping[str, Any], key: str, kind: type) -> tuple[Any, Any] | None:
    """One value for each player; None if the field is missing."""
    if key not in fields:
        return None
    values = fields[key]
    if not isinstance(values, list) or len(values) != 2 or not all(_fits(v, kind) for v in values):
        raise BadFile(f"{key} must be a list of 2 {_KINDS[kind]}.")
    return values[0], values[1]


def _per_move(fields: Mapping[str, Any], key: str, kind: type) -> tuple[Any, ...]:
    values = fields.get(key, [])
    if not isinstance(values, list) or not all(v is None or _fits(v, kind) for v in values):
        raise BadFile(f"{key} must be a list of {_KINDS[kind]} or null, one for each move.")
    return tuple(values)


def _table(fields: Mapping[str, Any], key: str, kind: type) -> dict[str, Any]:
    value = fields.get(key, {})
    if not isinstance(value, dict) or not all(_fits(part, kind) for part in value.values()):
        raise BadFile(f"{key} must be an object with {_KINDS[kind]}.")
    return value

"""SGF, the Smart Game Format, FF[4], as game GM[4] (Gomoku and Renju). Lossless.

Black is the first player. Points are two letters, column and row, from a at the top left; ``h8``,
with row 1 at the bottom, is also read, as some Renju programs write it. A private property,
``INAROW``, contains as JSON what SGF has no property for, so all our games can be written, also
tic-tac-toe and ultimate; other programs show the stones. The data of a move is in its comment:
``value 0.25, 1834 nodes, 0.5 s``, any part of which may be missing, on its first line.

Variations and comments are kept. Stones that are set up become opening moves.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

from inarow.errors import BadFile, InarowError
from inarow.games import Game
from inarow.protocols.jsonl import parse_object
from inarow.protocols.line_reader import Complain, stop
from inarow.protocols.record import End, GameRecord
from inarow.protocols.serialization import from_fields, to_fields
from inarow.protocols.sgf_foreign import first_values, foreign_record
from inarow.protocols.sgf_moves import (
    SgfMoves,
    collect_moves,
    collect_variations,
    comment_text,
    move_comment,
    point_text,
)
from inarow.protocols.sgf_text import escape_value, parse_tree, split_games
from inarow.protocols.validation import UNKNOWN, check, excerpt, load_recorded_game

PRIVATE = "INAROW"
MOVES_A_LINE = 10

_ELSEWHERE = ("players", "moves", "times", "values", "nodes", "comments", "variations")
"""Fields that are written elsewhere than in the private property."""

_REASONS: dict[End | None, str] = {
    End.RESIGN_RULE: "R",
    End.TIMEOUT: "T",
    End.STALL: "T",
    **dict.fromkeys((End.ILLEGAL, End.CRASH, End.FLOOD, End.MEMORY), "F"),
}


def from_sgf(text: str, game: Game | None = None) -> GameRecord:
    """Read one game; ``game`` is used if the file does not contain it.

    >>> from_sgf("(;FF[4]GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[ig](;B[gg])(;B[aa]))").players
    ('Ann', 'Bob')
    """
    tree = parse_tree(text)
    root = first_values(tree.nodes[0])
    private = root.get(PRIVATE)
    if private is None:
        return foreign_record(tree, game)
    try:
        fields = parse_object(private)
        ours = load_recorded_game(str(fields.get("game", "")))
    except InarowError as error:
        raise BadFile(f"The property {PRIVATE} cannot be read: {error}") from None
    if game is not None and game != ours:
        raise BadFile(f"This is a game of {ours}, not of {game}.")
    moves = collect_moves(tree, ours)
    collect_variations(tree, moves, ours.state_from(moves.actions), strict=True)
    players = {"players": [root.get(name, UNKNOWN) for name in ("PB", "PW")]}
    return from_fields(fields | players | _fields_of(moves, ours))


def _fields_of(moves: SgfMoves, game: Game) -> dict[str, Any]:
    fields: dict[str, Any] = {"moves": game.format_moves(moves.actions)}
    for name, entries in (("times", moves.times), ("values", moves.values), ("nodes", moves.nodes)):
        if any(entry is not None for entry in entries):
            fields[name] = entries
    fields["comments"] = {str(number): text for number, text in moves.comments.items()}
    fields["variations"] = [
        {"after": line.after, "moves": game.format_moves(line.moves)} for line in moves.variations
    ]
    return fields


def to_sgf(record: GameRecord) -> str:
    """Write one game.

    >>> print(to_sgf(GameRecord(game="gomoku", players=("Ann", "Bob"), moves=(112, 128))))
    (;FF[4]GM[4]CA[UTF-8]AP[inarow]SZ[15]GN[gomoku]RU[freestyle]PB[Ann]PW[Bob]
    INAROW[{"game": "gomoku"}]
    ;B[hh];W[ig])
    """
    fields = to_fields(record)
    game = check(record).game
    private = {key: value for key, value in fields.items() if key not in _ELSEWHERE}
    size = f"{game.columns}:{game.rows}" if game.rows != game.columns else str(game.rows)
    root = {"FF": "4", "GM": "4", "CA": "UTF-8", "AP": "inarow", "SZ": size, "GN": game.spec}
    if game.rule is not None:
        root["RU"] = game.rule
    root |= _players(fields) | _circumstances(record)
    head = "".join(f"{name}[{escape_value(value)}]" for name, value in root.items())
    hidden = escape_value(json.dumps(private, ensure_ascii=False, allow_nan=False))
    return f"(;{head}\n{PRIVATE}[{hidden}]{_written_moves(record, fields, game)})"


def _players(fields: dict[str, Any]) -> dict[str, str]:
    named = zip(("PB", "PW"), fields["players"], strict=True)
    return {name: player for name, player in named if player != UNKNOWN}


def _circumstances(record: GameRecord) -> dict[str, str]:
    """Properties that other programs show; INAROW contains the same in full."""
    shown: dict[str, str] = {}
    if record.result is not None:
        winner = {1.0: "B+", -1.0: "W+"}.get(record.result[0])
        shown["RE"] = winner + _REASONS.get(record.end, "") if winner else "0"
    if record.started:
        shown["DT"] = record.started[:10]
    for name, key in (("EV", "name"), ("RO", "round")):
        if isinstance(record.event.get(key), str | int):
            shown[name] = str(record.event[key])
    if "left" in record.limits:
        shown["TM"] = f"{record.limits['left']:g}"
    return shown


def _written_moves(record: GameRecord, fields: dict[str, Any], game: Game) -> str:
    """All moves; where there are several after one, each with what follows is in brackets."""
    tree = record.tree()
    followers = Counter(before for before, _ in tree)
    path = [0]  # the numbers of the moves from the start to the last one
    parts = [_written_comment(record, fields, 0)]
    for number, (before, action) in enumerate(tree, start=1):
        while path[-1] != before:
            parts.append(")" if followers[tree[path.pop() - 1][0]] > 1 else "")
        comment = _written_comment(record, fields, number)
        break_line = comment or (len(path) - 1) % MOVES_A_LINE == 0
        opening = "\n(;" if followers[before] > 1 else "\n;" if break_line else ";"
        colour = "BW"[(len(path) - 1) % 2]
        parts += [opening, f"{colour}[{point_text(action, game)}]", comment]
        path.append(number)
    return "".join(parts) + ")" * sum(followers[tree[number - 1][0]] > 1 for number in path[1:])


def _written_comment(record: GameRecord, fields: dict[str, Any], number: int) -> str:
    text = fields.get("comments", {}).get(str(number), "")
    if 0 < number <= len(record.moves):
        nothing = [None] * len(record.moves)
        data = (fields.get(name, nothing)[number - 1] for name in ("values", "nodes", "times"))
        text = move_comment(comment_text(*data), text)
    return f"C[{escape_value(text)}]" if text else ""


def read_sgf(
    stream: BinaryIO, game: Game | None = None, complain: Complain = stop
) -> Iterator[GameRecord]:
    """The games of a collection, one at a time."""
    for line, data in split_games(stream, complain):
        try:
            record = from_sgf(_decode(data), game)
        except InarowError as error:
            complain(f"the game at line {line}", excerpt(str(error)))
        else:
            yield record


def _decode(data: bytes) -> str:
    """UTF-8, as most programs write today; else the default of the specification."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")

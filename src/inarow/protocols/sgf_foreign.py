"""SGF of other programs: detects the game and reads the properties."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TypeVar

from inarow.errors import BadFile, InarowError
from inarow.games import Game, State
from inarow.protocols.record import End, GameRecord
from inarow.protocols.sgf_moves import collect_moves, collect_variations
from inarow.protocols.sgf_text import Node, Tree
from inarow.protocols.validation import (
    UNKNOWN,
    check,
    excerpt,
    load_recorded_game,
    loss_for_mover,
    outcome,
)
from inarow.untrusted_text import replace_controls

Entry = TypeVar("Entry")

GOMOKU = 4  # the number of the game in GM
DEFAULT_SIZE = "15"
FIVE = 5

# c-gomoku-cli writes the number of Gomocup's INFO rule.
RULES = {"": "freestyle", "0": "freestyle", "gomoku": "freestyle", "free": "freestyle",
         "freestyle": "freestyle", "1": "standard", "standard": "standard"}  # fmt: skip

_SIZE = re.compile(r"\s*(\d{1,3})(?:\s*[:x]\s*(\d{1,3}))?\s*", re.ASCII)
_WON = re.compile(r"\s*(B|W)[a-z]*\s*\+\s*(.*?)\s*", re.IGNORECASE)
_DRAWN = re.compile(r"\s*(0|draw|jigo|1/2-1/2)\s*", re.IGNORECASE)

# These become fields of the record, or say nothing about the game.
_TAKEN = {
    *("FF", "GM", "CA", "ST", "SZ", "RU", "PB", "PW", "EV", "RO", "AB", "AW", "AE", "PL", "C")
}


def first_values(node: Node) -> dict[str, str]:
    """The first value of each property."""
    values: dict[str, str] = {}
    for name, value in node:
        values.setdefault(name, value)
    return values


def foreign_game(root: Node, game: Game | None) -> Game:
    """The game by the properties; ``game`` has priority."""
    told = first_values(root)
    match = _SIZE.fullmatch(told.get("SZ", str(game.columns) if game else DEFAULT_SIZE))
    if match is None:
        raise BadFile(f"SZ is {excerpt(ascii(told['SZ']))}, which is not a size of a board.")
    columns, rows = int(match[1]), int(match[2] or match[1])
    if game is not None:
        if "SZ" in told and (columns, rows) != (game.columns, game.rows):
            raise BadFile(f"The board has {columns} x {rows} cells, which is not {game}.")
        return game
    if told.get("GM", "1").strip() != str(GOMOKU):
        raise BadFile(
            f"GM is {excerpt(ascii(told.get('GM', '1')))}, another game than Gomoku, GM[4]: say "
            "which game it is if you know that one fits."
        )
    if max(columns, rows) < FIVE:
        raise BadFile(f"The board has {columns} x {rows} cells: say which game it is, as in 3x3x3.")
    rule = RULES.get(told.get("RU", "").strip().lower())
    if rule is None:
        raise BadFile(
            f"The rule {excerpt(ascii(told['RU']))} is not played here: say by which game it is "
            "read, as in gomoku."
        )
    square = f"gomoku:size={columns},rule={rule}"
    return load_recorded_game(square if columns == rows else f"{columns}x{rows}x{FIVE}:rule={rule}")


def foreign_record(tree: Tree, game: Game | None) -> GameRecord:
    """The record of a game that another program wrote."""
    root = tree.nodes[0]
    game = foreign_game(root, game)
    moves = collect_moves(tree, game)
    try:
        state = game.state_from(moves.actions)
    except InarowError as error:
        raise BadFile(f"{str(error).rstrip('.')} (by the rules of {game}).") from None
    told = {name: replace_controls(value, lines=True) for name, value in first_values(root).items()}
    tags = {name: value for name, value in told.items() if name not in _TAKEN and len(name) <= 20}
    collect_variations(tree, moves, state, strict=False)
    result, end = _result(tags, state)
    record = GameRecord(
        game=game.spec,
        players=(_name(told.get("PB", "")), _name(told.get("PW", ""))),
        moves=tuple(moves.actions),
        opening=moves.given,
        result=result,
        end=end,
        times=_some(moves.times),
        values=_some(moves.values),
        nodes=_some(moves.nodes),
        limits=_limits(tags),
        started=_started(tags),
        event=_event(told),
        tags=tags,
        comments={
            number: replace_controls(text, lines=True) for number, text in moves.comments.items()
        },
        variations=tuple(moves.variations),
    )
    check(record)
    return record


def _result(tags: dict[str, str], state: State) -> tuple[tuple[float, float] | None, End | None]:
    """The result of RE or of the position; removes RE from the tags if nothing of it is lost."""
    shown, end = outcome(state)
    text = tags.get("RE", "")
    if _DRAWN.fullmatch(text):
        del tags["RE"]
        return (0.0, 0.0), end
    won = _WON.fullmatch(text)
    if won is None:
        return shown, end
    result = (1.0, -1.0) if won[1].upper() == "B" else (-1.0, 1.0)
    if shown is None and won[2].lower() in ("t", "time") and result == loss_for_mover(state):
        end = End.TIMEOUT
    if end is not None or not won[2]:
        del tags["RE"]
    return result, end


def _name(text: str) -> str:
    return replace_controls(" ".join(text.split())) or UNKNOWN


def _some(entries: list[Entry | None]) -> tuple[Entry | None, ...]:
    return tuple(entries) if any(entry is not None for entry in entries) else ()


def _limits(tags: dict[str, str]) -> dict[str, float]:
    """TM, the time for all moves of a player in seconds."""
    if not re.fullmatch(r"\d{1,8}(\.\d{1,6})?", tags.get("TM", ""), re.ASCII):
        return {}
    return {"left": float(tags.pop("TM"))}


def _started(tags: dict[str, str]) -> str:
    """DT, if it is one complete date; SGF also allows partial dates and lists."""
    try:
        datetime.fromisoformat(tags["DT"])
    except (KeyError, ValueError):
        return ""
    return tags.pop("DT")


def _event(told: dict[str, str]) -> dict[str, object]:
    names = (("EV", "name"), ("RO", "round"))
    return {key: told[name] for name, key in names if told.get(name)}

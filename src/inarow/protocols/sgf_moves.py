"""The moves of an SGF game: points, turns, setup stones, and data in comments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from inarow.errors import BadFile
from inarow.games import Game
from inarow.protocols.sgf_text import Node

COLOURS = {"B": "Black", "W": "White"}

_LETTERS = re.compile(r"[A-Za-z]{2}", re.ASCII)
_NAMED = re.compile(r"[A-Za-z]\d{1,2}", re.ASCII)
_NUMBER = r"(-?\d{1,20}(?:\.\d{1,20})?(?:e-?\d{1,3})?)"
_VALUE = re.compile(f"value {_NUMBER}", re.ASCII)
_NODES = re.compile(r"(\d{1,19}) nodes", re.ASCII)
_TIME = re.compile(f"{_NUMBER} s", re.ASCII)
_MILLISECONDS = re.compile(r"(\d{1,12}) ?ms", re.ASCII)  # as c-gomoku-cli writes
_OPENING = "opening move"  # this too


@dataclass
class SgfMoves:
    """The moves of a game with the data of their comments; the first ``given`` are the opening."""

    actions: list[int] = field(default_factory=list)
    given: int = 0
    times: list[float | None] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)
    nodes: list[int | None] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)  # by the number of the move, from 1

    def add(self, action: int) -> None:
        """Add a move without data."""
        self.actions.append(action)
        for entries in (self.times, self.values, self.nodes):
            entries.append(None)

    def tell(self, comment: str) -> None:
        """Read the data of the last move from a comment; keep any other comment."""
        if comment == _OPENING and self.given == len(self.actions) - 1:
            self.given += 1
            return
        for part in comment.split(", "):
            if match := _VALUE.fullmatch(part):
                self.values[-1] = float(match[1])
            elif match := _NODES.fullmatch(part):
                self.nodes[-1] = int(match[1])
            elif match := _TIME.fullmatch(part):
                self.times[-1] = float(match[1])
            elif match := _MILLISECONDS.fullmatch(part):
                self.times[-1] = int(match[1]) / 1000
            else:
                self.comments[len(self.actions)] = comment
                return


def comment_text(value: float | None, nodes: int | None, seconds: float | None) -> str:
    """The data of a move as a comment.

    >>> comment_text(0.25, 1834, 0.5), comment_text(None, None, 0.5)
    ('value 0.25, 1834 nodes, 0.5 s', '0.5 s')
    """
    parts = (
        "" if value is None else f"value {value}",
        "" if nodes is None else f"{nodes} nodes",
        "" if seconds is None else f"{seconds} s",
    )
    return ", ".join(part for part in parts if part)


def point_text(action: int, game: Game) -> str:
    """An action as two letters, from the top left.

    >>> import inarow
    >>> point_text(0, inarow.load_game("gomoku"))
    'ao'
    """
    row, column = divmod(action, game.columns)
    return chr(ord("a") + column) + chr(ord("a") + game.rows - 1 - row)


def parse_point(text: str, game: Game) -> int:
    """The action of a point.

    >>> import inarow
    >>> gomoku = inarow.load_game("gomoku")
    >>> parse_point("ao", gomoku), parse_point("a1", gomoku)
    (0, 0)
    """
    text = text.strip()
    if _NAMED.fullmatch(text):
        return game.string_to_action(text)
    if text in ("", "tt") and game.columns < 20:
        raise BadFile("a pass, which this game does not have.")
    if _LETTERS.fullmatch(text):
        column, from_top = (ord(letter) - ord("a") for letter in text.lower())
        if column < game.columns and from_top < game.rows:
            return (game.rows - 1 - from_top) * game.columns + column
    raise BadFile(f"[{text[:40]}], not a point of a board of {game.columns} x {game.rows}.")


def collect_moves(nodes: Sequence[Node], game: Game) -> SgfMoves:
    """The moves of a main line, after setup stones."""
    moves = SgfMoves()
    stones: dict[str, list[int]] = {"AB": [], "AW": []}
    for node in nodes:
        comments = []
        played = False
        for name, value in node:
            if name in ("AB", "AW", "AE") and moves.actions:
                raise BadFile(f"{name} changes the board after move {len(moves.actions)}.")
            if name in stones:
                stones[name] += _points(value, game)
            elif name in COLOURS:
                if not moves.actions:
                    _set_up(moves, stones)
                _add(moves, name, value, game)
                played = True
            elif name == "C":
                comments.append(value)
        if played:
            for comment in comments:
                moves.tell(comment)
    if not moves.actions:
        _set_up(moves, stones)
    return moves


def _add(moves: SgfMoves, colour: str, value: str, game: Game) -> None:
    number = len(moves.actions)
    if number >= game.max_game_length():
        raise BadFile(f"The game has more moves than the board of {game} has cells.")
    if colour != "BW"[number % 2]:
        raise BadFile(
            f"Move {number + 1} is {COLOURS[colour]}'s, out of turn: Black moves first, and the "
            "players alternate."
        )
    try:
        moves.add(parse_point(value, game))
    except BadFile as error:
        raise BadFile(f"Move {number + 1} is {error}") from None


def _points(value: str, game: Game) -> list[int]:
    """A point or, as aa:cc, all points of a rectangle."""
    corner, _, opposite = value.partition(":")
    try:
        ends = [
            divmod(parse_point(end, game), game.columns) for end in (corner, opposite or corner)
        ]
    except BadFile as error:
        raise BadFile(f"A stone that is set up is {error}") from None
    (top, left), (bottom, right) = ends
    rows = range(min(top, bottom), max(top, bottom) + 1)
    return [row * game.columns + column for row in rows for column in _span(left, right)]


def _span(left: int, right: int) -> range:
    return range(min(left, right), max(left, right) + 1)


def _set_up(moves: SgfMoves, stones: dict[str, list[int]]) -> None:
    """Convert setup stones to opening moves, Black and White alternating."""
    black, white = stones["AB"], stones["AW"]
    if len(black) - len(white) not in (0, 1):
        raise BadFile(
            f"{len(black)} black and {len(white)} white stones are set up, which no game that "
            "Black begins can reach: there must be as many black ones, or one more."
        )
    for number in range(len(black) + len(white)):
        moves.add((white if number % 2 else black)[number // 2])
    moves.given = len(moves.actions)

"""The moves of an SGF game: points, turns, setup stones, variations, and data in comments."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from inarow.errors import BadFile, InarowError
from inarow.games import Game, State
from inarow.protocols.record import Variation
from inarow.protocols.sgf_text import Node, Tree
from inarow.untrusted_text import one_line

COLOURS = {"B": "Black", "W": "White"}
SETUP = ("AB", "AW", "AE")

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
    """The moves of a game with the data of their comments; the first ``given`` are the opening.

    Variations and comments are numbered as in ``GameRecord``.
    """

    actions: list[int] = field(default_factory=list)
    given: int = 0
    placed: int = 0  # by setup stones
    times: list[float | None] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)
    nodes: list[int | None] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    variations: list[Variation] = field(default_factory=list)

    def add(self, action: int) -> None:
        """Add a move without data."""
        self.actions.append(action)
        for entries in (self.times, self.values, self.nodes):
            entries.append(None)

    def tell(self, comment: str) -> None:
        """Read the data of the last move from the first line of a comment; keep the rest."""
        first, _, rest = comment.partition("\n")
        first = first.rstrip("\r")
        if first == _OPENING and self.given == len(self.actions) - 1:
            self.given += 1
        elif (data := _parse_data(first)) is not None:
            entries = {"values": self.values, "nodes": self.nodes, "times": self.times}
            for name, number in data.items():
                entries[name][-1] = number  # type: ignore[index]  # floats and whole numbers
        elif first:
            rest = comment
        self.note(len(self.actions), rest)

    def note(self, number: int, comment: str) -> None:
        """Keep a comment; a move may have several."""
        if comment:
            before = self.comments.get(number)
            self.comments[number] = comment if before is None else f"{before}\n{comment}"


def _parse_data(line: str) -> dict[str, float | int] | None:
    """The data of a move; None if the line is something else."""
    data: dict[str, float | int] = {}
    for part in line.split(", "):
        if match := _VALUE.fullmatch(part):
            data["values"] = float(match[1])
        elif match := _NODES.fullmatch(part):
            data["nodes"] = int(match[1])
        elif match := _TIME.fullmatch(part):
            data["times"] = float(match[1])
        elif match := _MILLISECONDS.fullmatch(part):
            data["times"] = int(match[1]) / 1000
        else:
            return None
    return data


def move_comment(data: str, comment: str) -> str:
    """The comment of a move of the main line: its data, if any, on a line of its own.

    A comment that could be taken for data is written after an empty line.

    >>> move_comment("0.5 s", "good"), move_comment("", "good"), move_comment("", "0.5 s")
    ('0.5 s\\ngood', 'good', '\\n0.5 s')
    """
    first = comment.partition("\n")[0]
    clear = first not in ("", _OPENING) and _parse_data(first) is None
    if not comment or (clear and not data):
        return data + comment
    return f"{data}\n{comment}"


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
    quoted = one_line(text[:40])
    raise BadFile(f"[{quoted}], not a point of a board of {game.columns} x {game.rows}.")


def collect_moves(tree: Tree, game: Game) -> SgfMoves:
    """The moves and comments of the main line, after setup stones."""
    moves = SgfMoves()
    nodes = [tree.nodes[index] for index in tree.main_line]
    _set_up(moves, nodes, game)
    played = False
    for node in nodes:
        before = len(moves.actions)
        comments = []
        for name, value in node:
            if name in COLOURS:
                _add(moves, name, value, game)
                played = True
            elif name in SETUP and played:
                raise BadFile(f"{name} changes the board after move {len(moves.actions)}.")
            elif name == "C":
                comments.append(value)
        for comment in comments:
            if len(moves.actions) > before:
                moves.tell(comment)
            else:
                moves.note(before, comment)
    return moves


def collect_variations(tree: Tree, moves: SgfMoves, state: State, *, strict: bool) -> None:
    """Add the variations to the moves of the main line, which lead to ``state``.

    A variation that this game cannot have is an error; if not ``strict``, it is left out.
    """
    walk = _Walk(tree, moves, state)
    for index in range(len(tree.main_line), len(tree.nodes)):
        try:
            walk.visit(index)
        except InarowError as error:
            if strict:
                raise BadFile(f"In a variation: {error}") from None


class _Walk:
    """Walks through the nodes after the main line; the position follows by undoing moves."""

    def __init__(self, tree: Tree, moves: SgfMoves, state: State) -> None:
        self._tree = tree
        self._moves = moves
        self._state = state.game.state_from(state.history())
        self._path = list(range(len(moves.actions) + 1))  # numbers from the start to the position
        self._last = len(moves.actions)  # the highest number so far
        self._numbers = self._numbers_of_main_line()

    def _numbers_of_main_line(self) -> dict[int, int]:
        """By the index of a node: the number of the last move in it, or before it."""
        numbers: dict[int, int] = {}
        number = self._moves.placed
        for index in self._tree.main_line:
            node = self._tree.nodes[index]
            if any(name in SETUP for name, _ in node):
                numbers.clear()  # a variation from there would not have these stones
            number += sum(name in COLOURS for name, _ in node)
            numbers[index] = number
        return numbers

    def visit(self, index: int) -> None:
        """Add the moves and the comments of a node, if those before it were added."""
        number = self._numbers.get(self._tree.parents[index])
        if number is None:
            return
        for name, value in self._tree.nodes[index]:
            if name in SETUP:
                raise BadFile(f"{name} changes the board.")
            if name in COLOURS:
                number = self._play(number, name, value)
            elif name == "C":
                self._moves.note(number, value)
        self._numbers[index] = number

    def _play(self, after: int, colour: str, value: str) -> int:
        state, path = self._state, self._path
        while path[-1] != after:
            path.pop()
            state.undo_action()
        if colour != "BW"[state.move_number() % 2]:
            raise BadFile(f"{COLOURS[colour]} moves out of turn.")
        action = parse_point(value, state.game)
        state.apply_action(action)
        variations = self._moves.variations
        if after == len(self._moves.actions):
            raise BadFile("it goes on after the last move of the game.")
        if after == self._last:
            line = variations[-1]
            variations[-1] = Variation(line.after, (*line.moves, action))
        else:
            variations.append(Variation(after, (action,)))
        self._last += 1
        path.append(self._last)
        return self._last


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


def _set_up(moves: SgfMoves, nodes: Sequence[Node], game: Game) -> None:
    """Convert stones that are set up before the first move to opening moves."""
    stones: dict[str, list[int]] = {"AB": [], "AW": []}
    for name, value in itertools.takewhile(
        lambda entry: entry[0] not in COLOURS, itertools.chain.from_iterable(nodes)
    ):
        if name in stones:
            stones[name] += _points(value, game)
    black, white = stones["AB"], stones["AW"]
    if len(black) - len(white) not in (0, 1):
        raise BadFile(
            f"{len(black)} black and {len(white)} white stones are set up, which no game that "
            "Black begins can reach: there must be as many black ones, or one more."
        )
    for number in range(len(black) + len(white)):
        moves.add((white if number % 2 else black)[number // 2])
    moves.given = moves.placed = len(moves.actions)

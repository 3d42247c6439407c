"""Positions, games, their socket /api/games/{id}/live, and files of games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inarow.protocols.record import End
from inarow.server.schema.base import (
    Action,
    Cell,
    Cells,
    Message,
    Moves,
    Ply,
    Seconds,
    Side,
    Spec,
)
from inarow.server.schema.catalogue import GameInfo
from inarow.server.schema.edge import ErrorEvent
from inarow.server.schema.search import (
    AnswerEvent,
    PositionRequest,
    ProgressEvent,
    StopCommand,
)

# Positions ----------------------------------------------------------------------------------------


class SetupRequest(Message):
    """A position, by its stones; the server finds an order of moves that leads to it."""

    game: Spec
    x: Cells
    o: Cells
    last: Cell | None = None
    """The stone that was placed last, if it matters: in ultimate it says where play goes on."""


class Position(Message):
    """A position as the page draws it: all that rules decide is said here."""

    game: str
    moves: list[Action]
    cells: str
    """One character a cell, in the order of actions: '.', 'X', 'O'."""
    to_move: Side | None
    legal: list[Action]
    last: Action | None
    winning_line: list[Cell]
    local_boards: str | None = None
    """Ultimate: a character a local board, from the bottom left: '.' open, 'X', 'O', '=' drawn."""
    forced_board: int | None = None
    """Ultimate: where the player to move is sent; None if any open board will do."""
    over: bool
    winner: Side | None
    status: str
    """Who moves and where, or how the game ended, in words."""


# Games --------------------------------------------------------------------------------------------


class HumanSeat(Message):
    """A person: whoever asks, or, if it is open, whoever takes the seat."""

    kind: Literal["human"] = "human"
    open: bool = False


class PlayerSeat(Message):
    """A player by its description, as in ``mcts:sims=500``."""

    kind: Literal["player"] = "player"
    spec: Spec


class LevelSeat(Message):
    """A machine of a strength."""

    kind: Literal["level"] = "level"
    level: Annotated[str, Field(min_length=1, max_length=20)]


Seat = Annotated[HumanSeat | PlayerSeat | LevelSeat, Field(discriminator="kind")]


class NewGame(Message):
    """A game to be played: X first."""

    game: Spec
    seats: tuple[Seat, Seat]
    time: Seconds = 1.0
    """Seconds that a machine may think about a move."""
    moves: Moves = []
    """Moves that are given at the start."""


class SeatView(Message):
    """Who plays a side."""

    kind: Literal["human", "player", "level"]
    name: str
    """For people."""
    spec: str | None = None
    """What plays, for a machine; also of a level."""
    level: str | None = None
    open: bool = False
    """A person may still take it."""


class GameResult(Message):
    """How a game ended; ``end`` is as in records."""

    winner: Side | None
    end: Literal[End.LINE, End.FULL, End.RESIGN_RULE]
    text: str
    """For people: "X wins: five in a row"."""


class GameView(Message):
    """A game as all who look at it see it."""

    id: str
    game: GameInfo
    seats: tuple[SeatView, SeatView]
    time: float
    opening: int
    """How many of the moves were given at the start."""
    moves: list[Action]
    """All moves, with those that were taken back and can be made again."""
    names: list[str]
    """The moves in words: h8."""
    values: list[float | None]
    """Of each move, what the one who made it thought it was worth; None if it did not say."""
    ply: int
    """How many of the moves stand on the board."""
    position: Position
    result: GameResult | None
    running: bool
    """Whether machines move by themselves; else they wait for "start" or "step"."""
    thinking: bool
    delay: float
    """Seconds from one machine's move to the next one's, so that people can follow."""
    watchers: int
    version: int
    """Grows with each change."""


class GameSummary(Message):
    """A game in a list."""

    id: str
    game: str
    title: str
    seats: tuple[SeatView, SeatView]
    plies: int
    """How many moves stand on the board."""
    result: GameResult | None
    created: str
    updated: str


class GameList(Message):
    """Games of one person, the last changed first."""

    games: list[GameSummary]


class Rematch(Message):
    """The same again, from the start."""

    swap: bool = True
    """Whether sides change."""


# The socket of a game: /api/games/{id}/live -------------------------------------------------------


class MoveCommand(Message):
    """Put a stone; ``ply`` is how many moves stand on the board, so that no move comes twice."""

    type: Literal["move"]
    action: Action
    ply: Ply


class GotoCommand(Message):
    """Take back to, or make again up to, so many moves."""

    type: Literal["goto"]
    ply: Ply


class DelayCommand(Message):
    """Seconds from one machine's move to the next one's."""

    type: Literal["delay"]
    delay: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]


class ClaimCommand(Message):
    """Take an open seat."""

    type: Literal["claim"]
    seat: Side


class PlainCommand(Message):
    """Commands that need nothing else.

    undo, redo: to the last, or next, move that a person makes. resign. swap: the sides' players
    change places. start, pause, step: let machines move, stop them, or have one make one move.
    """

    type: Literal["undo", "redo", "resign", "swap", "start", "pause", "step"]


GameCommand = Annotated[
    MoveCommand | GotoCommand | DelayCommand | ClaimCommand | PlainCommand | StopCommand,
    Field(discriminator="type"),
]


class GameEvent(Message):
    """The game has changed; also the first thing that is sent."""

    type: Literal["game"] = "game"
    game: GameView


class YouEvent(Message):
    """What the one who is told may do: which sides are theirs, whether the game is."""

    type: Literal["you"] = "you"
    seats: list[Side]
    owner: bool


class RematchEvent(Message):
    """The game goes on in another one."""

    type: Literal["rematch"] = "rematch"
    id: str


LiveEvent = Annotated[
    GameEvent | YouEvent | ProgressEvent | AnswerEvent | RematchEvent | ErrorEvent,
    Field(discriminator="type"),
]

# Files --------------------------------------------------------------------------------------------

TEXT_LENGTH = 262_144  # characters of a file to import


class ImportRequest(Message):
    """The text of a file of games; ``game`` is for formats that do not say what was played."""

    text: Annotated[str, Field(max_length=TEXT_LENGTH)]
    game: Spec | None = None


class RecordedGame(Message):
    """One game of a file, or of a tournament."""

    game: str
    players: tuple[str, str]
    moves: list[Action]
    names: list[str]
    values: list[float | None]
    seconds: list[float | None]
    result: tuple[float, float] | None
    text: str
    """How it ended, for people."""


class Imported(Message):
    """The games of a file."""

    format: str
    games: list[RecordedGame]
    more: bool
    """Whether the file had more games than are given."""


class ExportRequest(PositionRequest):
    """Moves to be written in a format."""

    format: Annotated[str, Field(max_length=20)]
    players: tuple[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=100)]] = (
        "X",
        "O",
    )


class Exported(Message):
    """A file: a name for it and its text."""

    filename: str
    text: str
    lost: list[str]
    """What the format does not keep."""

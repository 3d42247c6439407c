"""Positions, games, their socket /api/games/{id}/live, and files of games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inarow.protocols.record import End
from inarow.server.schema.base import (
    Action,
    ActionInput,
    Cell,
    CellInput,
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
    """A position by its stones; the server finds an order of moves that leads to it."""

    game: Spec
    x: Cells
    o: Cells
    last: CellInput | None = None
    """The last stone, if it matters: in ultimate it decides the next board."""


class Position(Message):
    """A position as the page draws it, with everything that the rules decide."""

    game: str
    moves: list[Action]
    cells: str
    """One character per cell, in order: '.', 'X', 'O'."""
    to_move: Side | None
    legal: list[Action]
    last: Action | None
    winning_line: list[Cell]
    local_boards: str | None = None
    """Ultimate: one character per local board, in order: '.' open, 'X', 'O', '=' drawn."""
    forced_board: int | None = None
    """Ultimate: the board to move on; None if any open board is allowed."""
    over: bool
    winner: Side | None
    status: str
    """Who moves and where, or how the game ended, in words."""


# Games --------------------------------------------------------------------------------------------


class HumanSeat(Message):
    """A person: the one who makes the game, or, if it is open, the first who takes the seat."""

    kind: Literal["human"] = "human"
    open: bool = False


class PlayerSeat(Message):
    """A player by its description, as in ``mcts:sims=500``."""

    kind: Literal["player"] = "player"
    spec: Spec


class LevelSeat(Message):
    """A machine of a certain strength."""

    kind: Literal["level"] = "level"
    level: Annotated[str, Field(min_length=1, max_length=20)]


Seat = Annotated[HumanSeat | PlayerSeat | LevelSeat, Field(discriminator="kind")]


class NewGame(Message):
    """A game to be made; the first seat is X."""

    game: Spec
    seats: tuple[Seat, Seat]
    time: Seconds = 1.0
    """Seconds that a machine may take for a move."""
    moves: Moves = []
    """Moves that are given at the start."""


class SeatView(Message):
    """The player of a side."""

    kind: Literal["human", "player", "level"]
    name: str
    """For people."""
    spec: str | None = None
    """The description of the player, for machines and levels."""
    level: str | None = None
    open: bool = False
    """Whether a person may still take it."""


class GameResult(Message):
    """How a game ended; ``end`` is as in records."""

    winner: Side | None
    end: Literal[End.LINE, End.FULL, End.RESIGN_RULE]
    text: str
    """For people: "X wins: five in a row"."""


class GameView(Message):
    """A game as all watchers see it."""

    id: str
    game: GameInfo
    seats: tuple[SeatView, SeatView]
    time: float
    opening: int
    """How many of the moves were given at the start."""
    moves: list[Action]
    """All moves, with those that were taken back and can be redone."""
    names: list[str]
    """The names of the moves: h8."""
    values: list[float | None]
    """The value of each move for the player who made it; None if it is not known."""
    ply: int
    """How many of the moves stand on the board."""
    position: Position
    result: GameResult | None
    running: bool
    """Whether machines move; else they wait for "start" or "step"."""
    thinking: bool
    """Whether a machine searches for its move."""
    delay: float
    """Seconds between the moves of two machines, so that people can follow."""
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
    """Games of one user, the last changed first."""

    games: list[GameSummary]


class Rematch(Message):
    """The same game again, from the start."""

    swap: bool = True
    """Whether the players change sides."""


# The socket of a game: /api/games/{id}/live -------------------------------------------------------


class MoveCommand(Message):
    """Make a move; ``ply`` is the number of moves on the board, so that none is made twice."""

    type: Literal["move"]
    action: ActionInput
    ply: Ply


class GotoCommand(Message):
    """Take moves back, or redo them, until ``ply`` moves stand on the board."""

    type: Literal["goto"]
    ply: Ply


class DelayCommand(Message):
    """Set the seconds between the moves of two machines."""

    type: Literal["delay"]
    delay: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]


class ClaimCommand(Message):
    """Take an open seat."""

    type: Literal["claim"]
    seat: Side


class PlainCommand(Message):
    """Commands without parameters.

    undo, redo: to the previous or next decision of a person. resign. swap: the players change
    sides. start, pause, step: let machines move, stop them, or have one make one move.
    """

    type: Literal["undo", "redo", "resign", "swap", "start", "pause", "step"]


GameCommand = Annotated[
    MoveCommand | GotoCommand | DelayCommand | ClaimCommand | PlainCommand | StopCommand,
    Field(discriminator="type"),
]


class GameEvent(Message):
    """The game, when the socket opens and after each change."""

    type: Literal["game"] = "game"
    game: GameView


class YouEvent(Message):
    """What the user of this socket may do: their sides, and whether they made the game."""

    type: Literal["you"] = "you"
    seats: list[Side]
    owner: bool


class RematchEvent(Message):
    """There is a rematch, at another address."""

    type: Literal["rematch"] = "rematch"
    id: str


LiveEvent = Annotated[
    GameEvent | YouEvent | ProgressEvent | AnswerEvent | RematchEvent | ErrorEvent,
    Field(discriminator="type"),
]

# Files --------------------------------------------------------------------------------------------

TEXT_LENGTH = 262_144  # characters of a file to import


class ImportRequest(Message):
    """The text of a file of games; ``game`` is for formats that do not name their game."""

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
    """Whether the file has more games than these."""


class ExportRequest(PositionRequest):
    """Moves to be exported in a format."""

    format: Annotated[str, Field(max_length=20)]
    players: tuple[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=100)]] = (
        "X",
        "O",
    )


class Exported(Message):
    """A file: its name and its text."""

    filename: str
    text: str
    lost: list[str]
    """What the format cannot store."""

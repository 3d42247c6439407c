"""Positions, games, their socket /api/games/{id}/live, and files of games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inarow.protocols.record import End
from inarow.server.schema.base import (
    MOST_MOVES,
    Action,
    ActionInput,
    Cell,
    CellInput,
    Cells,
    Message,
    Moves,
    PersonName,
    Ply,
    Seconds,
    Side,
    Spec,
)
from inarow.server.schema.catalogue import BoardShape, GameInfo
from inarow.server.schema.edge import ErrorEvent, PingEvent
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
    to_move: Side | None = None
    """Who moves next. The stones change colours if only that leads to it: X always begins."""


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


class NamedSeat(HumanSeat):
    """A person's seat as it is stored: with what they want to be called, if they have said."""

    name: PersonName = ""


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
    """For people; empty for a person who has given none."""
    spec: str | None = None
    """The description of the player, for machines and levels."""
    level: str | None = None
    open: bool = False
    """Whether a person may still take it."""


class GameResult(Message):
    """How a game ended; ``end`` is as in records."""

    winner: Side | None
    end: Literal[End.LINE, End.FULL, End.AGREEMENT, End.RESIGN_RULE]
    text: str
    """For people: "X wins: five in a row"."""


OfferKind = Literal["undo", "draw", "swap", "rematch"]
"""What one player can offer the other: to take the last own move back, a draw, to change sides, and
after the game a new one with sides changed."""


class Offer(Message):
    """An offer that waits for an answer; a change of the position withdraws it."""

    kind: OfferKind
    by: Side


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
    """People who watch and have no seat; somebody with several pages counts once."""
    present: tuple[bool, bool]
    """Whether the person of each seat has the game open; false for machines and open seats."""
    offer: Offer | None
    """Between two people."""
    rematch: str | None
    """The id of the rematch."""
    version: int
    """Grows with each change."""


class GameSummary(Message):
    """A game in a list."""

    id: str
    game: str
    title: str
    board: BoardShape
    seats: tuple[SeatView, SeatView]
    you: list[Side]
    """The sides that the user plays who asked for the list."""
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


class Network(Message):
    """Where other devices reach the server."""

    reachable: bool
    """Whether it listens on more than loopback."""
    url: str | None
    """Its origin in the network, without a slash at the end: http://192.168.0.7:8000."""
    command: str
    """Makes it reachable."""


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
    name: PersonName = ""


class NameCommand(Message):
    """Give the person in one of your own seats a name; an empty one removes it."""

    type: Literal["name"]
    seat: Side
    name: PersonName


class OfferCommand(Message):
    """Offer the other player something; the same offer of theirs is accepted by this.

    If one person plays both sides, a draw is made at once. All else needs no offer then.
    """

    type: Literal["offer"]
    kind: OfferKind


class AnswerOfferCommand(Message):
    """Accept or decline the offer of the other player; to decline one's own withdraws it.

    ``ply`` is the number of moves on the board, so that no other offer is answered.
    """

    type: Literal["accept", "decline"]
    kind: OfferKind
    ply: Ply


class PlainCommand(Message):
    """Commands without parameters.

    undo, redo: to the previous or next decision of a person. resign. swap: the players change
    sides. start, pause, step: let machines move, stop them, or have one make one move. Between two
    people, undo and swap are offers: see ``OfferCommand``.
    """

    type: Literal["undo", "redo", "resign", "swap", "start", "pause", "step"]


GameCommand = Annotated[
    MoveCommand
    | GotoCommand
    | DelayCommand
    | ClaimCommand
    | NameCommand
    | OfferCommand
    | AnswerOfferCommand
    | PlainCommand
    | StopCommand,
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


class DeclinedEvent(Message):
    """An offer was declined."""

    type: Literal["declined"] = "declined"
    offer: Offer


LiveEvent = Annotated[
    GameEvent | YouEvent | ProgressEvent | AnswerEvent | DeclinedEvent | PingEvent | ErrorEvent,
    Field(discriminator="type"),
]

# Files --------------------------------------------------------------------------------------------

TEXT_LENGTH = 262_144  # characters of a file to import
MOST_TREE_MOVES = 5_000  # of a game with its variations: more than the page can show

MoveNumber = Annotated[int, Field(ge=0, le=MOST_TREE_MOVES)]


class VariationView(Message):
    """Moves that could follow move ``after`` instead of those that did; 0 is the start.

    The moves of a game come first, then those of its variations continue the numbers, in order.
    """

    after: MoveNumber
    moves: Annotated[list[ActionInput], Field(min_length=1, max_length=MOST_MOVES)]


class GameTree(Message):
    """What a game has besides its moves: comments and variations, by the numbers of moves."""

    comments: Annotated[
        dict[MoveNumber, Annotated[str, Field(max_length=TEXT_LENGTH)]],
        Field(max_length=MOST_TREE_MOVES + 1),
    ] = {}
    variations: Annotated[list[VariationView], Field(max_length=MOST_TREE_MOVES)] = []


class ImportRequest(Message):
    """The text of a file of games; ``game`` is for formats that do not name their game."""

    text: Annotated[str, Field(max_length=TEXT_LENGTH)]
    game: Spec | None = None


class RecordedGame(GameTree):
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


class ExportRequest(PositionRequest, GameTree):
    """A game to be exported in a format."""

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

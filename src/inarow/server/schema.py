"""What the server and the page say to each other; the page's types are generated from this.

Cells are numbers as everywhere in inarow (row * columns + column, row 0 at the bottom). Players are
0 (X, moves first) and 1 (O). Values are in [-1, 1], for the player to move in the position they
belong to; the value of a move is for the one who made it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_MOVES = 400  # cells of the largest board
SPEC_LENGTH = 200  # characters of a description of a game or a player
TEXT_LENGTH = 262_144  # characters of a file to import

Spec = Annotated[str, Field(min_length=1, max_length=SPEC_LENGTH)]
Cell = Annotated[int, Field(ge=0, lt=MOST_MOVES, strict=True)]  # true is no cell
Moves = Annotated[list[Cell], Field(max_length=MOST_MOVES)]
Ply = Annotated[int, Field(ge=0, le=MOST_MOVES, strict=True)]
Side = Literal[0, 1]
Seconds = Annotated[float, Field(gt=0, le=60, allow_inf_nan=False)]


class Message(BaseModel):
    """Anything that is sent; unknown fields are refused, so that a typing error is seen."""

    model_config = ConfigDict(extra="forbid")


class Problem(Message):
    """Why a request was refused: a word for programs and a sentence for people."""

    error: Literal[
        "bad-request",
        "not-found",
        "not-yours",
        "not-now",
        "too-large",
        "too-many",
        "cross-site",
        "failed",
    ]
    message: str


# What there is to choose from ---------------------------------------------------------------------


class ParameterInfo(Message):
    """One parameter of a game or a player, for a form."""

    name: str
    type: Literal["int", "float", "bool", "str"]
    default: int | float | bool | str
    help: str
    low: float | None = None
    high: float | None = None
    choices: list[str] | None = None


class GameTypeInfo(Message):
    """A kind of game, with its parameters."""

    name: str
    summary: str
    parameters: list[ParameterInfo]


class PlayerInfo(Message):
    """A player that may be asked from the page; parameters that are unsafe there are left out."""

    name: str
    summary: str
    parameters: list[ParameterInfo]


class LevelInfo(Message):
    """A strength for those who do not care how it is made: beginner … master."""

    name: str
    title: str
    summary: str


class FormatInfo(Message):
    """A format that games are imported from and exported to."""

    name: str
    summary: str
    suffix: str


class Catalogue(Message):
    """All that the page offers, from the registries."""

    version: str
    games: list[GameTypeInfo]
    players: list[PlayerInfo]
    levels: list[LevelInfo]
    formats: list[FormatInfo]
    tournament_formats: list[str]
    longest_think: float
    """Seconds that a player may think about one move, at most."""


class GameInfo(Message):
    """One game: its board, its names, and who can play it."""

    spec: str
    """The description in its short, canonical form."""
    name: str
    title: str
    """For people: "Gomoku 15 x 15", "4 x 4, 3 in a row"."""
    rows: int
    columns: int
    block: int | None
    """The side of the local boards, if the board is made of such."""
    in_a_row: int | None
    rule: str | None
    players: list[str]
    """Names of the players of the catalogue that play it."""
    threats: bool
    """Whether threats can be marked: five in a row."""


# Positions ----------------------------------------------------------------------------------------


class PositionRequest(Message):
    """A position, by the moves that lead to it."""

    game: Spec
    moves: Moves = []


class SetupRequest(Message):
    """A position, by its stones; the server finds an order of moves that leads to it."""

    game: Spec
    x: Moves
    o: Moves
    last: Cell | None = None
    """The stone that was placed last, if it matters: in ultimate it says where play goes on."""


class Position(Message):
    """A position as the page draws it: all that rules decide is said here."""

    game: str
    moves: list[int]
    cells: str
    """One character a cell, in the order of actions: '.', 'X', 'O'."""
    to_move: Side | None
    legal: list[int]
    last: int | None
    winning_line: list[int]
    local_boards: str | None = None
    """Ultimate: a character a local board, from the bottom left: '.' open, 'X', 'O', '=' drawn."""
    forced_board: int | None = None
    """Ultimate: where the player to move is sent; None if any open board will do."""
    over: bool
    winner: Side | None
    status: str
    """Who moves and where, or how the game ended, in words."""


# How players think --------------------------------------------------------------------------------


class MoveFigures(Message):
    """What a search knows of one move."""

    action: int
    share: float | None = None
    """Of the policy, from 0 to 1."""
    visits: int | None = None
    prior: float | None = None
    value: float | None = None


class LineView(Message):
    """One of the best moves with how play may go on."""

    value: float | None
    pv: list[int]
    depth: int
    selective_depth: int
    proven: str | None = None


class Thought(Message):
    """What a player thinks, or thought, about a position."""

    player: str
    """Its description."""
    ply: int
    """Moves made before the position."""
    action: int | None = None
    """What it chose; None while it thinks."""
    value: float | None = None
    win: float | None = None
    """Chance to win of the player to move, from 0 to 1; a draw is half a win."""
    proven: str | None = None
    depth: int = 0
    selective_depth: int = 0
    nodes: int = 0
    sims: int = 0
    seconds: float = 0.0
    speed: float = 0.0
    """Positions a second."""
    pv: list[int] = []
    lines: list[LineView] = []
    moves: list[MoveFigures] = []
    """Candidates, best first."""


class Victory(Message):
    """A win by threats that cannot be stopped: see analysis/threats.py."""

    kind: Literal["vcf", "vct"]
    player: Side
    plies: int
    line: list[int]


class ThreatMark(Message):
    """A cell where a player would make a row, with the stones that row has."""

    kind: Literal["five", "open four", "four", "three"]
    player: Side
    cell: int
    stones: list[int]


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


class Result(Message):
    """How a game ended."""

    winner: Side | None
    end: Literal["line", "full board", "resigned"]
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
    moves: list[int]
    """All moves, with those that were taken back and can be made again."""
    names: list[str]
    """The moves in words: h8."""
    values: list[float | None]
    """Of each move, what the one who made it thought it was worth; None if it did not say."""
    ply: int
    """How many of the moves stand on the board."""
    position: Position
    result: Result | None
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
    moves: int
    result: Result | None
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
    action: Cell
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
    hurry: the machine that thinks shall move now.
    """

    type: Literal["undo", "redo", "resign", "swap", "start", "pause", "step", "hurry"]


GameCommand = Annotated[
    MoveCommand | GotoCommand | DelayCommand | ClaimCommand | PlainCommand,
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


class ThinkingEvent(Message):
    """How far the machine to move is; also, after its move, what it thought in the end."""

    type: Literal["thinking"] = "thinking"
    thought: Thought


class RematchEvent(Message):
    """The game goes on in another one."""

    type: Literal["rematch"] = "rematch"
    id: str


class ErrorEvent(Message):
    """Something was refused; nothing has changed."""

    type: Literal["error"] = "error"
    error: str
    message: str


LiveEvent = Annotated[
    GameEvent | YouEvent | ThinkingEvent | RematchEvent | ErrorEvent, Field(discriminator="type")
]


# The socket of the analysis: /api/analysis/live ---------------------------------------------------


class AnalyseCommand(PositionRequest):
    """Let a player think about a position; what it was doing before ends."""

    type: Literal["analyse"]
    request: int
    """A number of the page's own, told back with each answer."""
    player: Spec = "engine"
    time: Seconds = 5.0
    lines: Annotated[int, Field(ge=1, le=20)] = 3


class AskCommand(PositionRequest):
    """Ask every player that plays the game, one answer each."""

    type: Literal["ask"]
    request: int
    time: Seconds = 1.0


class ThreatsCommand(PositionRequest):
    """Look for threats and forced wins."""

    type: Literal["threats"]
    request: int


class StopCommand(Message):
    """End what is running; answers so far stay."""

    type: Literal["stop"]


AnalysisCommand = Annotated[
    AnalyseCommand | AskCommand | ThreatsCommand | StopCommand, Field(discriminator="type")
]


class ProgressEvent(Message):
    """What a player thinks so far."""

    type: Literal["progress"] = "progress"
    request: int
    thought: Thought


class AnswerEvent(Message):
    """What a player says in the end; or, in ``message``, why it does not."""

    type: Literal["answer"] = "answer"
    request: int
    player: str
    thought: Thought | None
    message: str = ""


class DoneEvent(Message):
    """All answers to a request were given."""

    type: Literal["done"] = "done"
    request: int


class ThreatsEvent(Message):
    """Forced wins of both sides, and rows that could be made."""

    type: Literal["threats"] = "threats"
    request: int
    victories: list[Victory]
    marks: list[ThreatMark]


AnalysisEvent = Annotated[
    ProgressEvent | AnswerEvent | DoneEvent | ThreatsEvent | ErrorEvent,
    Field(discriminator="type"),
]


# Files --------------------------------------------------------------------------------------------


class ImportRequest(Message):
    """The text of a file of games; ``game`` is for formats that do not say what was played."""

    text: Annotated[str, Field(max_length=TEXT_LENGTH)]
    game: Spec | None = None


class ImportedGame(Message):
    """One game of a file, or of a tournament."""

    game: str
    players: tuple[str, str]
    moves: list[int]
    names: list[str]
    values: list[float | None]
    seconds: list[float | None]
    result: tuple[float, float] | None
    text: str
    """How it ended, for people."""


class Imported(Message):
    """The games of a file."""

    format: str
    games: list[ImportedGame]
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


# The lab ------------------------------------------------------------------------------------------


class NewTournament(Message):
    """A tournament to be played; ``nodes`` instead of ``time`` makes it repeatable."""

    players: Annotated[list[Spec], Field(min_length=2, max_length=12)]
    game: Spec = "tictactoe"
    format: Annotated[str, Field(max_length=20)] = "round-robin"
    games: Annotated[int, Field(ge=1, le=200)] = 10
    """Of each pairing."""
    rounds: Annotated[int, Field(ge=1, le=30)] | None = None
    time: Annotated[float, Field(ge=0.001, le=5, allow_inf_nan=False)] | None = None
    nodes: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class RunSummary(Message):
    """A tournament or, one day, a training run, in a list."""

    id: str
    kind: Literal["tournament", "training"]
    title: str
    state: Literal["waiting", "running", "stopped", "finished", "failed"]
    message: str
    """Why it failed."""
    created: str
    games: int
    scheduled: int
    mine: bool


class RunList(Message):
    """Runs, the newest first."""

    runs: list[RunSummary]


class RatedPlayer(Message):
    """A line of the table of a tournament."""

    name: str
    elo: float
    elo_low: float
    elo_high: float
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    mean_move_seconds: float | None
    faults: int


class RatingPoint(Message):
    """Ratings after so many games; in the order of the tournament's players."""

    games: int
    elo: list[float]


class TournamentView(Message):
    """A tournament as it stands."""

    players: list[str]
    game: str
    format: str
    games: int
    """Of each pairing."""
    limits: dict[str, float]
    """Of each move: time in seconds, nodes; none for each player's own."""
    openings: str
    table: list[RatedPlayer]
    crosstable: dict[str, dict[str, tuple[int, int, int]]]
    """Wins, draws, losses of one against another."""
    superiority: dict[str, dict[str, float]]
    """How likely one is stronger than another."""
    draw_rate: float | None
    first_move_elo: tuple[float, float, float] | None
    winner: str | None
    seconds: float
    warnings: list[str]
    history: list[RatingPoint]


class CurvePoint(Message):
    """A figure of a training run at a step."""

    step: int
    value: float


class TrainingView(Message):
    """A training run: curves by name."""

    learner: str
    game: str
    curves: dict[str, list[CurvePoint]]


class RunView(Message):
    """A run with all there is to see."""

    run: RunSummary
    tournament: TournamentView | None = None
    training: TrainingView | None = None


class RunGame(Message):
    """A game of a tournament, in a list."""

    number: int
    """From 0, in the order in which they ended."""
    players: tuple[str, str]
    result: tuple[float, float]
    end: str
    plies: int


class RunGames(Message):
    """Some games of a tournament."""

    games: list[RunGame]
    total: int


class RunEvent(Message):
    """A run has changed; on /api/lab/runs/{id}/live."""

    type: Literal["run"] = "run"
    run: RunView


LabEvent = Annotated[RunEvent | ErrorEvent, Field(discriminator="type")]


class Health(Message):
    """The server is up."""

    status: Literal["ok"] = "ok"
    version: str

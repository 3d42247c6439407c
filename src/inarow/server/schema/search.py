"""What players think, and the socket of the analysis: /api/analysis/live."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inarow.server.schema.base import Action, Cell, Message, Moves, Seconds, Side, Spec
from inarow.server.schema.edge import ErrorEvent, PingEvent


class PositionRequest(Message):
    """A position, by the moves that lead to it."""

    game: Spec
    moves: Moves = []


class Candidate(Message):
    """What a search knows of one action."""

    action: Action
    share: float | None = None
    """Share of the policy, from 0 to 1."""
    visits: int | None = None
    prior: float | None = None
    value: float | None = None


class LineView(Message):
    """One of the best actions, with how play may continue."""

    value: float | None
    pv: list[Action]
    depth: int
    selective_depth: int
    proven: str | None = None


class Thought(Message):
    """What a player thinks, or thought, about a position."""

    player: str
    """Its description, as in ``mcts:sims=500``."""
    ply: int
    """How many moves lead to the position."""
    action: Action | None = None
    """What it chose; None while it still searches."""
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
    pv: list[Action] = []
    lines: list[LineView] = []
    candidates: list[Candidate] = []
    """The best first."""


class VictoryView(Message):
    """A win by threats that cannot be stopped: see analysis/threats.py."""

    kind: Literal["vcf", "vct"]
    player: Side
    plies: int
    line: list[Action]


class ThreatView(Message):
    """A cell where a player would make a row, with the stones of that row."""

    kind: Literal["five", "open four", "four", "three"]
    player: Side
    cell: Cell
    stones: list[Cell]


# The socket of the analysis: /api/analysis/live ---------------------------------------------------


class AnalyseCommand(PositionRequest):
    """Let a player analyse a position; an analysis that runs is cancelled."""

    type: Literal["analyse"]
    request: int
    """A number that the page chooses and that each event repeats."""
    player: Spec = "engine"
    time: Seconds | None = 5.0
    """None: until it is stopped, or for 10 minutes; it gives way to searches that wait."""
    nodes: Annotated[int, Field(ge=1, le=10**12)] | None = None
    """Positions to search at most, if the player counts them: as much work on every server."""
    lines: Annotated[int, Field(ge=1, le=20)] = 3


class AskCommand(PositionRequest):
    """Ask every player that can play the game, one answer each."""

    type: Literal["ask"]
    request: int
    time: Seconds = 1.0


class ThreatsCommand(PositionRequest):
    """Look for threats and forced wins."""

    type: Literal["threats"]
    request: int


class StopCommand(Message):
    """Have the searches that run answer now; those that wait do not start."""

    type: Literal["stop"]


AnalysisCommand = Annotated[
    AnalyseCommand | AskCommand | ThreatsCommand | StopCommand, Field(discriminator="type")
]


class ProgressEvent(Message):
    """What a player thinks so far; on the socket of a game, the machine to move."""

    type: Literal["progress"] = "progress"
    request: int | None = None
    """Of the analysis; None on the socket of a game."""
    thought: Thought


class AnswerEvent(Message):
    """What a player thinks in the end; or, in ``message``, why there is no thought."""

    type: Literal["answer"] = "answer"
    request: int | None = None
    """Of the analysis; None on the socket of a game."""
    player: str
    thought: Thought | None
    message: str = ""


class DoneEvent(Message):
    """There are no more answers to a request."""

    type: Literal["done"] = "done"
    request: int


class ThreatsEvent(Message):
    """Forced wins of both sides, and rows that could be made."""

    type: Literal["threats"] = "threats"
    request: int
    victories: list[VictoryView]
    marks: list[ThreatView]


AnalysisEvent = Annotated[
    ProgressEvent | AnswerEvent | DoneEvent | ThreatsEvent | PingEvent | ErrorEvent,
    Field(discriminator="type"),
]

"""Tournaments and training runs, and the socket on which one is watched."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inarow.server.schema.base import Message, Spec
from inarow.server.schema.edge import ErrorEvent


class NewTournament(Message):
    """A tournament to be made; ``nodes`` instead of ``time`` makes it reproducible."""

    players: Annotated[list[Spec], Field(min_length=2, max_length=12)]
    game: Spec = "tictactoe"
    format: Annotated[str, Field(max_length=20)] = "round-robin"
    games: Annotated[int, Field(ge=1, le=200)] = 10
    """Of each pairing."""
    rounds: Annotated[int, Field(ge=1, le=30)] | None = None
    time: Annotated[float, Field(ge=0.001, le=5, allow_inf_nan=False)] | None = None
    nodes: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class RunSummary(Message):
    """A tournament or a training run, in a list."""

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
    """A row of the table of a tournament."""

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
    """Ratings after a number of games, in the order of the tournament's players."""

    games: int
    elo: list[float]


class TournamentView(Message):
    """A tournament after the games so far."""

    players: list[str]
    game: str
    format: str
    games: int
    """Of each pairing."""
    limits: dict[str, float]
    """Per move: time in seconds, nodes; empty for the players' own limits."""
    openings: str
    table: list[RatedPlayer]
    crosstable: dict[str, dict[str, tuple[int, int, int]]]
    """Wins, draws, losses of one against another."""
    superiority: dict[str, dict[str, float]]
    """How likely one player is stronger than another."""
    draw_rate: float | None
    first_move_elo: tuple[float, float, float] | None
    winner: str | None
    seconds: float
    warnings: list[str]
    history: list[RatingPoint]


class CurvePoint(Message):
    """A value of a training run at a step."""

    step: int
    value: float


class TrainingView(Message):
    """A training run: curves by name."""

    learner: str
    game: str
    curves: dict[str, list[CurvePoint]]


class RunView(Message):
    """A run with all details."""

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

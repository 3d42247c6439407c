"""Tournaments and training runs, and the socket on which one is watched."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inarow.server.schema.base import SPEC_LENGTH, Message, Spec
from inarow.server.schema.catalogue import ParameterInfo
from inarow.server.schema.edge import ErrorEvent, PingEvent

SETTINGS = 50  # of a learner, at most
MOST_SEED = 2**31 - 1

SettingName = Annotated[str, Field(min_length=1, max_length=40)]
SettingValue = (
    bool
    | int
    | Annotated[float, Field(allow_inf_nan=False)]
    | Annotated[str, Field(max_length=SPEC_LENGTH)]
)


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


class LearnerInfo(Message):
    """A learner that the page may start, with the settings that it may give."""

    name: str
    summary: str
    parameters: list[ParameterInfo]
    presets: dict[str, dict[str, int | float | bool | str]]
    """Other defaults, by the values of the setting ``preset``."""


class LearnerList(Message):
    """The learners that the page may start."""

    learners: list[LearnerInfo]
    longest_seconds: float
    """After which a training ends."""


class NewTraining(Message):
    """A training run to be made; without a seed it gets a random one."""

    learner: Spec
    game: Spec = "tictactoe"
    games: Annotated[int, Field(ge=1, strict=True)] = 1000
    """Of self-play."""
    seed: Annotated[int, Field(ge=0, le=MOST_SEED, strict=True)] | None = None
    settings: Annotated[dict[SettingName, SettingValue], Field(max_length=SETTINGS)] = {}
    """Of the learner, by name."""


class RunSummary(Message):
    """A tournament or a training run, in a list."""

    id: str
    kind: Literal["tournament", "training"]
    title: str
    game: str
    """For people, as in the title."""
    players: list[str]
    """The descriptions of those of a tournament, or the learner of a training run."""
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
    note: str = ""
    """What people should know about the player."""
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


class Figures(Message):
    """A learner's own figures, as columns: each has a value for each number of games."""

    steps: list[int]
    """Iterations of the learner."""
    games: list[int]
    seconds: list[float]
    values: dict[str, list[float | None]]


class EvaluationPoint(Message):
    """Points from 0 to 1 against an opponent, as first and as second, with 95 % intervals."""

    games: int
    seconds: float
    first_points: float
    first_low: float
    first_high: float
    second_points: float
    second_low: float
    second_high: float
    first_wins: int | None = None
    first_draws: int | None = None
    first_losses: int | None = None
    second_wins: int | None = None
    second_draws: int | None = None
    second_losses: int | None = None


class LadderRung(Message):
    """The rating of a checkpoint, with its 95 % interval."""

    games: int
    seconds: float
    elo: float
    low: float
    high: float


class LadderView(Message):
    """Ratings of checkpoints by games against each other and against players that do not change."""

    checkpoints: list[LadderRung]
    anchors: dict[str, float]
    """The first has 0."""


class CheckpointView(Message):
    """A state of a learner that can be played against."""

    player: str
    """Its description: trained:run=…,games=…"""
    games: int
    seconds: float
    score: float | None
    """Mean points against all opponents, from 0 to 1; None without an evaluation."""
    best: bool
    """Whether it is the best by the ladder, or by the scores if no ladder was played."""


class SampleGame(Message):
    """A game of an evaluation, in which the learner moved first."""

    opponent: str
    games: int
    """That the learner had learned from."""
    moves: str
    """In notation, with spaces."""


class TrainingView(Message):
    """A training run so far."""

    learner: str
    game: str
    seed: int
    settings: dict[str, int | float | bool | str]
    """Those that are not the defaults."""
    seconds: float
    longest_seconds: float
    """After which it ends."""
    figures: Figures
    evaluations: dict[str, list[EvaluationPoint]]
    """By opponent."""
    samples: list[SampleGame] = []
    """Games of the last evaluations, the newest first."""
    checkpoints: list[CheckpointView]
    """The oldest first."""
    ladder: LadderView | None = None
    """If ``inarow ladder`` has rated the checkpoints."""


class RunView(Message):
    """A run with all details."""

    run: RunSummary
    tournament: TournamentView | None = None
    training: TrainingView | None = None
    files: list[str] = []
    """Downloads, by their names under /api/lab/runs/{id}/files."""


class RunGame(Message):
    """A game of a tournament, in a list."""

    number: int
    """From 1, in the order in which they ended."""
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


LabEvent = Annotated[RunEvent | PingEvent | ErrorEvent, Field(discriminator="type")]

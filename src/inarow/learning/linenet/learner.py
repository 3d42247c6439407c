"""The learner of the line network, which the Gomoku engine evaluates with.

It learns from games of the engine against itself, or from recorded ones: the value from a mix of
the search's value and the result, the policy from the move that was made. What needs PyTorch is in
``training.py``, so that this file can be read without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from pydantic import Field

from inarow.games import Game
from inarow.learning.run import Algorithm, LearnerType
from inarow.learning.settings import NetworkSettings, Settings
from inarow.models.linenet import OURS
from inarow.models.weights import weights_fit
from inarow.runlog import MODEL_PLACE
from inarow.shards import Shards
from inarow.spec import Value


class LineNetSettings(NetworkSettings):
    """What the learner can be told."""

    usual: ClassVar[Mapping[str, Value]] = {
        "games": 10_000,
        "report_every": 50,
        "evaluation_games": 20,
    }

    data: str = Field(
        "",
        description="recorded games to learn from, a file or a folder; empty: games of self-play",
    )
    player: str = Field("engine:mb=16", description="who plays the games of self-play")
    nodes: int = Field(
        2500,
        description="positions searched for each move, in evaluations too",
        ge=1,
        le=10**9,
    )
    passes: float = Field(
        5.0, description="how often a position is learned from, on average", ge=0.01, le=1000
    )
    batch: int = Field(512, description="positions for each step", ge=1, le=10**6)
    rate: float = Field(3e-3, description="highest learning rate", ge=0, le=1)
    rate_games: int = Field(
        0,
        description="games in which the rate falls to 0; 0: all games of the run",
        ge=0,
        le=10**12,
    )
    thoughts: float = Field(
        0.5, description="weight of searched values; the rest is for results", ge=0, le=1
    )
    policy: float = Field(0.15, description="weight of the policy's loss", ge=0, le=100)

    def players(self) -> tuple[str, ...]:
        """Also the one who plays the games."""
        return (*super().players(), self.player)


def _make(game: Game, settings: Settings, seed: int, shards: Shards) -> Algorithm:
    from inarow.learning.linenet.training import LineNetAlgorithm  # noqa: PLC0415

    return LineNetAlgorithm(game, cast("LineNetSettings", settings), seed, shards)


def _refuses(game: Game) -> str:
    return "" if weights_fit(OURS, game) else "it is for five in a row on boards from 8 x 8 up"


LINENET = LearnerType(
    "linenet",
    "the Gomoku engine's evaluation, a network over lines of nine cells; needs PyTorch",
    LineNetSettings,
    _make,
    lambda settings: f"engine:mb=16,network={MODEL_PLACE}",
    _refuses,
    needs_torch=True,
)

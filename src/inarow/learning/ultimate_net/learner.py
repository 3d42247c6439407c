"""The learner of the pattern network, which the ultimate engine evaluates with.

It learns in generations: the first from games of ``teacher`` against itself, each later one from
games of the engine with the network that the generation before left. Both draw rules are played in
turn, whichever the run is for: the network has an output for each. What needs PyTorch is in
``training.py``, so that this file can be read without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from pydantic import Field

from inarow.games import Game
from inarow.learning.run import Algorithm, LearnerType
from inarow.learning.settings import NetworkSettings, Settings
from inarow.runlog import MODEL_PLACE
from inarow.shards import Shards
from inarow.spec import Value


class UltimateNetSettings(NetworkSettings):
    """What the learner can be told."""

    usual: ClassVar[Mapping[str, Value]] = {
        "games": 60_000,
        "report_every": 500,
        "checkpoint_every": 5000,
        "evaluate_every": 10_000,
        "evaluation_games": 20,
    }

    data: str = Field(
        "",
        description="recorded games to learn from, a file or a folder; empty: games of self-play",
    )
    teacher: str = Field(
        "mcts:sims=1500,mb=4",
        description="who plays the first generation; empty: the engine with the network it starts "
        "from",
    )
    generation: int = Field(
        20_000,
        description="games of a generation, in which the rate falls to 0",
        ge=1,
        le=10**9,
    )
    window: int = Field(
        2, description="generations whose games are learned from, the newest", ge=1, le=1000
    )
    nodes: int = Field(
        3000,
        description="positions that the engine searches for each move, in evaluations too",
        ge=1,
        le=10**9,
    )
    opening: int = Field(
        12, description="random moves that a game begins with, at most", ge=2, le=16
    )
    slips: float = Field(0.03, description="share of later moves that are random", ge=0, le=1)
    passes: float = Field(
        10.0, description="how often a position is learned from, on average", ge=0.01, le=1000
    )
    batch: int = Field(8192, description="positions for each step", ge=1, le=10**6)
    rate: float = Field(5e-3, description="highest learning rate", ge=0, le=1)
    thoughts: float = Field(
        0.7, description="weight of searched values; the rest is for results", ge=0, le=1
    )

    def players(self) -> tuple[str, ...]:
        """Also the one who plays the first games."""
        return (*super().players(), *((self.teacher,) if self.teacher else ()))


def _make(game: Game, settings: Settings, seed: int, shards: Shards) -> Algorithm:
    from inarow.learning.ultimate_net.training import UltimateNetAlgorithm  # noqa: PLC0415

    return UltimateNetAlgorithm(game, cast("UltimateNetSettings", settings), seed, shards)


ULTIMATE_NET = LearnerType(
    "ultimate-net",
    "the ultimate engine's evaluation, a network over patterns of local boards; needs PyTorch",
    UltimateNetSettings,
    _make,
    lambda settings: f"engine:mb=16,network={MODEL_PLACE}",
    lambda game: "" if game.kind == "ultimate" else "it is for ultimate",
    needs_torch=True,
)

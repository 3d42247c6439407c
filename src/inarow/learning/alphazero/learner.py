"""The learner of AlphaZero: self-play, a window of samples, training, an optional gate.

What needs PyTorch is in ``training.py``, so that this file can be read without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, cast

from pydantic import Field

from inarow.games import Game
from inarow.learning.replay import GROWTH
from inarow.learning.run import Algorithm, LearnerType
from inarow.learning.settings import NOT_FROM_WEB, NetworkSettings, Settings
from inarow.runlog import MODEL_PLACE
from inarow.shards import Shards
from inarow.spec import Value, value_text

_AS_IN_PAPERS: Mapping[str, Value] = {
    "full_share": 1.0,
    "considered": 0,
    "fpu": -1.0,  # the value of a move without a visit is 0
    "noise": 0.0,  # none of them names noise, so that there is nothing to prune
    "prune": False,
    "random_plies": 0,
    "vcf": 0,
    "rate": 1e-3,
    "average": 0.0,
    "thoughts": 0.0,
    "int8": False,
}
"""What the set-ups of all three papers have in common: plain AlphaZero, without what is ours."""


class AlphaZeroSettings(NetworkSettings):
    """What the learner can be told; the web not what decides on memory and the time of a step."""

    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "solvers": {
            **_AS_IN_PAPERS,
            "network": "simple",
            "sims": 100,
            "play_sims": 100,
            "epochs": 5.0,
            "report_every": 20,
        },
        "az-gomoku": {
            **_AS_IN_PAPERS,
            "network": "gomoku4",
            "sims": 100,
            "play_sims": 100,
            "epochs": 10.0,
            "batch": 64,
            "decay": 0.0,
            "report_every": 100,
        },
        "ultimate": {
            **_AS_IN_PAPERS,
            "network": "ultimate",
            "encoding": "paper",
            "sims": 15,
            "play_sims": 15,
            "c": 1.0,
            "temperature_plies": 25,
            "epochs": 15.0,
            "batch": 64,
            "decay": 0.0,
            "report_every": 20,
            "gate": 0.55,
            "gate_games": 24,
        },
    }

    usual: ClassVar[Mapping[str, Value]] = {
        "games": 20_000,
        "report_every": 256,
        "checkpoint_every": 2560,
        "evaluate_every": 2560,
        "evaluation_games": 40,
    }

    preset: Literal["ours", "solvers", "az-gomoku", "ultimate"] = Field(
        "ours", description="the defaults of the other settings: ours, or those of a paper"
    )
    cluster: str = Field(
        "",
        description="where games are played: empty for here, auto or the address of a Ray cluster",
    )
    network: Literal["auto", "res", "patterns", "simple", "gomoku4", "ultimate"] = Field(
        "auto",
        description="the network: ours (patterns on ultimate, else res), or that of a paper",
    )
    blocks: int = Field(
        0,
        description="residual blocks of ours; 0: as many as fit the network",
        ge=0,
        le=40,
        json_schema_extra=NOT_FROM_WEB,
    )
    channels: int = Field(
        0,
        description="channels of its layers; 0: as many as fit the network",
        ge=0,
        le=1024,
        json_schema_extra=NOT_FROM_WEB,
    )
    encoding: Literal["auto", "planes", "paper", "rich"] = Field(
        "auto",
        description="the planes that it sees; auto: the richest of the game",
        json_schema_extra=NOT_FROM_WEB,
    )
    curriculum: str = Field(
        "",
        description="smaller boards to begin with, such as 9 11 13; each gets an equal share",
    )
    sims: int = Field(
        64,
        description="simulations of a full search",
        ge=1,
        le=10**6,
        json_schema_extra={"web_high": 400},
    )
    fast_sims: int = Field(
        16,
        description="simulations of a quick one",
        ge=1,
        le=10**6,
        json_schema_extra={"web_high": 400},
    )
    full_share: float = Field(
        0.5,
        description="share of the moves that are searched in full, and learned from",
        gt=0,
        le=1,
    )
    considered: int = Field(
        16,
        description="moves that a full search begins with (Gumbel); 0: all, by PUCT with noise",
        ge=0,
        le=400,
    )
    value_scale: float = Field(
        0.5, description="how much values weigh against priors there", ge=0.001, le=100
    )
    vcf: int = Field(
        100,
        description="nodes of a search for continuous fours (k - 1 in a row) at each new "
        "position, in m,n,k games; 0: none",
        ge=0,
        le=100_000,
        json_schema_extra=NOT_FROM_WEB,
    )
    c: float = Field(1.5, description="how much to explore", ge=0, le=100)
    fpu: float = Field(
        0.2,
        description="how far a move without a visit is valued below its position; -1: its value "
        "is 0",
        ge=-1,
        le=2,
    )
    noise: float = Field(
        0.25, description="share of noise in the priors of the root, by PUCT", ge=0, le=1
    )
    temperature: float = Field(
        1.0, description="how far moves stray from the most visited, by PUCT", ge=0, le=10
    )
    temperature_plies: int = Field(
        25, description="the ply from which the temperature is 0", ge=0, le=400
    )
    prune: bool = Field(
        True, description="whether visits that only the noise brought are not learned, by PUCT"
    )
    random_plies: int = Field(
        4, description="games begin with up to so many random moves", ge=0, le=100
    )
    at_once: int = Field(
        64,
        description="games in one batch of the network",
        ge=1,
        le=4096,
        json_schema_extra=NOT_FROM_WEB,
    )
    job_games: int = Field(
        64, description="games of a job", ge=1, le=10**6, json_schema_extra=NOT_FROM_WEB
    )
    window: int = Field(
        20_000,
        description="samples to learn from at least; grows slowly",
        ge=1,
        le=10**9,
        json_schema_extra=NOT_FROM_WEB,
    )
    window_growth: float = Field(
        GROWTH,
        description="samples by which it grows for each new one, at first; 0: none",
        ge=0,
        le=1,
        json_schema_extra=NOT_FROM_WEB,
    )
    reuse: float = Field(
        4.0,
        description="how often a sample is learned from, on average",
        ge=0,
        le=1000,
        json_schema_extra=NOT_FROM_WEB,
    )
    epochs: float = Field(
        0.0,
        description="instead of that, passes over the window after each event; 0: none",
        ge=0,
        le=1000,
        json_schema_extra=NOT_FROM_WEB,
    )
    batch: int = Field(
        256, description="samples for each step", ge=1, le=10**6, json_schema_extra=NOT_FROM_WEB
    )
    rate: float = Field(2e-3, description="highest learning rate", ge=0, le=1)
    rate_games: int = Field(
        0,
        description="games in which the rate falls to 0 and the curriculum ends; 0: all of the run",
        ge=0,
        le=10**12,
        json_schema_extra=NOT_FROM_WEB,
    )
    decay: float = Field(1e-4, description="weight decay", ge=0, le=1)
    thoughts: float = Field(
        0.3, description="weight of searched values; the rest is for results", ge=0, le=1
    )
    soft_policy: float = Field(
        0.5, description="weight of the loss of the softened policy", ge=0, le=100
    )
    reply: float = Field(
        0.15, description="weight of the loss of the opponent's reply", ge=0, le=100
    )
    symmetries: Literal["8", "none", "64"] = Field(
        "8",
        description="images of a sample; 64 is the Ultimate paper's error, see its page",
    )
    average: float = Field(
        0.99,
        description="share of the past in the average of weights that plays; 0: no average",
        ge=0,
        le=0.99999,
    )
    int8: bool = Field(
        True,
        description="whether the network that plays is quantised",
        json_schema_extra=NOT_FROM_WEB,
    )
    gate: float = Field(
        0.0,
        description="share of decided games that a new network must win against the last; 0: no "
        "gate",
        ge=0,
        le=1,
    )
    gate_games: int = Field(
        24, description="games of the gate", ge=2, le=10**4, json_schema_extra={"web_high": 100}
    )
    play_sims: int = Field(
        64,
        description="simulations of the player in evaluations and gates",
        ge=1,
        le=10**6,
        json_schema_extra={"web_high": 400},
    )


def _make(game: Game, settings: Settings, seed: int, shards: Shards) -> Algorithm:
    from inarow.learning.alphazero.training import AlphaZeroAlgorithm  # noqa: PLC0415

    return AlphaZeroAlgorithm(game, cast("AlphaZeroSettings", settings), seed, shards)


def _player(settings: AlphaZeroSettings) -> str:
    """As training itself evaluates: see ``AlphaZeroAlgorithm.player``."""
    options = {"sims": settings.play_sims, **search_options(settings)}
    told = ",".join(f"{name}={value_text(value)}" for name, value in options.items())
    return f"alphazero:{told},file={MODEL_PLACE}"


def search_options(settings: AlphaZeroSettings) -> dict[str, Value]:
    """Parameters of the player that are those of self-play, in evaluations and gates."""
    return {"vcf": settings.vcf, "c": settings.c, "fpu": settings.fpu}


ALPHAZERO = LearnerType(
    "alphazero",
    "a network for policy and value, by self-play with search; needs PyTorch",
    AlphaZeroSettings,
    _make,
    lambda settings: _player(cast("AlphaZeroSettings", settings)),
    needs_torch=True,
    web=True,
)

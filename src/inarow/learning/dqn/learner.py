"""The learner of DQN: many games at once, a replay memory, and a network of Q values.

What needs PyTorch is in ``training.py``, so that this file can be read without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, cast

from pydantic import Field

from inarow.games import Game
from inarow.learning.run import Algorithm, LearnerType
from inarow.learning.settings import NOT_FROM_WEB, NetworkSettings, Settings
from inarow.runlog import MODEL_PLACE
from inarow.shards import Shards
from inarow.spec import Value

PAPER: Mapping[str, Value] = {
    "network": "conv3",
    "channels": 32,
    "dueling": False,
    "double": False,
    "n_step": 1,
    "immediate": 0.0,
    "symmetries": "none",
    "loss": "huber",
    "pool": "random-self-greedy",
    "turn_games": 10,
    "random_plies": 0,
    "at_once": 10,
    "epsilon": 1.0,
    "least_epsilon": 0.05,
    "average": 0.0,
    "decay": 0.0,
    "rate_games": 10**12,  # it stays
    "int8": False,
    "report_every": 10,
    "checkpoint_every": 100,
    "evaluate_every": 100,
    "games": 100,
}
"""What both sets of the AZ-Gomoku paper have in common; where it is silent, what is usual."""


class DqnSettings(NetworkSettings):
    """What the learner can be told; the web not what decides on memory and the time of a step."""

    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "paper-1": {
            **PAPER,
            "rate": 1e-4,
            "epsilon_decay": 0.999,
            "target_every": 500,
            "batch": 128,
            "reuse": 128.0,
            "discount": 0.99,
            "memory": 10_000,
        },
        "paper-2": {
            **PAPER,
            "rate": 5e-5,
            "epsilon_decay": 0.9995,
            "target_every": 1000,
            "batch": 256,
            "reuse": 256.0,
            "discount": 0.99,
            "memory": 50_000,
        },
    }

    usual: ClassVar[Mapping[str, Value]] = {
        "games": 80_000,
        "report_every": 256,
        "checkpoint_every": 2560,
        "evaluate_every": 2560,
    }

    workers: int = Field(
        1,
        description="threads of the network that plays",
        ge=1,
        le=256,
        json_schema_extra=NOT_FROM_WEB,
    )
    preset: Literal["ours", "paper-1", "paper-2"] = Field(
        "ours",
        description="the defaults of the other settings: ours, or a set of the AZ-Gomoku paper",
    )
    network: Literal["dueling", "conv3"] = Field(
        "dueling",
        description="ours, residual and for boards of any size, or the paper's three convolutions",
    )
    blocks: int = Field(
        3,
        description="residual blocks of ours",
        ge=1,
        le=40,
        json_schema_extra=NOT_FROM_WEB,
    )
    channels: int = Field(
        32,
        description="channels of its layers, or of the paper's first",
        ge=1,
        le=1024,
        json_schema_extra=NOT_FROM_WEB,
    )
    dueling: bool = Field(
        True, description="whether Q is a value of the position plus an advantage of the move"
    )
    double: bool = Field(
        True,
        description="whether the network names the best reply and the target network values it",
    )
    sign: Literal["minus", "plus"] = Field(
        "minus",
        description="of the next position's value, which is the opponent's; plus is the paper's "
        "error, see its page",
    )
    n_step: int = Field(
        3, description="moves from a position to the one whose value is its target", ge=1, le=20
    )
    discount: float = Field(
        0.99, description="gamma, what a value is worth one move earlier", ge=0, le=1
    )
    immediate: float = Field(
        1.0,
        description="weight of the loss of moves that win or lose at once by the rules, played or "
        "not, whose values then also count in targets; in m,n,k games of free style; 0: none",
        ge=0,
        le=100,
    )
    shaping: float = Field(
        0.0,
        description="reward for stopping a win in one, and penalty for leaving one, in m,n,k games "
        "of free style",
        ge=0,
        le=1,
    )
    loss: Literal["cross-entropy", "huber"] = Field(
        "cross-entropy",
        description="of a value and its target: as shares of points, or by their difference",
    )
    symmetries: Literal["8", "none"] = Field("8", description="images of a sample")
    pool: Literal["mixed", "random-self", "random-self-greedy"] = Field(
        "mixed",
        description="opponents: a mixture by the shares below, or the paper's in turn",
    )
    past_share: float = Field(0.1, description="share of the games against past selves", ge=0, le=1)
    greedy_share: float = Field(
        0.6, description="share of the games against greedy, in m,n,k games", ge=0, le=1
    )
    past_selves: int = Field(
        8,
        description="past selves that are kept",
        ge=1,
        le=100,
        json_schema_extra=NOT_FROM_WEB,
    )
    past_every: int = Field(
        2560,
        description="games from one past self to the next",
        ge=1,
        le=10**9,
        json_schema_extra=NOT_FROM_WEB,
    )
    turn_games: int = Field(
        10, description="games against each opponent in turn, as the paper has it", ge=1, le=10**6
    )
    side: Literal["both", "first", "second"] = Field(
        "both", description="the side of the learner against other opponents than itself"
    )
    random_plies: int = Field(
        6, description="games begin with up to so many random moves", ge=0, le=100
    )
    epsilon: float = Field(0.3, description="share of random moves at first", ge=0, le=1)
    epsilon_decay: float = Field(
        0.9999, description="factor of that share from move to move", ge=0, le=1
    )
    least_epsilon: float = Field(0.03, description="the share is never less", ge=0, le=1)
    at_once: int = Field(
        256,
        description="games in one batch of the network",
        ge=1,
        le=4096,
        json_schema_extra=NOT_FROM_WEB,
    )
    memory: int = Field(
        200_000,
        description="positions of the replay memory",
        ge=1,
        le=10**8,
        json_schema_extra=NOT_FROM_WEB,
    )
    reuse: float = Field(
        3.0,
        description="how often a position is learned from, on average",
        ge=0,
        le=10_000,
        json_schema_extra=NOT_FROM_WEB,
    )
    batch: int = Field(
        128, description="positions for each step", ge=1, le=10**6, json_schema_extra=NOT_FROM_WEB
    )
    priority: float = Field(
        0.6, description="how much errors decide what is drawn; 0: all are drawn alike", ge=0, le=2
    )
    importance: float = Field(
        0.5,
        description="how much the weights of samples make up for that; 1: in full",
        ge=0,
        le=1,
    )
    rate: float = Field(1e-3, description="highest learning rate", ge=0, le=1)
    rate_games: int = Field(
        0,
        description="games in which the rate falls to a tenth; 0: all of the run",
        ge=0,
        le=10**12,
        json_schema_extra=NOT_FROM_WEB,
    )
    decay: float = Field(1e-4, description="weight decay", ge=0, le=1)
    target_every: int = Field(
        0,
        description="steps from copy to copy of the target network; 0: it is an average",
        ge=0,
        le=10**9,
        json_schema_extra=NOT_FROM_WEB,
    )
    average: float = Field(
        0.998,
        description="share of the past in that average, which is also what plays; 0: the network "
        "itself",
        ge=0,
        le=0.99999,
    )
    int8: bool = Field(
        True,
        description="whether the network that players load is quantised, if that changes little",
        json_schema_extra=NOT_FROM_WEB,
    )


def _make(game: Game, settings: Settings, seed: int, shards: Shards) -> Algorithm:
    from inarow.learning.dqn.training import DqnAlgorithm  # noqa: PLC0415

    return DqnAlgorithm(game, cast("DqnSettings", settings), seed, shards)


DQN = LearnerType(
    "dqn",
    "a network for the value of each move, from many games at once; needs PyTorch",
    DqnSettings,
    _make,
    lambda _: f"dqn:file={MODEL_PLACE}",
    needs_torch=True,
    web=True,
)

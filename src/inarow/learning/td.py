"""TD learning with n-tuples (Solvers 4.4): the value of a position is a sum of learned weights.

The games and the updates are in the core: cpp/search/learn/td.h.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Literal, cast

import numpy as np
from pydantic import Field

from inarow import _core
from inarow.errors import BadFile, BadSpec
from inarow.games import Game
from inarow.learning.run import Algorithm, Figures, LearnerType, model_of
from inarow.learning.settings import Settings
from inarow.models.ntuple import (
    LONGEST_ROW,
    SUFFIX,
    can_learn_tuples,
    tuples_for,
    tuples_from_bytes,
    tuples_to_bytes,
)
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes
from inarow.player import Player
from inarow.players.td import td_player
from inarow.runlog import MODEL_PLACE
from inarow.spec import Value

MODEL_FILE = f"model{SUFFIX}"
STATE_FILE = "state.safetensors"
EVERYWHERE = 400.0
"""Random moves on the largest board: all moves are."""


class TdSettings(Settings):
    """What the learner can be told."""

    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "paper": {
            "features": "rows",
            "alpha": 0.01,
            "trace": 0.0,
            "discount": 1.0,
            "random_moves": EVERYWHERE,
            "epsilon_decay": 0.995,
            "least_epsilon": 0.01,
        }
    }

    usual: ClassVar[Mapping[str, Value]] = {"checkpoint_every": 20_000, "evaluate_every": 20_000}

    preset: Literal["ours", "paper"] = Field(
        "ours", description="the defaults of the other settings"
    )
    features: Literal["tuples", "rows"] = Field(
        "tuples",
        description="n-tuples with a weight for each content, or the paper's rows of k cells with "
        "one weight each",
    )
    alpha: float = Field(1.0, description="how far a value moves to its target", ge=0, le=10)
    trace: float = Field(
        0.8, description="lambda, the share of later values in a target", ge=0, le=1
    )
    discount: float = Field(
        0.99, description="gamma, what a value is worth one move earlier", ge=0, le=1
    )
    random_moves: float = Field(
        6.0,
        description="random moves that a game on a full board has at first: the share epsilon of "
        "its moves",
        ge=0,
        le=EVERYWHERE,
    )
    epsilon_decay: float = Field(
        1.0, description="factor of that share from game to game", ge=0, le=1
    )
    least_epsilon: float = Field(
        0.05, description="the share is never less, on large boards from the start", ge=0, le=1
    )


class TdAlgorithm(Algorithm):
    """Plays against itself, and moves the value of each position toward that of the next."""

    def __init__(self, game: Game, settings: TdSettings, seed: int) -> None:
        if settings.features == "rows" and game.in_a_row is None:
            raise BadSpec(f"{game.name} has no rows of k cells: features=rows is for m,n,k games.")
        self._game, self._settings = game, settings
        start, paper = game.new_initial_state(), settings.features == "rows"
        size = sum(count for _, count in _core.tuple_classes(start, paper))
        self._learner = _core.TdLearner(
            start,
            seed,
            _core.TupleWeights(np.zeros(size, np.float32), paper),
            alpha=settings.alpha,
            trace=settings.trace,
            discount=settings.discount,
            epsilon=min(1.0, settings.random_moves / game.num_distinct_actions()),
            epsilon_decay=settings.epsilon_decay,
            least_epsilon=settings.least_epsilon,
        )

    def train(self, first: int, count: int) -> Figures:
        """Results of the first player, mean length, and how far values are from their targets."""
        played = self._learner.play(first, count)
        return {
            "first_wins": played["wins"],
            "draws": played["draws"],
            "second_wins": played["losses"],
            "length": played["moves"] / count,
            "error": played["change"] / played["moves"],
        }

    def model(self) -> tuple[str, bytes]:
        """The weights."""
        return MODEL_FILE, tuples_to_bytes(self._learner.weights(), self._game)

    def save(self) -> dict[str, bytes]:
        """What the temporal coherence remembers of each weight."""
        asked, sizes = self._learner.coherence()
        return {STATE_FILE: tensors_to_bytes({"asked": asked, "sizes": sizes}, {})}

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on with weights."""
        path = Path(MODEL_FILE)
        weights = tuples_for(path, tuples_from_bytes(path, files[MODEL_FILE]), self._game)
        arrays, _ = tensors_from_bytes(Path(STATE_FILE), files[STATE_FILE])
        try:
            self._learner.restore(weights, arrays["asked"], arrays["sizes"])
        except (KeyError, TypeError, ValueError) as error:
            raise BadFile(f"{STATE_FILE} does not fit this game: {error}.") from None

    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Start with the weights of this board, or of another with the same k."""
        path, content = model_of(files)
        weights = tuples_for(path, tuples_from_bytes(path, content), self._game)
        if weights.paper != (self._settings.features == "rows"):
            raise BadFile(f"{path} was learned with other features: set them alike.")
        nothing = np.zeros(len(weights.values()), np.float32)
        self._learner.restore(weights, nothing, nothing)

    def player(self, seed: int) -> Player:
        """A player with a copy of the weights."""
        return td_player(self._game, self._learner.weights(), seed)


def _refuses(game: Game) -> str:
    if can_learn_tuples(game):
        return ""
    return f"there are too many contents of rows of {game.in_a_row}, and {LONGEST_ROW} is the most"


TD = LearnerType(
    "td",
    "a value as a sum of weights, one for what each line holds, by self-play",
    TdSettings,
    lambda game, settings, seed, _: TdAlgorithm(game, cast("TdSettings", settings), seed),
    lambda _: f"td:file={MODEL_PLACE}",
    _refuses,
    web=True,
)

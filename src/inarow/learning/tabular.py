"""Tabular learning (Solvers 4.1): a value for each position, learned by games of self-play.

The games and the updates are in the core: cpp/search/learn/tabular.h.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Literal, cast

import numpy as np
from pydantic import Field

from inarow import _core
from inarow.errors import BadFile
from inarow.games import Game
from inarow.learning.run import Algorithm, Figures, LearnerType, model_of
from inarow.learning.settings import Settings
from inarow.models.tabular import (
    MOST_CELLS,
    can_have_table,
    table_from_bytes,
    table_of_game,
    table_to_bytes,
)
from inarow.player import Player
from inarow.players.tabular import SUFFIX, tabular_player
from inarow.runlog import MODEL_PLACE
from inarow.spec import Value

MODEL_FILE = f"model{SUFFIX}"


class TabularSettings(Settings):
    """What the learner can be told."""

    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "paper": {
            "alpha": 0.1,
            "fold": False,
            "look_ahead": False,
            "target": "played",
        }
    }
    usual: ClassVar[Mapping[str, Value]] = {"checkpoint_every": 5000, "evaluate_every": 5000}

    preset: Literal["ours", "paper"] = Field(
        "ours", description="the defaults of the other settings"
    )
    alpha: float = Field(1.0, description="how far a value moves to its target", ge=0, le=1)
    epsilon: float = Field(0.1, description="share of random moves in the first game", ge=0, le=1)
    epsilon_decay: float = Field(
        1.0, description="factor of that share from game to game", ge=0, le=1
    )
    least_epsilon: float = Field(0.0, description="the share never falls below", ge=0, le=1)
    fold: bool = Field(True, description="whether symmetric positions share a value")
    look_ahead: bool = Field(
        True, description="whether new values come from a look-ahead over two plies"
    )
    target: Literal["best", "played"] = Field(
        "best",
        description="what a value moves to: the best move's value, or the played one's if it was "
        "not random",
    )


class TabularAlgorithm(Algorithm):
    """Plays against itself, greedily but for some random moves, and learns from the end back."""

    def __init__(self, game: Game, settings: TabularSettings, seed: int) -> None:
        self._game, self._settings, self._seed = game, settings, seed
        self._learner = self._with(
            _core.ValueTable(
                np.empty(0, np.uint64),
                np.empty(0, np.float32),
                settings.fold,
                settings.look_ahead,
            )
        )

    def _with(self, table: _core.ValueTable) -> _core.TabularLearner:
        settings = self._settings
        return _core.TabularLearner(
            self._game.new_initial_state(),
            self._seed,
            table,
            alpha=settings.alpha,
            epsilon=settings.epsilon,
            epsilon_decay=settings.epsilon_decay,
            least_epsilon=settings.least_epsilon,
            learns_played=settings.target == "played",
        )

    def train(self, first: int, count: int) -> Figures:
        """Results of the first player, mean length, and how far values still move."""
        played = self._learner.play(first, count)
        return {
            "first_wins": played["wins"],
            "draws": played["draws"],
            "second_wins": played["losses"],
            "length": played["moves"] / count,
            "change": played["change"] / played["moves"],
            "positions": len(self._learner.table()),
        }

    def model(self) -> tuple[str, bytes]:
        """The table."""
        return MODEL_FILE, table_to_bytes(self._learner.table(), self._game)

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on with a table."""
        self._take(Path(MODEL_FILE), files[MODEL_FILE])

    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Start with a table of the same game."""
        self._take(*model_of(files))

    def _take(self, path: Path, content: bytes) -> None:
        table = table_of_game(path, *table_from_bytes(path, content), self._game)
        settings = self._settings
        if (table.folds, table.looks_ahead) != (settings.fold, settings.look_ahead):
            raise BadFile(f"{path} was learned with another fold or look_ahead: set them alike.")
        self._learner = self._with(table)

    def player(self, seed: int) -> Player:
        """A player with a copy of the table."""
        return tabular_player(self._game, self._learner.table(), seed)


def _refuses(game: Game) -> str:
    if can_have_table(game):
        return ""
    cells = game.num_distinct_actions()
    return f"a table is for boards of up to {MOST_CELLS} cells, and this one has {cells}"


TABULAR = LearnerType(
    "tabular",
    "a value for each position, by self-play; small boards",
    TabularSettings,
    lambda game, settings, seed, _: TabularAlgorithm(game, cast("TabularSettings", settings), seed),
    lambda _: f"tabular:file={MODEL_PLACE}",
    _refuses,
    web=True,
)

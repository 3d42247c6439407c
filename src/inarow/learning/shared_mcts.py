"""Shared MCTS (Solvers 4.2): one graph plays both sides, and every game makes it grow.

The paper also swaps who starts; with one graph for both sides that changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from pydantic import Field

from inarow.games import Game
from inarow.learning.run import Algorithm, Figures, LearnerType, model_of
from inarow.learning.seeds import game_seed
from inarow.learning.settings import Settings
from inarow.models.graph import StoredGraph, graph_from_bytes, graph_to_bytes
from inarow.player import Limits, Player
from inarow.players.shared_mcts import SharedPlayer, make_shared
from inarow.runlog import MODEL_PLACE
from inarow.spec import Value

MODEL_FILE = "model.graph"


class SharedMctsSettings(Settings):
    """What the learner can be told."""

    sims: int = Field(200, description="simulations for each move", ge=1, le=10**6)
    c: float = Field(1.4, description="how much to explore", ge=0, le=100)
    mb: int = Field(
        64,
        description="memory in MB; when it is full, the positions with the fewest visits are "
        "removed",
        ge=1,
        le=4096,
    )
    temperature: float = Field(
        0.1,
        description="of the first game: a move has the weight visits^(1/temperature)",
        ge=0,
        le=10,
    )
    cool_games: int = Field(
        0,
        description="games in which the temperature falls to 0; 0: all games of the run",
        ge=0,
        le=10**12,
    )


class SharedMctsAlgorithm(Algorithm):
    """Plays against itself from a graph that is kept."""

    def __init__(self, game: Game, settings: SharedMctsSettings, seed: int) -> None:
        self._game, self._settings, self._seed = game, settings, seed
        self._limits = Limits(sims=settings.sims)
        self._player = self._new_player(seed)
        self._copy: StoredGraph | None = None

    def train(self, first: int, count: int) -> Figures:
        """Results of the first player, mean length, and the size of the graph."""
        results = {1.0: 0, 0.0: 0, -1.0: 0}
        moves = 0
        # A graph in memory has more than its bytes, such as links and how it was turned when they
        # were made. So that a run which was resumed goes on alike, all begin from the bytes.
        self._player.set_graph(Path(MODEL_FILE), self._graph())
        self._copy = None
        for number in range(first, first + count):
            self._player.set_seed(game_seed(self._seed, number))
            self._player.set_temperature(self._temperature(number))
            state = self._game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(self._player.act(state, self._limits).action)
            results[state.returns()[0]] += 1
            moves += state.move_number()
        self._player.games = first + count
        return {
            "first_wins": results[1.0],
            "draws": results[0.0],
            "second_wins": results[-1.0],
            "length": moves / count,
            "positions": self._player.positions(),
        }

    def model(self) -> tuple[str, bytes]:
        """The graph."""
        return MODEL_FILE, graph_to_bytes(self._graph())

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on with a graph."""
        path = Path(MODEL_FILE)
        self._player.set_graph(path, graph_from_bytes(path, files[MODEL_FILE]))
        self._copy = None

    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Start with a graph of the same game."""
        path, content = model_of(files)
        self._player.set_graph(path, graph_from_bytes(path, content))
        self._player.games, self._copy = 0, None

    def player(self, seed: int) -> Player:
        """A player with a copy of the graph."""
        player = self._new_player(seed)
        player.set_graph(Path(MODEL_FILE), self._graph())
        return player

    def _graph(self) -> StoredGraph:
        """A copy of the graph, made once after each training: an evaluation needs it often."""
        if self._copy is None:
            self._copy = self._player.graph()
        return self._copy

    def _new_player(self, seed: int) -> SharedPlayer:
        settings = self._settings
        values: dict[str, Value] = {
            "sims": settings.sims,
            "c": settings.c,
            "mb": settings.mb,
            "file": "",
        }
        return make_shared(self._game, seed, values)

    def _temperature(self, number: int) -> float:
        """Of a game: it falls in a straight line, and is 0 in the last one (Solvers, 4.2.4)."""
        last = (self._settings.cool_games or self._settings.games) - 1
        return self._settings.temperature * max(0.0, 1 - number / last) if last else 0.0


def _player_spec(settings: Settings) -> str:
    own = cast("SharedMctsSettings", settings)  # with less memory it would forget what it knows
    return f"shared-mcts:sims={own.sims},c={own.c},mb={own.mb},file={MODEL_PLACE}"


SHARED_MCTS = LearnerType(
    "shared-mcts",
    "a graph of positions with their visits, grown by self-play",
    SharedMctsSettings,
    lambda game, settings, seed, _: SharedMctsAlgorithm(
        game, cast("SharedMctsSettings", settings), seed
    ),
    _player_spec,
    web=True,
)

"""Shared MCTS: a player whose graph grows from game to game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inarow import _core
from inarow.errors import BadFile
from inarow.games import Game
from inarow.models.graph import StoredGraph, check_game, read_graph
from inarow.models.weights import find_weights
from inarow.players.native import NativePlayer
from inarow.spec import Value


class SharedPlayer(NativePlayer):
    """Plays from a graph, and goes on growing it while it plays."""

    def __init__(self, search: _core.SharedSearch, game: Game, sims: int) -> None:
        super().__init__(game, search, sims=sims)
        self._shared = search
        self.games = 0
        """Games of self-play that the graph was grown by."""

    def positions(self) -> int:
        """How many positions the graph holds."""
        return self._shared.positions()

    def set_temperature(self, temperature: float) -> None:
        """Play moves with a probability proportional to visits ** (1 / temperature)."""
        self._shared.set_temperature(temperature)

    def set_seed(self, seed: int) -> None:
        """Begin the random numbers anew."""
        self._shared.set_seed(seed)

    def graph(self) -> StoredGraph:
        """A copy of the graph."""
        return StoredGraph(self._game.spec, self.games, self._shared.graph())

    def set_graph(self, path: Path, stored: StoredGraph) -> None:
        """Replace the graph by a copy, which may then grow; the path is for errors."""
        check_game(path, stored, self._game)
        try:
            self._shared.set_graph(stored.graph)
        except ValueError as error:
            raise BadFile(f"{path} cannot be used: {error}.") from None
        self.games = stored.games


def make_shared(game: Game, seed: int, values: dict[str, Value]) -> SharedPlayer:
    """A player with the graph of a file, or an empty one."""
    options: dict[str, Any] = dict(values)
    sims, file = options.pop("sims"), options.pop("file")
    search = _core.shared_mcts(game.new_initial_state(), seed, **options)
    player = SharedPlayer(search, game, sims)
    if file:
        path = find_weights(file)
        player.set_graph(path, read_graph(path))
    return player

"""Self-play for shared MCTS: the graph plays both sides, and every game makes it grow.

The temperature falls in a straight line from ``FIRST_TEMPERATURE`` to 0 (Solvers, 4.2.4). The
paper also swaps who starts; with one graph for both sides that changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from inarow.arena.ladder import Checkpoint, Checkpoints
from inarow.games import Game
from inarow.player import Limits
from inarow.players.shared_mcts import SharedPlayer
from inarow.spec import value_text

FIRST_TEMPERATURE = 0.1


def self_play(game: Game, player: SharedPlayer, games: int, sims: int) -> Iterator[float]:
    """Play until the graph has seen so many games; yields the first player's result of each."""
    limits = Limits(sims=sims)
    while player.games < games:
        left = (games - player.games - 1) / max(1, games - 1)
        player.set_temperature(FIRST_TEMPERATURE * left)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(player.act(state, limits).action)
        player.games += 1
        yield state.returns()[0]


class CheckpointKeeper:
    """Keeps the graph as it is every so many games, with the wall clock that it took so far."""

    def __init__(
        self, player: SharedPlayer, directory: Path, *, sims: int, mb: int, every: int
    ) -> None:
        self._player, self._every = player, every
        self._settings = f"sims={sims},mb={mb}"  # with less memory it would forget what it knows
        self._kept = Checkpoints(directory)
        # A training that goes on counts the time from where the last checkpoint left it.
        before = [each.seconds for each in self._kept.read() if each.games <= player.games]
        self._start = time.monotonic() - max(before, default=0.0)

    def after_game(self) -> None:
        """Keep a checkpoint if it is time for one."""
        games = self._player.games
        if games % self._every:
            return
        self._kept.directory.mkdir(parents=True, exist_ok=True)
        path = self._kept.directory / f"{games:08d}.graph"
        self._player.save(path)
        spec = f"shared-mcts:{self._settings},file={value_text(str(path.resolve()))}"
        self._kept.add(Checkpoint(spec, games, time.monotonic() - self._start))

"""The random player: uniform over the legal moves. The baseline that every other must beat."""

from __future__ import annotations

import random

from inarow.errors import GameOver
from inarow.games import State
from inarow.players.base import Decision, Limits


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Choose at random; limits mean nothing to it."""
        if state.is_terminal():
            raise GameOver(f"The game is over ({state.status()}): there is no move to choose.")
        actions = state.legal_actions()
        return Decision(
            action=self._random.choice(actions),
            policy=dict.fromkeys(actions, 1 / len(actions)),
            stats={"nodes": 0, "depth": 0, "sims": 0, "seconds": 0.0, "proven": None},
        )

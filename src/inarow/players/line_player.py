"""AlphaZero's search with the engine's line network, and the policy of that network alone."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

import numpy as np

from inarow import _core
from inarow.games import Game, State
from inarow.player import Candidate, Decision, Limits, Progress, check_turn, search_stats
from inarow.players.native import NativePlayer

LOGIT, VALUE_SCALE = 100, 400
"""Units of the network's policy and evaluation, as in cpp/search/mcts/line_mcts.h."""


class LinePlayer(NativePlayer):
    """The search; one simulation is the policy alone, as with the other networks."""

    def __init__(
        self,
        game: Game,
        search: _core.Search,
        network: _core.LineNetwork,
        seed: int,
        temperature: float,
        own_sims: int,
    ) -> None:
        super().__init__(game, search, sims=own_sims)
        self._network, self._seed, self._temperature = network, seed, temperature

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        thorough: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Decision:
        """Search, as in ``NativePlayer``."""
        check_turn(state, self._game)
        allowed = self.core_limits(state, limits or Limits())[2]
        if lines == 1 and allowed is not None and allowed <= 1:
            return self._bare_policy(state)
        return super().analyse(
            state, limits, lines=lines, thorough=thorough, on_progress=on_progress
        )

    def _bare_policy(self, state: State) -> Decision:
        begun = time.monotonic()
        value, policy = self._network.evaluate(state)
        logits = np.array([logit for _, logit in policy]) / LOGIT
        priors = np.exp(logits - logits.max())
        priors /= priors.sum()
        shares = {cell: float(prior) for (cell, _), prior in zip(policy, priors, strict=True)}
        moves = sorted(shares, key=lambda cell: -shares[cell])
        action = moves[0]
        if self._temperature > 0:  # a position has one answer, however often it is asked
            rng = random.Random(f"{self._seed} {state.history()}")
            weights = [(shares[move] / shares[action]) ** (1 / self._temperature) for move in moves]
            (action,) = rng.choices(moves, weights)
        return Decision(
            action=action,
            value=math.tanh(value / VALUE_SCALE),
            policy=shares,
            pv=(action,),
            stats=search_stats(nodes=1, depth=1, sims=1, seconds=time.monotonic() - begun),
            moves=tuple(Candidate(move, prior=shares[move]) for move in moves),
        )

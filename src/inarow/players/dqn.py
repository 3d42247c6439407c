"""``dqn``: the best move by the values of a network, without or with one ply of search."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from inarow.games import Game, State
from inarow.models.onnx import NetworkModel
from inarow.models.q_values import find_q_network, nearest_q_network
from inarow.player import Candidate, Decision, Limits, Player, check_turn, search_stats
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value

NETWORK_ALONE, TWO_PLIES = 1, 2
"""Depths."""


class DqnPlayer(Player):
    """Asks a network what each move is worth, and plays the best.

    With a depth of two plies it makes each move and asks what the opponent's best reply is worth:
    the value of a move is then -max over replies b of Q(s', b), or the result if it ends the game.
    """

    def __init__(
        self, game: Game, model: NetworkModel, depth: int = NETWORK_ALONE, note: str = ""
    ) -> None:
        self._game, self._model, self._depth, self.note = game, model, depth, note
        self._encoding = model.about["encoding"]

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """The move with the largest value, the first of equal ones."""
        check_turn(state, self._game)
        started = time.perf_counter()
        depth = self._depth
        if limits is not None and limits.depth is not None:
            depth = min(depth, max(limits.depth, NETWORK_ALONE))
        legal = state.legal_actions()
        values = self._looked_ahead(state, legal) if depth == TWO_PLIES else self._alone(state)
        ranked = sorted(legal, key=lambda action: -values[action])
        seconds = time.perf_counter() - started
        nodes = len(legal) if depth == TWO_PLIES else 1
        return Decision(
            ranked[0],
            value=float(values[ranked[0]]),
            pv=(ranked[0],),
            stats=search_stats(nodes=nodes, depth=depth, seconds=seconds),
            moves=tuple(Candidate(each, value=float(values[each])) for each in ranked),
        )

    def _alone(self, state: State) -> NDArray[np.float32]:
        values: NDArray[np.float32] = self._values([state])[0]
        return values

    def _looked_ahead(self, state: State, legal: list[int]) -> NDArray[np.float32]:
        """Values of actions by the best replies to them."""
        values = np.zeros(self._game.num_distinct_actions(), np.float32)
        after, mover = [], state.current_player()
        for action in legal:
            child = state.clone()
            child.apply_action(action)
            if child.is_terminal():
                values[action] = child.returns()[mover]
            else:
                after.append((action, child))
        if after:
            replies = self._values([child for _, child in after])
            for (action, child), found in zip(after, replies, strict=True):
                values[action] = -found[child.legal_actions()].max()
        return values

    def _values(self, states: list[State]) -> NDArray[np.float32]:
        planes = np.stack([state.observation_tensor(encoding=self._encoding) for state in states])
        return self._model.evaluate(planes)[0].clip(-1, 1)


def _make(game: Game, seed: int, values: dict[str, Value]) -> Player:
    found = find_q_network(str(values["file"]), game)
    return DqnPlayer(game, found.model, int(values["depth"]), found.note)


DQN = PlayerType(
    "dqn",
    "the best move by the values of a network that learned from its games, without a search",
    (
        Parameter(
            "file",
            "",
            "a network, or the folder of a run that learned it; default: ours",
            is_file=True,
        ),
        Parameter(
            "depth",
            NETWORK_ALONE,
            "1: the network alone; 2: it is asked about the replies to each move",
            NETWORK_ALONE,
            TWO_PLIES,
        ),
    ),
    _make,
    lambda game: nearest_q_network(game) is not None,
    learner="dqn",
    seeded=False,
)

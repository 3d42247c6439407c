"""Self-play of AlphaZero in plain Python and PyTorch, which ours is compared with.

It follows the algorithm that alpha-zero-general published (Thakoor, Nair, Jhunjhunwala, "Learning
to play Othello without human knowledge", 2016): one game after the other, a recursive search whose
statistics are in dictionaries by position and action, the network asked about one leaf at a time.
A simulation goes down by the action with the largest

    Q(s, a) + c P(s, a) sqrt(sum_b N(s, b)) / (1 + N(s, a))

until it finds a new position or the end of the game, and adds the value there to all actions on its
way. Moves are drawn by their visits at first; later the most visited one is played.

What is different: positions, keys and planes come from our core, which is faster than rules in
Python, and images of the samples are left to the training.

What it cannot do, and our search can: prove a win or a loss, and see those of the next two plies
without a simulation.

As a program it plays as many games as a line of its input says, and answers with the number of
moves and the seconds that they took.
"""

from __future__ import annotations

import math
import random
import sys
import time
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import inarow
from benchmarks.random_network import random_network, richest_encoding
from inarow.learning.networks.base import Network, Outputs

GAME = "9x9x5"
SIMS = 100
"""Simulations for each move."""
EXPLORATION = 1.0
TEMPERATURE_PLIES = 15
"""From this ply on, the most visited move is played."""
LITTLE = 1e-8
"""A position without visits is explored by its priors."""


class Sample(NamedTuple):
    """A position to learn from, for the player to move."""

    planes: NDArray[np.float32]
    policy: dict[int, float]
    result: float


class PlainSearch:
    """The search of one game; what it knows is kept from move to move."""

    def __init__(self, net: Network, encoding: str) -> None:
        self._net, self._encoding = net, encoding
        self._priors: dict[int, dict[int, float]] = {}
        self._position_visits: dict[int, int] = {}
        self._visits: dict[tuple[int, int], int] = {}
        self._values: dict[tuple[int, int], float] = {}

    def policy(self, state: inarow.State) -> dict[int, float]:
        """The share of the visits of each move after a search."""
        for _ in range(SIMS):
            self._simulate(state.clone())
        key = state.key()
        visits = {action: self._visits.get((key, action), 0) for action in self._priors[key]}
        total = sum(visits.values())
        return {action: count / total for action, count in visits.items()}

    def _simulate(self, state: inarow.State) -> float:
        """One simulation; returns the value for the player to move."""
        if state.is_terminal():
            return state.returns()[state.move_number() % 2]
        position = state.key()
        if position not in self._priors:
            self._priors[position], value = self._evaluate(state)
            self._position_visits[position] = 0
            return value
        action = self._select(position)
        state.apply_action(action)
        value = -self._simulate(state)
        edge = position, action
        visits = self._visits.get(edge, 0)
        self._values[edge] = (visits * self._values.get(edge, 0.0) + value) / (visits + 1)
        self._visits[edge] = visits + 1
        self._position_visits[position] += 1
        return value

    def _select(self, position: int) -> int:
        spread = EXPLORATION * math.sqrt(self._position_visits[position] + LITTLE)
        chosen, most = -1, -math.inf
        for action, prior in self._priors[position].items():
            edge = position, action
            bound = spread * prior
            if edge in self._visits:
                bound = self._values[edge] + bound / (1 + self._visits[edge])
            if bound > most:
                chosen, most = action, bound
        return chosen

    @torch.inference_mode()
    def _evaluate(self, state: inarow.State) -> tuple[dict[int, float], float]:
        """The priors of the legal moves, and the value for the player to move."""
        planes = torch.from_numpy(state.observation_tensor(self._encoding))
        found: Outputs = self._net(planes[None])
        legal = state.legal_actions()
        priors = found.policy[0, legal].softmax(0)
        return dict(zip(legal, priors.tolist(), strict=True)), found.value.item()


def play_game(net: Network, game: inarow.Game, rng: random.Random) -> list[Sample]:
    """One game against itself."""
    encoding = richest_encoding(game)
    search = PlainSearch(net, encoding)
    state = game.new_initial_state()
    found = []
    while not state.is_terminal():
        policy = search.policy(state)
        found.append((state.observation_tensor(encoding), policy))
        if state.move_number() < TEMPERATURE_PLIES:
            (action,) = rng.choices(list(policy), list(policy.values()))
        else:
            action = max(policy, key=policy.__getitem__)
        state.apply_action(action)
    results = state.returns()
    return [Sample(planes, policy, results[ply % 2]) for ply, (planes, policy) in enumerate(found)]


def main() -> None:
    """Play games as the input says; in one thread."""
    torch.set_num_threads(1)
    game = inarow.load_game(GAME)
    net = random_network(game)
    # These heads are for training only; here they would cost time.
    net.soft_policy, net.reply = nn.Identity(), nn.Identity()
    rng = random.Random(sys.argv[1])
    for line in sys.stdin:
        start = time.perf_counter()
        moves = sum(len(play_game(net, game, rng)) for _ in range(int(line)))
        print(moves, time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()

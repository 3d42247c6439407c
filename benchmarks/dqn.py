"""Acting of DQN, no training on either side: moves per second of one core, with one network.

The peers are loops over one game, as plain code has them: the network in PyTorch, or in ONNX
Runtime as ours, asked about one position at a time. Games start from the empty board, or after up
to as many random moves as in a training: then hardly any position is in two games at the same time,
and each is a question of its own to the network. The networks are those that ship.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
import torch
from numpy.typing import NDArray

import inarow
from benchmarks.timing import Row, Work, compare
from inarow.learning.dqn.acting import SELF, Actors, Roles, play_games
from inarow.learning.dqn.learner import DqnSettings
from inarow.learning.networks.onnx_weights import take_onnx
from inarow.learning.networks.q_values import DuelingNet
from inarow.models.onnx import network_from_bytes
from inarow.models.q_values import nearest_q_network
from inarow.models.weights import find_weights

EPSILON = 0.05
GAMES = {"tictactoe": 2, "9x9x5": 3, "gomoku": 3}
"""The boards, and the residual blocks of their networks."""
PROMISED = 8.0
"""The ratio to the plain loop in PyTorch; that in ONNX Runtime has no overhead that we could save
on a large board."""

Ask = Callable[[NDArray[np.float32]], NDArray[np.float32]]


def dqn() -> Iterator[Row]:
    """Many games at once against one game at a time."""
    torch.set_num_threads(1)
    settings = DqnSettings.read("dqn", {})
    for spec, blocks in GAMES.items():
        game = inarow.load_game(spec)
        in_torch, in_onnx = _networks(game, blocks, settings.channels)
        for start, most in (("empty board", 0), ("random openings", settings.random_plies)):
            ours, moves = _games_at_once(game, in_onnx, settings.at_once, most)
            for name, ask, promised in (
                ("PyTorch", in_torch, PROMISED),
                ("ONNX Runtime", in_onnx, 1.0),
            ):
                yield compare(
                    f"acting of dqn, {spec}, {start}",
                    "moves/s",
                    promised,
                    ours,
                    f"one game, {name}",
                    _one_game(game, ask, most),
                    our_units=moves,
                    clock=time.process_time,
                )


def _networks(game: inarow.Game, blocks: int, channels: int) -> tuple[Ask, Ask]:
    """The shipped network of a board, in PyTorch and in ONNX Runtime."""
    path = find_weights(nearest_q_network(game) or "")
    content = path.read_bytes()
    net = DuelingNet(game.observation_tensor_shape()[0], blocks, channels)
    take_onnx(path, content, net)
    net.eval()
    model = network_from_bytes(path, content)

    def in_torch(planes: NDArray[np.float32]) -> NDArray[np.float32]:
        with torch.inference_mode():
            values: NDArray[np.float32] = net(torch.from_numpy(planes)).policy.numpy()
        return values

    return in_torch, lambda planes: model.evaluate(planes)[0]


def _games_at_once(game: inarow.Game, ask: Ask, count: int, most: int) -> tuple[Work, int]:
    """The learner's own games; also how many moves they have."""
    nobody = np.zeros(count, np.int8)

    def play(times: int) -> int:
        moves = 0
        for _ in range(times):
            rng = np.random.default_rng(1)
            openings = rng.integers(most + 1, size=count).astype(np.int32)
            played = play_games(
                game,
                "planes",
                Actors(ask, None, None),
                Roles(nobody + SELF, nobody, openings),
                at_once=count,
                epsilon=EPSILON,
                rng=rng,
            )
            moves += len(played.moves)
        return moves

    return play, play(1)


def _one_game(game: inarow.Game, ask: Ask, most: int) -> Work:
    """A plain loop: a random move needs no question."""
    rng = np.random.default_rng(1)

    def play(moves: int) -> None:
        state, left = game.new_initial_state(), rng.integers(most + 1)
        for _ in range(moves):
            legal = state.legal_actions()
            if left > 0 or rng.random() < EPSILON:
                action = int(rng.choice(legal))
            else:
                values = ask(state.observation_tensor()[None])[0]
                action = legal[int(values[legal].argmax())]
            state.apply_action(action)
            left -= 1
            if state.is_terminal():
                state, left = game.new_initial_state(), rng.integers(most + 1)

    return play

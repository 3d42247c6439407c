"""Acting of DQN, no training on either side: moves per second on one core, with one network.

The peers are loops over one game, as plain code has them: the network in PyTorch, or in ONNX
Runtime as ours, asked about one position at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

import inarow
from benchmarks.timing import Row, Work, compare
from inarow.learning.dqn.acting import SELF, Actors, Roles, play_games
from inarow.learning.dqn.learner import DqnSettings
from inarow.learning.networks.export import to_onnx
from inarow.learning.networks.q_values import DuelingNet
from inarow.models.onnx import NetworkModel, network_from_bytes

EPSILON = 0.05
GAMES = (("tictactoe", 8), ("9x9x5", 8), ("gomoku", 4))
"""The ratio we promise against PyTorch; large boards are limited by the network alone."""

Ask = Callable[[NDArray[np.float32]], NDArray[np.float32]]


def dqn() -> Iterator[Row]:
    """Many games at once against one game at a time."""
    torch.set_num_threads(1)
    settings = DqnSettings.read("dqn", {})
    for spec, target in GAMES:
        game = inarow.load_game(spec)
        planes, rows, columns = game.observation_tensor_shape()
        torch.manual_seed(1)
        net = DuelingNet(planes, settings.blocks, settings.channels).eval()
        about = {"game": game.spec, "encoding": "planes"}
        content = to_onnx(net, planes=planes, rows=rows, columns=columns, about=about)
        model = network_from_bytes(Path("network"), content)

        def in_torch(seen: NDArray[np.float32], net: DuelingNet = net) -> NDArray[np.float32]:
            with torch.inference_mode():
                values: NDArray[np.float32] = net(torch.from_numpy(seen)).policy.numpy()
            return values

        def in_onnx(seen: NDArray[np.float32], net: NetworkModel = model) -> NDArray[np.float32]:
            values: NDArray[np.float32] = net.evaluate(seen)[0]
            return values

        ours, moves = _games_at_once(game, in_onnx, settings.at_once)
        for name, ask, promised in (("PyTorch", in_torch, target), ("ONNX Runtime", in_onnx, 1)):
            yield compare(
                f"acting of dqn, {spec}",
                "moves/s",
                promised,
                ours,
                f"one game, {name}",
                _one_game(game, ask),
                our_units=moves,
            )


def _games_at_once(game: inarow.Game, ask: Ask, count: int) -> tuple[Work, int]:
    """The learner's own games; also how many moves they have."""
    nobody = np.zeros(count, np.int8)
    roles = Roles(nobody + SELF, nobody, np.zeros(count, np.int32))

    def play(times: int) -> int:
        moves = 0
        for _ in range(times):
            rng = np.random.default_rng(1)
            played = play_games(
                game,
                "planes",
                Actors(ask, None, None),
                roles,
                at_once=count,
                epsilon=EPSILON,
                rng=rng,
            )
            moves += len(played.moves)
        return moves

    return play, play(1)


def _one_game(game: inarow.Game, ask: Ask) -> Work:
    rng = np.random.default_rng(1)

    def play(moves: int) -> None:
        state = game.new_initial_state()
        for _ in range(moves):
            values = ask(state.observation_tensor()[None])[0]
            legal = state.legal_actions()
            best = legal[int(values[legal].argmax())]
            explores = rng.random() < EPSILON
            state.apply_action(int(rng.choice(legal)) if explores else best)
            if state.is_terminal():
                state = game.new_initial_state()

    return play

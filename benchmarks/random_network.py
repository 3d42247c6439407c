"""The network of the benchmarks: residual, of the size that the promises name, untrained."""

from __future__ import annotations

import torch

import inarow
from inarow.learning.networks import make_network
from inarow.learning.networks.base import Network
from inarow.learning.networks.export import to_int8, to_onnx

BLOCKS, CHANNELS = 4, 32
CALIBRATION, CALIBRATION_PLIES = 512, 12
"""Random positions that int8 is calibrated on, and the moves before them."""


def richest_encoding(game: inarow.Game) -> str:
    """The last one is the richest."""
    return list(game.encodings())[-1]


def random_network(game: inarow.Game) -> Network:
    """For PyTorch; its weights are always the same for a game."""
    torch.manual_seed(1)
    planes, rows, columns = game.observation_tensor_shape(richest_encoding(game))
    net = make_network(
        "res", planes=planes, rows=rows, columns=columns, blocks=BLOCKS, channels=CHANNELS
    )
    return net.eval()


def random_network_int8(game: inarow.Game) -> bytes:
    """The same network as a file, in int8."""
    encoding = richest_encoding(game)
    planes, rows, columns = game.observation_tensor_shape(encoding)
    about = {"game": game.spec, "encoding": encoding, "network": "res"}
    net = random_network(game)
    exact = to_onnx(net, planes=planes, rows=rows, columns=columns, about=about)
    games = inarow.vector(game, CALIBRATION, seed=1, encoding=encoding)
    for _ in range(CALIBRATION_PLIES):
        games.step(games.random_actions())
    return to_int8(exact, games.observations.copy(), net.float_layers)

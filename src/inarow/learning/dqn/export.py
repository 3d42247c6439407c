"""The file of a network of DQN: whether it is one, and in 8-bit integers if they keep its play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inarow.errors import BadFile
from inarow.learning.networks.export import CONVOLUTIONS, to_int8
from inarow.models.onnx import NetworkModel, network_from_bytes
from inarow.models.q_values import GIVES_Q

CALIBRATION = 1024
"""Positions that show a quantised network which numbers occur."""
AGREED_VALUE, AGREED_MOVES = 0.03, 0.95
"""Most that int8 may differ in a value on average, and least share of positions with the same best
move, or one as good but for that."""
FLOAT_LAYERS = 1
"""How many of the first layers stay in floating point, as all sums do (``CONVOLUTIONS``). So the
network of 9x9x5 has a best move that is as good in 99 % of the positions (98 % on 15x15), at 2.1
times the speed of floating point; with all but the last layers in integers these are 79 % (76 %),
at 2.7 times."""


def check_q_network(path: Path, content: bytes) -> NetworkModel:
    """The network of a file; BadFile if it is not one of DQN."""
    model = network_from_bytes(path, content)
    if not GIVES_Q.items() <= dict(model.about).items():
        raise BadFile(f"{path} has no values of moves: it is not a network of dqn.")
    return model


def quantised(
    exact: bytes, planes: NDArray[Any], legal_plane: int, rng: np.random.Generator
) -> bytes:
    """A network with 8-bit integers, or as it is if these change too much at these positions."""
    shown, held_out = (
        planes[rng.integers(len(planes), size=CALIBRATION)].astype(np.float32) for _ in range(2)
    )
    rough = to_int8(exact, shown, FLOAT_LAYERS, CONVOLUTIONS)
    legal = held_out[:, legal_plane].reshape(CALIBRATION, -1) > 0
    one, other = (
        network_from_bytes(Path("network.onnx"), each).evaluate(held_out)[0]
        for each in (exact, rough)
    )
    apart = float(np.abs(one - other)[legal].mean())
    best = np.where(legal, other, -np.inf).argmax(1)
    lost = np.where(legal, one, -np.inf).max(1) - one[np.arange(len(one)), best]
    agrees = apart < AGREED_VALUE and float((lost < AGREED_VALUE).mean()) > AGREED_MOVES
    return rough if agrees else exact

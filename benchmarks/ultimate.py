"""The network of the ultimate engine: evaluations a second, each with its move and undo."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

import inarow
from inarow import _core

COUNT = 2_000_000
PROMISED = 5.0
"""Millions a second on one core, in the AVX2 build."""


def ultimate() -> Iterator[str]:
    """By processor time, so that other programs matter less; the weights do not matter."""
    shapes = _core.UltimateNetwork.shapes()
    network = _core.UltimateNetwork(
        {name: np.full(shape, 0.01, np.float32) for name, shape in shapes.items()}
    )
    state = inarow.load_game("ultimate").state_from("e5 e4 d2")
    start = time.process_time()
    network.evaluate_many(state, COUNT)
    rate = COUNT / (time.process_time() - start) / 1e6
    yield f"ultimate network, {_core.isa}: {rate:.1f} million evaluations/s, {PROMISED:g} promised"

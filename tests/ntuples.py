"""Files of n-tuple weights for tests that need some, but none that have learned anything."""

from pathlib import Path

import numpy as np

import inarow
from inarow import _core
from inarow.models.ntuple import tuples_to_bytes


def write_tuples(path: Path, spec: str) -> Path:
    """A file of weights that are all zero, as if they were learned on a game."""
    game = inarow.load_game(spec)
    size = sum(size for _, size in _core.tuple_classes(game.new_initial_state(), False))
    weights = _core.TupleWeights(np.zeros(size, np.float32), False)
    path.write_bytes(tuples_to_bytes(weights, game))
    return path

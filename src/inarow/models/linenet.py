"""Files of line networks, the learned evaluation of the Gomoku engine (five/line_network.h).

A file is a line of text, ``MAGIC``, and then whole numbers, the lowest byte first: of each window
its row, the bias of cells, two layers with their biases, the last sum with its own, and the weights
of the policy. Those of a network in floating point are rounded to fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile
from inarow.files import replacing
from inarow.models.weights import weights_file

MAGIC = b"inarow line network 1\n"
CHANNELS, HIDDEN = 32, 32
ONE, WEIGHT_ONE = 128, 512  # 1.0 in cells and layers, and of the weights between layers
MOST = 4.0  # where a cell's numbers are cut off
CELLS_SHARE = 1 / 16  # of the sum over cells, what goes into the first layer
ROW_LIMIT, WEIGHT_LIMIT = 6000 / ONE, 4.0  # what the core takes
OURS = "gomoku.linenet"

Arrays = Mapping[str, NDArray[np.float32]]


def write_network(path: Path, arrays: Arrays) -> None:
    """Round a network and write it.

    The arrays: ``rows`` (windows x channels), ``bias``, ``first`` and ``second`` (outputs x
    inputs) with ``first_bias`` and ``second_bias``, ``last`` with ``last_bias`` (one number), and
    ``policy``.
    """
    parts = [
        _rounded(arrays["rows"], ONE, ROW_LIMIT, "<i2"),
        _rounded(arrays["bias"], ONE, ROW_LIMIT, "<i2"),
        _rounded(arrays["first"], WEIGHT_ONE, WEIGHT_LIMIT, "<i2"),
        _rounded(arrays["first_bias"], ONE * WEIGHT_ONE, 1000, "<i4"),
        _rounded(arrays["second"], WEIGHT_ONE, WEIGHT_LIMIT, "<i2"),
        _rounded(arrays["second_bias"], ONE * WEIGHT_ONE, 1000, "<i4"),
        _rounded(arrays["last"], WEIGHT_ONE, WEIGHT_LIMIT, "<i2"),
        _rounded(arrays["last_bias"], ONE * WEIGHT_ONE, 1000, "<i4"),
        _rounded(arrays["policy"], WEIGHT_ONE, 15.0, "<i2"),
    ]
    with replacing(path) as aside:
        aside.write_bytes(MAGIC + b"".join(parts))


def _rounded(array: NDArray[np.float32], one: int, limit: float, kind: str) -> bytes:
    return np.rint(np.clip(array, -limit, limit) * one).astype(kind).tobytes()


def read_network(path: Path) -> _core.LineNetwork:
    """A network from a file."""
    try:
        return _core.LineNetwork(path.read_bytes())
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
    except ValueError as error:
        raise BadFile(f"{path} is not a line network: {error}.") from None


@lru_cache(maxsize=1)
def our_network() -> _core.LineNetwork:
    """The network that comes with inarow, read once."""
    return read_network(weights_file(OURS))

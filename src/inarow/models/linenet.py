"""Files of line networks, the learned evaluation of the Gomoku engine (five/line_network.h).

A file is a line of text, ``LineNetwork.magic``, and then little-endian integers: the row of each
window, the bias of cells, two layers with their biases, the last layer with its bias, and the
weights of the policy. The numbers of a network in floating point are rounded to fit.
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

OURS = "gomoku.linenet"

Arrays = Mapping[str, NDArray[np.float32]]


def write_network(path: Path, arrays: Arrays) -> None:
    """Round a network and write it.

    The arrays: ``rows`` (windows x channels), ``bias``, ``first`` and ``second`` (outputs x
    inputs) with ``first_bias`` and ``second_bias``, ``last`` with ``last_bias`` (one number), and
    ``policy``.
    """
    core = _core.LineNetwork
    row = (core.one, core.row_limit, "<i2")
    weight = (core.weight_one, core.weight_limit, "<i2")
    bias = (core.one * core.weight_one, core.layer_bias_limit, "<i4")
    parts = [
        _rounded(arrays["rows"], *row),
        _rounded(arrays["bias"], *row),
        _rounded(arrays["first"], *weight),
        _rounded(arrays["first_bias"], *bias),
        _rounded(arrays["second"], *weight),
        _rounded(arrays["second_bias"], *bias),
        _rounded(arrays["last"], *weight),
        _rounded(arrays["last_bias"], *bias),
        _rounded(arrays["policy"], core.weight_one, core.policy_limit, "<i2"),
    ]
    with replacing(path) as aside:
        aside.write_bytes(core.magic + b"".join(parts))


def _rounded(array: NDArray[np.float32], one: int, limit: int, kind: str) -> bytes:
    """Numbers in units of 1 / one, as the core takes them; those beyond the limit are cut off."""
    return np.rint(np.clip(array, -limit / one, limit / one) * one).astype(kind).tobytes()


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

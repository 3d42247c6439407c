"""Files of line networks, the learned evaluation of the Gomoku engine (five/line_network.h).

A file is a line of text, ``LineNetwork.magic``, then little-endian integers: the row of each
window, the bias of cells, two layers with their biases, the last layer with its bias, and the
weights of the policy; then the checksum of everything before. The numbers of a network in floating
point are rounded to fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile
from inarow.files import replacing
from inarow.models.weights import load_weights, with_checksum, without_checksum

OURS = "gomoku.linenet"
"""The name of the shipped network."""

VERSION_1 = b"inarow line network 1\n"
"""The first line of files without a checksum."""

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
        aside.write_bytes(with_checksum(core.magic + b"".join(parts)))


def _rounded(array: NDArray[np.float32], one: int, limit: int, kind: str) -> bytes:
    """Numbers in units of 1 / one, as the core takes them; those beyond the limit are cut off."""
    return np.rint(np.clip(array, -limit / one, limit / one) * one).astype(kind).tobytes()


def read_network(path: Path) -> _core.LineNetwork:
    """A network from a file, which is read once."""
    return load_weights(path, _parse)


def _parse(path: Path, content: bytes) -> _core.LineNetwork:
    if content.startswith(VERSION_1):
        raise BadFile(
            f"{path} is a line network of version 1, without a checksum: resume its training to "
            "write it again."
        )
    if content.startswith(_core.LineNetwork.magic):
        content = without_checksum(path, content)
    try:
        return _core.LineNetwork(content)
    except ValueError as error:
        raise BadFile(f"{path} is not a line network: {error}.") from None

"""Files of line networks, the learned evaluation of the Gomoku engine (five/line_network.h).

A file is a line of text, ``LineNetwork.magic``, then little-endian integers: the row of each
window, the bias of cells, two layers with their biases, the last layer with its bias, and the
weights of the policy; then the checksum of everything before.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile
from inarow.models.weights import load_weights, with_checksum, without_checksum

OURS = "gomoku.linenet"
"""The name of the shipped network."""

VERSION_1 = b"inarow line network 1\n"
"""The first line of files without a checksum."""

Arrays = Mapping[str, NDArray[np.float32]]


class _Part(NamedTuple):
    """An array in the file: integers in units of 1 / one."""

    name: str
    shape: tuple[int, ...]  # -1: as many as there are windows
    one: int
    limit: int
    kind: str


def _parts() -> tuple[_Part, ...]:
    core = _core.LineNetwork
    row = (core.one, core.row_limit, "<i2")
    weight = (core.weight_one, core.weight_limit, "<i2")
    bias = (core.one * core.weight_one, core.layer_bias_limit, "<i4")
    channels, hidden = core.channels, core.hidden
    return (
        _Part("rows", (-1, channels), *row),
        _Part("bias", (channels,), *row),
        _Part("first", (hidden, channels), *weight),
        _Part("first_bias", (hidden,), *bias),
        _Part("second", (hidden, hidden), *weight),
        _Part("second_bias", (hidden,), *bias),
        _Part("last", (hidden,), *weight),
        _Part("last_bias", (1,), *bias),
        _Part("policy", (channels,), core.weight_one, core.policy_limit, "<i2"),
    )


def network_to_bytes(arrays: Arrays) -> bytes:
    """The content of a file: a network, rounded; numbers beyond the limits are cut off.

    The arrays: ``rows`` (windows x channels), ``bias``, ``first`` and ``second`` (outputs x
    inputs) with ``first_bias`` and ``second_bias``, ``last`` with ``last_bias`` (one number), and
    ``policy``.
    """
    numbers = [
        np.rint(np.clip(arrays[name], -limit / one, limit / one) * one).astype(kind).tobytes()
        for name, _, one, limit, kind in _parts()
    ]
    return with_checksum(_core.LineNetwork.magic + b"".join(numbers))


def arrays_from_bytes(path: Path, content: bytes) -> dict[str, NDArray[np.float32]]:
    """The arrays that ``network_to_bytes`` got, as far as rounding has left them."""
    network_from_bytes(path, content)  # it is a network, so its length is right
    left = memoryview(without_checksum(path, content))[len(_core.LineNetwork.magic) :]
    windows = len(_core.line_window_table()[1])
    arrays = {}
    for name, shape, one, _, kind in _parts():
        count = abs(math.prod(shape)) * (windows if shape[0] < 0 else 1)
        numbers = np.frombuffer(left, kind, count)
        left = left[numbers.nbytes :]
        arrays[name] = (numbers.reshape(shape) / one).astype(np.float32)
    return arrays


def read_network(path: Path) -> _core.LineNetwork:
    """A network from a file, which is read once."""
    return load_weights(path, network_from_bytes)


def network_from_bytes(path: Path, content: bytes) -> _core.LineNetwork:
    """The network; BadFile if a bit has changed."""
    if content.startswith(VERSION_1):
        raise BadFile(
            f"{path} is a line network of version 1, without a checksum: train it again, or use "
            "ours."
        )
    if content.startswith(_core.LineNetwork.magic):
        content = without_checksum(path, content)
    try:
        return _core.LineNetwork(content)
    except ValueError as error:
        raise BadFile(f"{path} is not a line network: {error}.") from None

"""Files of pattern networks, the learned evaluation of the ultimate engine.

A file is in safetensors, with a checksum (see ``tensors``): the arrays of ``SHAPES`` in 32-bit
floating point. The core turns them into integers when it loads them (cpp/search/ultimate/).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes
from inarow.models.weights import load_weights

OURS = "ultimate.ultimatenet"
"""The name of the shipped network."""
SUFFIX = ".ultimatenet"
FORMAT = "inarow ultimate network 1"

LANES = 64
"""The numbers of a view of a position."""
ENCODED = 32
"""The numbers that the encoder makes of a local board."""
WEIGHT_ONE = 64
"""Weights of the head become 8-bit integers in units of 1 / WEIGHT_ONE."""
WEIGHT_LIMIT = 1.98
"""The largest of them."""

Arrays = Mapping[str, NDArray[np.float32]]


def _layers(name: str, *widths: int) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, (inputs, outputs) in enumerate(pairwise(widths)):
        found[f"{name}.{number}.weight"] = (outputs, inputs)
        found[f"{name}.{number}.bias"] = (outputs,)
    return found


SHAPES: Mapping[str, tuple[int, ...]] = {
    **_layers("encoder", 27, 64, 64, ENCODED),  # of a local board: own, other, empty for each cell
    "projection": (9, LANES, ENCODED),  # by local board
    "decided": (9, 3, LANES),  # by local board: won by the viewer, by the other, drawn
    "forced": (2, 10, LANES),  # the viewer moves, or not; the board to play in, or free choice
    "accumulator.bias": (LANES,),
    **_layers("head", 2 * LANES, 16, 32, 2),  # an output for each draw rule
}
"""The arrays of a network: their names and shapes."""


def network_to_bytes(arrays: Arrays) -> bytes:
    """The content of a file."""
    whole = {name: arrays[name].astype(np.float32).reshape(shape) for name, shape in SHAPES.items()}
    return tensors_to_bytes(whole, {"format": FORMAT})


def arrays_from_bytes(path: Path, content: bytes) -> dict[str, NDArray[np.float32]]:
    """The arrays that ``network_to_bytes`` got; BadFile if they are no network."""
    arrays, about = tensors_from_bytes(path, content)
    if about.get("format") != FORMAT:
        raise BadFile(f"{path} is not an ultimate network.")
    if missing := next((name for name in SHAPES if name not in arrays), ""):
        raise BadFile(f"{path} is not an ultimate network: it has no {missing}.")
    for name, array in arrays.items():
        if array.shape != SHAPES.get(name) or array.dtype != np.float32:
            raise BadFile(f"{path} is not an ultimate network: {name} does not fit.")
        if not np.isfinite(array).all():
            raise BadFile(f"{path} is not an ultimate network: {name} has infinite numbers.")
    return arrays


def network_from_bytes(path: Path, content: bytes) -> _core.UltimateNetwork:
    """The network; BadFile if a bit has changed."""
    arrays = arrays_from_bytes(path, content)
    try:
        return _core.UltimateNetwork(arrays)
    except ValueError as error:
        raise BadFile(f"{path} is not an ultimate network: {error}.") from None


def read_network(path: Path) -> _core.UltimateNetwork:
    """A network from a file, which is read once."""
    return load_weights(path, network_from_bytes)

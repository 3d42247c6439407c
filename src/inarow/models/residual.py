"""Residual networks with 8-bit integers, run by the core, which is faster than ONNX Runtime there.

The core has them for processors that add up products of 8-bit integers in one instruction (AVX-512
VNNI); others run the same file by ONNX Runtime. Weights and scales are those of the file. Sums of
blocks, stem and heads are in floating point here, so answers differ a little.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.models.onnx_arrays import OnnxArrays, QuantisedArray

Floats = NDArray[np.float32]
Evaluate = Callable[[Floats], tuple[Floats, Floats]]

_INTEGERS = re.compile(r"blocks_\d+_(first|second)|policy_hidden")
_FLOATS = re.compile(r"stem|blocks_\d+_pool|policy|value_hidden|value")
_CONV = "Conv"
_MOST_INTEGER = 127

TRIED, TRIED_SIDE = 4, 9
"""Positions on which the core must agree with ONNX Runtime, and the side of their boards."""
TRIED_LOGITS, TRIED_VALUES = 0.5, 0.2
"""How far apart the answers may be there: a network of another build would be farther."""


def residual_network(
    model: bytes, planes: int, evaluate: Evaluate, *, portably: bool = False
) -> _core.ResidualNetwork | None:
    """The network of a file, or None if this processor or this file is not for it.

    ``evaluate`` is the same network by ONNX Runtime. ``portably`` makes it on every processor.
    """
    if not (portably or _core.ResidualNetwork.is_fast):
        return None
    try:
        network = _core.ResidualNetwork(_arrays(OnnxArrays(model)))
    except (ValueError, TypeError, IndexError):
        return None
    return network if _agree(network, planes, evaluate) else None


def _arrays(file: OnnxArrays) -> dict[str, Floats | NDArray[np.int8]]:
    """What the core asks for, by name."""
    found: dict[str, Floats | NDArray[np.int8]] = {}
    for node in file.nodes:
        if node.kind != _CONV:
            continue
        layer = node.name.rpartition("/")[2]
        activations, weights, bias = node.inputs
        found[f"{layer}.bias"] = file.floats(bias)
        if _FLOATS.fullmatch(layer):
            found[f"{layer}.weight"] = file.floats(weights)
        elif _INTEGERS.fullmatch(layer):
            if (scale := file.scale(activations)) is None:
                raise ValueError(f"{layer} is in floating point.")
            quantised = file.integers(weights)
            if quantised is None:
                quantised = _quantise(file.floats(weights), outputs=found[f"{layer}.bias"].size)
            found[f"{layer}.weight"], found[f"{layer}.scale"] = quantised
            found[f"{layer}.input"] = np.array([scale], np.float32)
        else:
            raise ValueError(f"{layer} is no layer of the residual network.")
    return found


def _quantise(weights: Floats, outputs: int) -> QuantisedArray:
    """Weights that are in floating point in the file."""
    rows = weights.reshape(outputs, -1)
    scales = np.maximum(np.abs(rows).max(1), np.float32(1e-9)) / np.float32(_MOST_INTEGER)
    return QuantisedArray(np.rint(rows / scales[:, None]).astype(np.int8).ravel(), scales)


def _agree(network: _core.ResidualNetwork, planes: int, evaluate: Evaluate) -> bool:
    """Whether both answer alike, so that the graph of the file is that of the core."""
    rng = np.random.default_rng(1)
    chosen = rng.integers(planes, size=(TRIED, 1, TRIED_SIDE, TRIED_SIDE))
    asked = (chosen == np.arange(planes)[:, None, None]).astype(np.float32)
    (logits, values), (others, other_values) = network.evaluate(asked), evaluate(asked)
    logits, others = (each - each.mean(1, keepdims=True) for each in (logits, others))
    return bool(
        np.abs(logits - others).mean() <= TRIED_LOGITS * max(1.0, float(others.std()))
        and np.abs(values - other_values).mean() <= TRIED_VALUES
    )

"""The weights of an exported network back in PyTorch, to train it on.

Batch norm was made part of the layers, so it comes back as one that changes nothing. What is needed
in training only, such as the other policies, is not in the file and stays as it is. Weights with 8
bits come back as rough as they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, numpy_helper

from inarow.errors import BadFile
from inarow.learning.networks.base import Network
from inarow.learning.networks.export import WEIGHT_LAYERS
from inarow.learning.networks.onnx_graph import GraphWriter
from inarow.models.onnx import network_from_bytes
from inarow.models.onnx_file import POLICY, VALUE, unseal

Array = NDArray[np.float32]


def take_onnx(path: Path, content: bytes, net: Network) -> None:
    """Give a network the weights of a file; BadFile if they are of another network."""
    network_from_bytes(path, content)
    stored = _StoredWeights(onnx.load_from_string(unseal(path, content)))
    found = 0
    for name, layer, norm in GraphWriter(net).layers([POLICY, VALUE]):
        weights = stored.of(name)
        if weights is None:
            raise BadFile(f"{path} does not fit this network: it has fewer layers.")
        weight, bias = weights
        if weight.shape != tuple(layer.weight.shape):
            raise BadFile(f"{path} does not fit this network: its layers have other sizes.")
        found += 1
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(weight))
            if norm is None:
                assert layer.bias is not None
                layer.bias.copy_(torch.from_numpy(bias))
                continue
            assert norm.running_mean is not None
            assert norm.running_var is not None
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.copy_(torch.from_numpy(bias))
            if layer.bias is not None:
                layer.bias.zero_()
    if found != stored.layers:
        raise BadFile(f"{path} does not fit this network: it has other layers.")


class _StoredWeights:
    """The weights of a file, by the names of their nodes."""

    def __init__(self, model: ModelProto) -> None:
        self._arrays = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
        self._makers: dict[str, NodeProto] = {
            name: node for node in model.graph.node for name in node.output
        }
        self._nodes = {
            node.name.removesuffix("_quant"): node
            for node in model.graph.node
            if node.op_type in WEIGHT_LAYERS
        }

    @property
    def layers(self) -> int:
        """How many layers have weights."""
        return len(self._nodes)

    def of(self, name: str) -> tuple[Array, Array] | None:
        """Weight and bias of a layer, if the file has it."""
        node = self._nodes.get(name)
        if node is None:
            return None
        weight, bias = (self._array(each) for each in node.input[1:3])
        return weight, bias

    def _array(self, name: str) -> Array:
        """An array of the file, or what a node makes of its 8 bits."""
        if name in self._arrays:
            return self._arrays[name].astype(np.float32)
        numbers, scale, zero = (self._arrays[each] for each in self._makers[name].input)
        shape = (-1, *[1] * (numbers.ndim - 1)) if scale.ndim else ()
        return _spread(scale, shape) * (numbers.astype(np.float32) - _spread(zero, shape))


def _spread(numbers: NDArray[Any], shape: tuple[int, ...]) -> Array:
    return numbers.astype(np.float32).reshape(shape)

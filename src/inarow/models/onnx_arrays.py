"""The weights of an ONNX file without the package onnx, which is for training only.

Of a file that ``check_model`` has passed; what is not as our exports have it is a ``ValueError``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inarow.models.onnx_file import MODEL_GRAPH, fields

# Numbers of the fields in onnx.proto.
_GRAPH_NODE, _GRAPH_ARRAY = 1, 5
_NODE_INPUT, _NODE_OUTPUT, _NODE_NAME, _NODE_KIND = 1, 2, 3, 4
_ARRAY_FLOATS, _ARRAY_INTS, _ARRAY_NAME, _ARRAY_RAW = 4, 5, 8, 9

_DEQUANTIZE = "DequantizeLinear"


class Node(NamedTuple):
    """A layer, or a step between layers."""

    kind: str
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class QuantisedArray(NamedTuple):
    """8-bit integers; output i of a layer is times ``scales[i]``."""

    integers: NDArray[np.int8]
    scales: NDArray[np.float32]


class OnnxArrays:
    """Nodes and arrays by their names. Arrays are flat."""

    def __init__(self, model: bytes) -> None:
        self._arrays: dict[str, dict[int, bytes]] = {}
        self.nodes: list[Node] = []
        for field, graph in fields(model):
            if field == MODEL_GRAPH:
                self._read(graph)
        self._makers = {output: node for node in self.nodes for output in node.outputs}

    def _read(self, graph: bytes) -> None:
        for field, content in fields(graph):
            if field == _GRAPH_ARRAY:
                array = dict(fields(content))
                self._arrays[array.get(_ARRAY_NAME, b"").decode()] = array
            elif field == _GRAPH_NODE:
                texts: dict[int, list[str]] = {}
                for each, text in fields(content):
                    if each <= _NODE_KIND:
                        texts.setdefault(each, []).append(text.decode())
                self.nodes.append(
                    Node(
                        "".join(texts.get(_NODE_KIND, [])),
                        "".join(texts.get(_NODE_NAME, [])),
                        tuple(texts.get(_NODE_INPUT, [])),
                        tuple(texts.get(_NODE_OUTPUT, [])),
                    )
                )

    def floats(self, name: str) -> NDArray[np.float32]:
        """An array, or what integers and their scales stand for."""
        if (node := self._dequantized(name)) is None:
            array = self._array(name)
            return np.frombuffer(array.get(_ARRAY_RAW) or array.get(_ARRAY_FLOATS, b""), "<f4")
        integers, scale, zero = node.inputs
        scales = self.floats(scale)
        raw = self._array(integers).get(_ARRAY_RAW, b"")
        # Biases have four bytes; both kinds have a scale for each output.
        is_bias = len(raw) == 4 * scales.size
        self._need_zero(zero)
        found = np.frombuffer(raw, "<i4" if is_bias else "i1").reshape(scales.size, -1)
        return (found * scales[:, None]).astype(np.float32).ravel()

    def integers(self, name: str) -> QuantisedArray | None:
        """The integers of weights, if they have any."""
        if (node := self._dequantized(name)) is None:
            return None
        integers, scale, zero = node.inputs
        self._need_zero(zero)
        raw = self._array(integers).get(_ARRAY_RAW, b"")
        return QuantisedArray(np.frombuffer(raw, "i1"), self.floats(scale))

    def scale(self, name: str) -> float | None:
        """Of activations whose 0 is 0; None if they are in floating point."""
        if (node := self._dequantized(name)) is None:
            return None
        _, scale, zero = node.inputs
        self._need_zero(zero)
        (found,) = self.floats(scale).tolist()
        return float(found)

    def _dequantized(self, name: str) -> Node | None:
        node = self._makers.get(name)
        if node is None or node.kind != _DEQUANTIZE:
            return None
        if len(node.inputs) != 3:
            raise ValueError(f"{name} has no zero point.")
        return node

    def _array(self, name: str) -> dict[int, bytes]:
        if name not in self._arrays:
            raise ValueError(f"There is no array {name}.")
        return self._arrays[name]

    def _need_zero(self, name: str) -> None:
        array = self._array(name)
        if any(array.get(_ARRAY_RAW, b"")) or any(array.get(_ARRAY_INTS, b"")):
            raise ValueError(f"{name} is not 0.")

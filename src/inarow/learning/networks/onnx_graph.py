"""A PyTorch network as an ONNX graph: the few layers that our networks are made of.

``torch.fx`` lists the steps of ``forward``; each becomes a node. PyTorch's own exporter is not
used: it needs seconds for each call, and writes paths, versions and stack traces into the file.
Batch norm becomes part of the layer before it; dropout is left out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, TensorProto, ValueInfoProto, helper, numpy_helper
from torch import Tensor, fx, nn
from torch.nn import functional

Layer = nn.Conv2d | nn.ConvTranspose2d | nn.Linear
Norm = nn.BatchNorm1d | nn.BatchNorm2d
LEFT_OUT = (nn.Dropout, nn.Dropout2d, nn.BatchNorm1d, nn.BatchNorm2d)
"""Modules without a node: batch norm is part of the layer before it."""


class GraphWriter:
    """The nodes and weights of a graph; tensors are known by the names of the steps."""

    def __init__(self, net: nn.Module) -> None:
        self._steps = fx.symbolic_trace(net)
        self._modules = dict(self._steps.named_modules())  # those of the network itself
        self._nodes: list[NodeProto] = []
        self._weights: list[TensorProto] = []
        self._names: dict[fx.Node, str] = {}

    def write(self, source: str, results: Sequence[str]) -> None:
        """Write the nodes from the input ``source`` to the first outputs, named ``results``."""
        outputs = self._outputs(results)
        needed = _needed(list(outputs))
        for step in self._steps.graph.nodes:
            if step.op == "placeholder":
                self._names[step] = source
            elif step in needed:
                self._names[step] = self._write_step(step, outputs.get(step, _name_of(step)))

    def _outputs(self, results: Sequence[str]) -> dict[fx.Node, str]:
        """The steps that give the first outputs, with their names."""
        *_, answer, _ = self._steps.graph.nodes  # the last returns the one before: Outputs
        outputs = [_node(each) for each in answer.args[: len(results)]]
        return dict(zip(outputs, results, strict=True))

    def graph(self, source: ValueInfoProto, results: Sequence[ValueInfoProto]) -> GraphProto:
        """The whole graph."""
        return helper.make_graph(self._nodes, "inarow", [source], results, self._weights)

    def _write_step(self, step: fx.Node, name: str) -> str:
        """Write one step; returns the name of its result."""
        if step.op == "call_module":
            return self._write_module(step, self._modules[str(step.target)], name)
        write = WRITERS.get(step.target)
        if write is None:
            raise NotImplementedError(f"{step.target} has no ONNX node here.")
        return write(self, step, name)

    def _write_module(self, step: fx.Node, module: nn.Module, name: str) -> str:
        source = self._names[_node(step.args[0])]
        if isinstance(module, LEFT_OUT):
            return source
        if isinstance(module, nn.ReLU):
            return self.add_node("Relu", [source], name)
        if isinstance(module, nn.Flatten):
            return self.reshape(source, [0, -1], name)
        if not isinstance(module, Layer):
            raise NotImplementedError(f"{type(module).__name__} has no ONNX node here.")
        weight, bias = _folded(module, self._norm_after(step))
        inputs = [source, self.constant(f"{name}.weight", weight)]
        inputs.append(self.constant(f"{name}.bias", bias))
        if isinstance(module, nn.Linear):
            return self.add_node("Gemm", inputs, name, transB=1)
        return self.add_node(
            "Conv" if isinstance(module, nn.Conv2d) else "ConvTranspose",
            inputs,
            name,
            kernel_shape=list(module.kernel_size),
            strides=list(module.stride),
            dilations=list(module.dilation),
            pads=[*_numbers(module.padding), *_numbers(module.padding)],
        )

    def layers(self, results: Sequence[str]) -> Iterator[tuple[str, Layer, Norm | None]]:
        """The layers with weights that the results need: names of nodes, and batch norms after."""
        outputs = self._outputs(results)
        needed = _needed(list(outputs))
        for step in filter(needed.__contains__, self._steps.graph.nodes):
            layer = self._modules.get(str(step.target)) if step.op == "call_module" else None
            if isinstance(layer, Layer):
                yield outputs.get(step, _name_of(step)), layer, self._norm_after(step)

    def _norm_after(self, step: fx.Node) -> Norm | None:
        for user in step.users:
            after = self._modules.get(str(user.target)) if user.op == "call_module" else None
            if isinstance(after, nn.BatchNorm1d | nn.BatchNorm2d):
                assert len(step.users) == 1, "Nobody else may see what batch norm gets."
                return after
        return None

    def constant(self, name: str, array: NDArray[Any]) -> str:
        """Add an array of the file; returns its name."""
        self._weights.append(numpy_helper.from_array(array, name))
        return name

    def add_node(self, kind: str, inputs: Sequence[str], name: str, **attributes: Any) -> str:
        """Add a node with one output; both have the same name, which is returned."""
        self._nodes.append(helper.make_node(kind, inputs, [name], name, **attributes))
        return name

    def reshape(self, source: str, shape: Sequence[int], name: str) -> str:
        """Add a node that gives a tensor another shape: 0 as it was, -1 the rest."""
        return self.add_node(
            "Reshape", [source, self.constant(f"{name}.shape", np.array(shape))], name
        )

    def inputs(self, step: fx.Node) -> list[str]:
        """The names of the tensors that a step gets."""
        return [self._names[each] for each in step.all_input_nodes]


def _plain(kind: str) -> Callable[[GraphWriter, fx.Node, str], str]:
    return lambda graph, step, name: graph.add_node(kind, graph.inputs(step), name)


def _concat(graph: GraphWriter, step: fx.Node, name: str) -> str:
    return graph.add_node("Concat", graph.inputs(step), name, axis=1)


def _flatten(graph: GraphWriter, step: fx.Node, name: str) -> str:
    """From axis 1 on, or all of it."""
    (source,) = graph.inputs(step)
    return graph.reshape(source, [-1] if len(step.args) == 1 else [0, -1], name)


def _reshape(graph: GraphWriter, step: fx.Node, name: str) -> str:
    """To a shape that is known but for one side."""
    (source,) = graph.inputs(step)
    shape: Any = step.args[1:]
    return graph.reshape(source, shape, name)


def _permute(graph: GraphWriter, step: fx.Node, name: str) -> str:
    axes: Any = step.args[1:]
    return graph.add_node("Transpose", graph.inputs(step), name, perm=list(axes))


def _pad(graph: GraphWriter, step: fx.Node, name: str) -> str:
    """PyTorch counts from the last axis, ONNX has all starts before all ends."""
    pairs: Any = step.args[1]
    ends = list(pairs[1::2])[::-1]
    starts = list(pairs[::2])[::-1]
    missing = [0] * (4 - len(ends))
    pads = np.array([*missing, *starts, *missing, *ends])
    value = np.float32(step.kwargs.get("value") or 0)  # type: ignore[arg-type]
    inputs = [
        *graph.inputs(step),
        graph.constant(f"{name}.pads", pads),
        graph.constant(f"{name}.value", np.array(value)),
    ]
    return graph.add_node("Pad", inputs, name)


WRITERS: dict[Any, Callable[[GraphWriter, fx.Node, str], str]] = {
    "relu": _plain("Relu"),
    "tanh": _plain("Tanh"),
    "mean": _plain("GlobalAveragePool"),
    "amax": _plain("GlobalMaxPool"),
    "flatten": _flatten,
    "reshape": _reshape,
    "permute": _permute,
    operator.add: _plain("Add"),
    operator.sub: _plain("Sub"),
    torch.cat: _concat,
    functional.pad: _pad,
}
"""By the method or function of a step."""


def _needed(outputs: Sequence[fx.Node]) -> set[fx.Node]:
    found: set[fx.Node] = set()
    left = list(outputs)
    while left:
        step = left.pop()
        if step not in found:
            found.add(step)
            left += step.all_input_nodes
    return found


def _folded(layer: Layer, norm: Norm | None) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weight and bias of a layer and the batch norm after it."""
    weight = _array(layer.weight)
    bias = np.zeros(len(weight)) if layer.bias is None else _array(layer.bias)
    if norm is not None:
        assert not isinstance(layer, nn.ConvTranspose2d), "Its outputs are not the first axis."
        assert norm.running_mean is not None
        assert norm.running_var is not None
        scale = _array(norm.weight) / np.sqrt(_array(norm.running_var) + norm.eps)
        bias = (bias - _array(norm.running_mean)) * scale + _array(norm.bias)
        weight = weight * scale.reshape(-1, *[1] * (weight.ndim - 1))
    return weight.astype(np.float32), bias.astype(np.float32)


def _array(tensor: Tensor) -> NDArray[np.float64]:
    return tensor.detach().cpu().double().contiguous().numpy()


def _name_of(step: fx.Node) -> str:
    return f"step/{step.name}"


def _numbers(padding: str | tuple[int, ...]) -> tuple[int, ...]:
    assert not isinstance(padding, str)
    return padding


def _node(argument: Any) -> fx.Node:
    assert isinstance(argument, fx.Node)
    return argument

"""Residual networks in the core: nearly the answers of ONNX Runtime, and none for other files."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

import inarow
from inarow import _core
from inarow.models.onnx import network_from_bytes
from inarow.models.onnx_arrays import OnnxArrays
from inarow.models.onnx_file import unseal
from inarow.models.residual import residual_network
from inarow.models.weights import shipped_weights, weights_file

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

import onnxruntime  # noqa: E402
from benchmarks.random_network import (  # noqa: E402
    CALIBRATION_PLIES,
    random_network,
    random_network_int8,
    richest_encoding,
)

from inarow.learning.networks.export import to_int8, to_onnx  # noqa: E402

PATH = Path("some.onnx")
SHIPPED = sorted(name for name in shipped_weights() if name.endswith(".alphazero.onnx"))


def positions(model, game, count=64):
    games = inarow.vector(game, count, seed=5, encoding=model.about["encoding"])
    for _ in range(game.rows * game.columns // 4):
        games.step(games.random_actions())
    return games.observations.copy()


def by_onnx_runtime(content):
    """The network without the core."""
    return network_from_bytes(PATH, content, threads=2)


def in_core(content):
    other = by_onnx_runtime(content)
    planes = int(
        onnx.load_from_string(content).graph.input[0].type.tensor_type.shape.dim[1].dim_value
    )
    return residual_network(unseal(PATH, content), planes, other.evaluate, portably=True)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_networks_say_nearly_the_same_in_the_core(name):
    content = weights_file(name).read_bytes()
    other, ours = by_onnx_runtime(content), in_core(content)
    if other.about["network"] != "res":
        assert ours is None
        return
    planes = positions(other, inarow.load_game(other.about["game"]))
    logits, values = ours.evaluate(planes, portably=True)
    other_logits, other_values = other.evaluate(planes)
    assert np.abs(values - other_values).mean() < 0.04
    assert np.corrcoef(values, other_values)[0, 1] > 0.99
    assert (logits.argmax(1) == other_logits.argmax(1)).mean() > 0.75
    assert np.corrcoef(logits.ravel(), other_logits.ravel())[0, 1] > 0.99


@pytest.mark.parametrize("spec", ["5x5x4", "9x9x5"])
def test_the_processor_does_not_change_a_bit(spec):
    game = inarow.load_game(spec)
    content = random_network_int8(game)
    ours = in_core(content)
    planes = positions(by_onnx_runtime(content), game, 8)
    for fast, slow in zip(ours.evaluate(planes), ours.evaluate(planes, portably=True), strict=True):
        assert np.array_equal(fast, slow)
    assert np.array_equal(ours.evaluate(planes[3:4])[0][0], ours.evaluate(planes)[0][3])


def test_it_is_as_near_to_the_network_in_floating_point_as_onnx_runtime():
    game = inarow.load_game("9x9x5")
    net = random_network(game)
    with torch.no_grad():  # as large as those of a trained network
        for layer in (net.policy, net.value):
            layer.weight.mul_(10)
    encoding = richest_encoding(game)
    about = {"game": game.spec, "encoding": encoding, "network": "res"}
    exact = to_onnx(net, planes=3, rows=9, columns=9, about=about)
    games = inarow.vector(game, 512, seed=1, encoding=encoding)
    for _ in range(CALIBRATION_PLIES):
        games.step(games.random_actions())
    content = to_int8(exact, games.observations.copy(), net.float_layers)
    planes = positions(by_onnx_runtime(exact), game)
    logits, values = by_onnx_runtime(exact).evaluate(planes)
    off = []
    for model in (in_core(content), by_onnx_runtime(content)):
        found_logits, found_values = model.evaluate(planes)
        off.append((np.abs(found_logits - logits).mean(), np.abs(found_values - values).mean()))
    (core_logits, core_values), (other_logits, other_values) = off
    assert core_logits < 1.2 * other_logits
    assert core_values < 1.2 * other_values


def test_players_use_it_where_it_is_fast():
    content = weights_file("6x6x4.alphazero.onnx").read_bytes()
    model = network_from_bytes(PATH, content)
    game = inarow.load_game("6x6x4")
    planes = positions(model, game, 4)
    usual = model.evaluate(planes)[0]
    core, other = in_core(content).evaluate(planes)[0], by_onnx_runtime(content).evaluate(planes)[0]
    assert not np.array_equal(core, other)
    assert np.array_equal(usual, core if _core.ResidualNetwork.is_fast else other)


def test_floating_point_and_other_networks_are_left_to_onnx_runtime():
    game = inarow.load_game("tictactoe")
    about = {"game": game.spec, "encoding": richest_encoding(game), "network": "res"}
    exact = to_onnx(random_network(game), planes=3, rows=3, columns=3, about=about)
    assert in_core(exact) is None


def changed(content, change):
    """A file in which ``change`` was made to the graph; without its checksum."""
    model = onnx.load_from_string(unseal(PATH, content))
    change(model.graph)
    return model.SerializeToString()


def remove_a_sum(graph):
    """The same layers, otherwise connected."""
    (first, *_) = [node for node in graph.node if node.op_type == "Add"]
    first.input[1] = first.input[0]


def move_a_zero(graph):
    (zero,) = [each for each in graph.initializer if each.name == "step/relu_1_zero_point"]
    zero.int32_data[0] = 3


def rename_a_layer(graph):
    (layer,) = [node for node in graph.node if node.name == "step/blocks_0_first"]
    layer.name = "step/other"


def forget_an_array(graph):
    (place,) = [
        i for i, a in enumerate(graph.initializer) if a.name.endswith("1_first.weight_scale")
    ]
    del graph.initializer[place]


@pytest.mark.parametrize("change", [remove_a_sum, move_a_zero, rename_a_layer, forget_an_array])
def test_a_graph_that_is_not_ours_is_left_to_onnx_runtime(change):
    content = weights_file("gomoku.alphazero.onnx").read_bytes()
    other = by_onnx_runtime(content)
    session = None
    if change is remove_a_sum:  # what the graph says, not what the core would make of it
        session = onnxruntime.InferenceSession(changed(content, change))

    def evaluate(planes):
        if session is None:
            return other.evaluate(planes)
        return tuple(session.run(["policy", "value"], {"planes": planes}))

    assert residual_network(changed(content, change), 3, evaluate, portably=True) is None
    assert in_core(content) is not None


def test_arrays_are_those_that_onnx_reads():
    content = weights_file("gomoku.alphazero.onnx").read_bytes()
    model = onnx.load_from_string(content)
    ours = OnnxArrays(unseal(PATH, content))
    arrays = {each.name: onnx.numpy_helper.to_array(each) for each in model.graph.initializer}
    assert np.array_equal(ours.floats("step/stem.weight"), arrays["step/stem.weight"].ravel())
    integers, scales = ours.integers("step/blocks_1_first.weight_DequantizeLinear_Output")
    assert np.array_equal(integers, arrays["step/blocks_1_first.weight_quantized"].ravel())
    assert np.array_equal(scales, arrays["step/blocks_1_first.weight_scale"])
    assert ours.scale("step/relu_2_DequantizeLinear_Output") == arrays["step/relu_2_scale"]
    bias = (
        arrays["step/blocks_1_first.bias_quantized"]
        * arrays["step/blocks_1_first.bias_quantized_scale"]
    )
    assert np.allclose(ours.floats("step/blocks_1_first.bias"), bias)
    with pytest.raises(ValueError, match="no array"):
        ours.floats("nothing")


def arrays_of_one(channels=16):
    """The least that the core takes: no blocks."""
    zeros = np.zeros
    return {
        "stem.weight": zeros(channels * 4 * 9, np.float32),
        "stem.bias": zeros(channels, np.float32),
        "policy_hidden.weight": zeros(channels * channels, np.int8),
        "policy_hidden.scale": zeros(channels, np.float32),
        "policy_hidden.bias": zeros(channels, np.float32),
        "policy_hidden.input": np.ones(1, np.float32),
        "policy.weight": zeros(channels, np.float32),
        "policy.bias": zeros(1, np.float32),
        "value_hidden.weight": zeros(2 * channels * 16, np.float32),
        "value_hidden.bias": zeros(16, np.float32),
        "value.weight": zeros(16, np.float32),
        "value.bias": np.array([0.5], np.float32),
    }


def test_wrong_arrays_and_planes_are_refused():
    net = _core.ResidualNetwork(arrays_of_one())
    logits, values = net.evaluate(np.zeros((2, 3, 4, 5), np.float32))
    assert logits.shape == (2, 20)
    assert values == pytest.approx(np.tanh(0.5))
    for shape in ((1, 2, 4, 4), (1, 3, 0, 4), (1, 3, 65, 4)):
        with pytest.raises(ValueError, match="planes"):
            net.evaluate(np.zeros(shape, np.float32))
    for name in arrays_of_one():
        arrays = arrays_of_one()
        del arrays[name]
        with pytest.raises((TypeError, ValueError)):
            _core.ResidualNetwork(arrays)
        arrays = arrays_of_one()
        arrays[name] = arrays[name][:-1]
        with pytest.raises(ValueError, match=r"size|one number|outputs|multiple"):
            _core.ResidualNetwork(arrays)
        arrays[name] = arrays[name].astype(np.float64)
        with pytest.raises(TypeError):
            _core.ResidualNetwork(arrays)
    with pytest.raises(ValueError, match="channels"):
        _core.ResidualNetwork(arrays_of_one(24))


def test_the_checksum_of_a_network_is_that_of_its_file():
    content = weights_file("5x5x4.alphazero.onnx").read_bytes()
    assert network_from_bytes(PATH, content).checksum == hashlib.sha256(content).hexdigest()

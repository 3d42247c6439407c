"""Networks in ONNX: loaded once, used by many threads, and refused when they are not ours."""

import hashlib
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inarow.errors import BadFile, BadSpec, InarowError
from inarow.models.onnx import network_from_bytes, network_parser, read_network
from inarow.models.onnx_file import FORMAT, seal, unseal
from inarow.models.weights import load_weights

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

PATH = Path("some.onnx")
PLANES, SIDE = 2, 3
WEIGHT = np.arange(1, PLANES + 1, dtype=np.float32)


def small_model(weight=WEIGHT, *, rename=None, extra=(), shape=None):
    """The policy is a weighted sum of the planes, the value is the tanh of its mean."""
    nodes = [
        helper.make_node("Conv", ["planes", "weight"], ["sum"]),
        helper.make_node("Reshape", ["sum", "cells"], ["policy"]),
        helper.make_node("GlobalAveragePool", ["sum"], ["mean"]),
        helper.make_node("Reshape", ["mean", "flat"], ["means"]),
        helper.make_node("Tanh", ["means"], ["value"]),
        *extra,
    ]
    weights = [
        numpy_helper.from_array(weight.reshape(1, -1, 1, 1), "weight"),
        numpy_helper.from_array(np.array([0, -1]), "cells"),
        numpy_helper.from_array(np.array([-1]), "flat"),
    ]
    graph = helper.make_graph(
        nodes,
        "small",
        [
            helper.make_tensor_value_info(
                "planes", TensorProto.FLOAT, shape or ["batch", PLANES, SIDE, SIDE]
            )
        ],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", "cells"]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch"]),
        ],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    if rename:
        graph = model.graph
        for each in (*graph.input, *graph.output):
            each.name = rename.get(each.name, each.name)
        for node in graph.node:
            node.input[:] = [rename.get(name, name) for name in node.input]
            node.output[:] = [rename.get(name, name) for name in node.output]
    helper.set_model_props(model, {"format": FORMAT, "game": "tictactoe"})
    return model


def sealed(model):
    return seal(model.SerializeToString())


CONTENT = sealed(small_model())


def some_planes(count, seed=1):
    return np.random.default_rng(seed).normal(0, 0.3, (count, PLANES, SIDE, SIDE)).astype("f4")


def settled(path, content):
    """A file that was written some time ago, so that it is kept loaded."""
    path.write_bytes(content)
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 10))
    return path


def check_answers(model, planes):
    policy, value = model.evaluate(planes)
    sums = (planes * WEIGHT.reshape(-1, 1, 1)).sum(1)
    assert policy == pytest.approx(sums.reshape(len(planes), SIDE * SIDE), abs=1e-5)
    assert value == pytest.approx(np.tanh(sums.mean((1, 2))), abs=1e-5)
    for each in (policy, value):
        assert each.dtype == np.float32
        assert each.flags.c_contiguous


def test_a_file_is_loaded_and_evaluated(tmp_path):
    model = read_network(settled(tmp_path / "small.onnx", CONTENT))
    assert model.about == {"format": FORMAT, "game": "tictactoe"}
    assert len(model.checksum) == 64
    for count in (0, 1, 7):
        check_answers(model, some_planes(count))
    turned = some_planes(2).transpose(0, 1, 3, 2)  # any layout is fine
    check_answers(model, turned)


def test_onnx_itself_reads_a_file():
    model = onnx.load_from_string(CONTENT)
    onnx.checker.check_model(model)
    assert model.metadata_props[-1].value == CONTENT[-64:].decode()
    assert unseal(PATH, CONTENT) == small_model().SerializeToString()


def test_all_share_one_network_for_each_number_of_threads(tmp_path):
    path = settled(tmp_path / "small.onnx", CONTENT)
    one = read_network(path)
    assert read_network(path) is one
    assert load_weights(path, network_parser(1)) is one
    two = read_network(path, threads=2)
    assert two is not one
    assert read_network(path, threads=2) is two
    assert two.checksum == one.checksum
    check_answers(two, some_planes(9))


def test_many_threads_evaluate_at_once():
    model = network_from_bytes(PATH, CONTENT)
    start = threading.Barrier(8)

    def work(seed):
        start.wait()
        for count in (1, 5, 3, 64):
            check_answers(model, some_planes(count, seed))
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_other_shapes_are_refused():
    model = network_from_bytes(PATH, CONTENT)
    assert model.can_play(planes=PLANES, rows=SIDE, columns=SIDE)
    assert not model.can_play(planes=PLANES + 1, rows=SIDE, columns=SIDE)
    assert not model.can_play(planes=PLANES, rows=SIDE, columns=SIDE + 1)
    with pytest.raises(BadSpec, match="2 planes of 3 x 3 cells, not for 2 planes of 4 x 3 cells"):
        model.evaluate(np.zeros((1, PLANES, SIDE + 1, SIDE), np.float32))
    any_size = sealed(small_model(shape=["batch", PLANES, "rows", "columns"]))
    model = network_from_bytes(PATH, any_size)
    assert model.can_play(planes=PLANES, rows=7, columns=5)
    assert model.evaluate(np.zeros((1, PLANES, 7, 5), np.float32))[0].shape == (1, 35)
    with pytest.raises(BadSpec, match="2 planes of any x any cells, not for 3 planes"):
        model.evaluate(np.zeros((1, PLANES + 1, 3, 3), np.float32))


@settings(max_examples=200)
@given(st.integers(0, 8 * len(CONTENT) - 1))
def test_a_flipped_bit_is_noticed(bit):
    damaged = bytearray(CONTENT)
    damaged[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BadFile, match=r"is damaged"):
        network_from_bytes(PATH, bytes(damaged))


@given(st.integers(0, len(CONTENT) - 1), st.binary(min_size=1, max_size=4))
def test_missing_and_added_bytes_are_noticed(length, added):
    for damaged in (CONTENT[:length], CONTENT[length + 1 :], CONTENT + added):
        with pytest.raises(BadFile, match=r"is damaged"):
            network_from_bytes(PATH, damaged)


@settings(max_examples=200)
@given(st.integers(0, 8 * (len(CONTENT) - 140) - 1))
def test_damage_with_a_right_checksum_never_crashes(bit):
    """As a hostile file would have it."""
    damaged = bytearray(unseal(PATH, CONTENT))
    damaged[bit // 8] ^= 1 << bit % 8
    with suppress(BadFile, BadSpec):
        network_from_bytes(PATH, seal(bytes(damaged))).evaluate(some_planes(2))


@given(st.binary(max_size=99))
def test_anything_with_a_right_checksum_never_crashes(model):
    assume(b"location" not in model)  # which no file of ours has
    with pytest.raises(BadFile):
        network_from_bytes(PATH, seal(model))


def test_other_files_are_never_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(WEIGHT.tobytes())
    model = small_model()
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value=str(secret))
    content = model.SerializeToString()
    with pytest.raises(ValueError, match="location"):
        seal(content)
    with pytest.raises(BadFile, match="may read other files"):
        network_from_bytes(PATH, _sealed_by_others(content))


def _sealed_by_others(model):
    """As ``seal`` does it, but without a check."""
    hidden = model.replace(b"location", b"LOCATION")
    body = seal(hidden)[:-64].replace(b"LOCATION", b"location")
    return body + hashlib.sha256(body).hexdigest().encode()


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (small_model(rename={"planes": "boards"}), "its inputs or outputs are others"),
        (small_model(rename={"value": "result"}), "its inputs or outputs are others"),
        (small_model(shape=["batch", "planes", 3, 3]), "it has no number of planes"),
        (small_model(extra=[helper.make_node("Sin", ["sum"], ["x"])]), "no layer 'Sin'"),
        (
            small_model(extra=[helper.make_node("Relu", ["sum"], ["x"], domain="com.other")]),
            r"no layer 'com\.other\.Relu'",
        ),
        (small_model(extra=[helper.make_node("Relu", ["none"], ["x"])]), "is not a network"),
    ],
)
def test_other_networks_are_refused(model, sentence, capfd):
    with pytest.raises(BadFile, match=sentence):
        network_from_bytes(PATH, sealed(model))
    assert capfd.readouterr() == ("", "")


def test_functions_and_other_formats_are_refused():
    model = small_model()
    model.functions.add(name="Relu", domain="x")
    with pytest.raises(BadFile, match="no layer 'function'"):
        network_from_bytes(PATH, sealed(model))
    model = small_model()
    helper.set_model_props(model, {"format": "inarow network 2"})
    with pytest.raises(BadFile, match="its format is not 'inarow network 1'"):
        network_from_bytes(PATH, sealed(model))
    with pytest.raises(BadFile, match="is damaged, or not a network of inarow"):
        network_from_bytes(PATH, small_model().SerializeToString())


def test_a_hidden_graph_is_found():
    """A tag of more than 32 bits, of which a reader may drop the highest."""
    graph = small_model(extra=[helper.make_node("Sin", ["sum"], ["x"])]).graph.SerializeToString()
    length = bytes([len(graph) & 0x7F | 0x80, len(graph) >> 7])
    for tag in (b"\x3a", b"\xba\x80\x80\x80\x10"):
        with pytest.raises(BadFile, match=r"no layer 'Sin'|is no ONNX model"):
            network_from_bytes(PATH, seal(tag + length + graph))


@pytest.mark.parametrize("weight", [np.array([np.nan, 1]), np.array([np.inf, 1])])
def test_numbers_that_are_none_are_refused(weight):
    model = network_from_bytes(PATH, sealed(small_model(weight.astype("f4"))))
    with pytest.raises(BadFile, match="no policy and no value"):
        model.evaluate(some_planes(1))


def test_a_network_must_answer_for_each_position():
    model = small_model()
    model.graph.initializer[1].CopyFrom(numpy_helper.from_array(np.array([-1, 1]), "cells"))
    del model.graph.output[0].type.tensor_type.shape.dim[:]
    loaded = network_from_bytes(PATH, sealed(model))
    with pytest.raises(BadFile, match=r"no policy and value for each position|cannot be"):
        loaded.evaluate(some_planes(2))


def test_without_onnx_runtime_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(InarowError, match=r"needs onnxruntime: pip install 'inarow\[networks\]'"):
        network_from_bytes(PATH, CONTENT)


def test_only_networks_import_onnx_runtime():
    code = (
        "import sys, inarow, inarow.models.onnx\n"
        "assert not {'onnxruntime', 'onnx', 'torch'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

"""Networks: the shapes of what they answer, and that their files say the same."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from inarow.errors import BadFile, BadSpec
from inarow.learning.networks import NETWORKS, make_network
from inarow.models.onnx import network_from_bytes
from inarow.models.onnx_file import unseal

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")
from inarow.learning.networks.export import to_int8, to_onnx  # noqa: E402
from inarow.learning.networks.onnx_weights import take_onnx  # noqa: E402

torch.set_num_threads(1)  # the networks are small

NAMES = [each.name for each in NETWORKS]
SIDE, PLANES = 9, 3


def make(name, **changed):
    torch.manual_seed(1)
    size = {"planes": PLANES, "rows": SIDE, "columns": SIDE, "blocks": 2, "channels": 8}
    return make_network(name, **size | changed)


def positions(count, rows=SIDE, columns=SIDE, seed=1):
    """Boards with any number of stones: own ones, the opponent's, empty cells."""
    rng = np.random.default_rng(seed)
    planes = np.zeros((count, PLANES, rows * columns), np.float32)
    for one in planes:
        cells = rng.permutation(rows * columns)[: rng.integers(rows * columns)]
        one[0, cells[::2]] = one[1, cells[1::2]] = 1
        one[2] = 1 - one[0] - one[1]
    return planes.reshape(count, PLANES, rows, columns)


@pytest.fixture(scope="module")
def trained():
    """Each network with batch norms that have seen something, and larger outputs than at first."""

    def train(name):
        net = make(name)
        planes = torch.from_numpy(positions(64))
        optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
        for _ in range(10):
            outputs = net(planes)
            loss = outputs.policy.log_softmax(1)[:, 7].mean() + (outputs.value - 0.5).abs().mean()
            optimizer.zero_grad()
            (loss.clamp(min=-20)).backward()
            optimizer.step()
        return net.eval()

    return {name: train(name) for name in NAMES}


def export(net, about=()):
    return to_onnx(net, planes=PLANES, rows=SIDE, columns=SIDE, about=dict(about))


def answers(net, planes):
    with torch.no_grad():
        outputs = net(torch.from_numpy(planes))
    return outputs.policy.numpy(), outputs.value.numpy()


@pytest.mark.parametrize("name", NAMES)
def test_shapes(name):
    outputs = make(name)(torch.from_numpy(positions(4)))
    assert outputs.policy.shape == (4, SIDE * SIDE)
    assert outputs.value.shape == (4,)
    assert (outputs.value.abs() <= 1).all()
    has_extra = name in ("res", "patterns")  # ours
    for extra in (outputs.soft_policy, outputs.reply):
        assert (extra is not None) == has_extra
        assert extra is None or extra.shape == outputs.policy.shape


@pytest.mark.parametrize("name", NAMES)
def test_every_weight_is_trained(name):
    net = make(name)
    outputs = net(torch.from_numpy(positions(16)))
    sum((each**2).sum() for each in outputs if each is not None).backward()
    for part, parameter in net.named_parameters():
        assert parameter.grad is not None, part
        assert parameter.grad.abs().sum() > 0, part


def test_one_residual_network_plays_boards_of_any_size(trained):
    net = trained["res"]
    model = network_from_bytes(Path("res.onnx"), export(net))
    for rows, columns in [(9, 9), (15, 15), (20, 19), (3, 4)]:
        planes = positions(5, rows, columns)
        assert model.can_play(planes=PLANES, rows=rows, columns=columns)
        for ours, theirs in zip(model.evaluate(planes), answers(net, planes), strict=True):
            assert ours == pytest.approx(theirs, abs=1e-4)


def test_the_residual_network_sees_the_edge_and_the_whole_board(trained):
    """On an empty board cells are told apart; a stone far away changes every cell."""
    net, empty = trained["res"], np.zeros((1, PLANES, 15, 15), np.float32)
    policy, _ = answers(net, empty)
    assert policy[0, 0] != pytest.approx(policy[0, 112], abs=1e-4)
    stone = empty.copy()
    stone[0, 0, 0, 0] = 1
    assert answers(net, stone)[0][0, 224] != policy[0, 224]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_says_the_same(name, trained):
    net, planes = trained[name], positions(32, seed=2)
    model = network_from_bytes(Path("some.onnx"), export(net, {"game": "gomoku:size=9"}))
    assert model.about == {"format": "inarow network 1", "game": "gomoku:size=9"}
    for ours, theirs in zip(model.evaluate(planes), answers(net, planes), strict=True):
        assert ours == pytest.approx(theirs, abs=1e-4)
    assert model.can_play(planes=PLANES, rows=10, columns=SIDE) == net.any_size


@pytest.mark.parametrize("name", NAMES)
def test_integers_say_nearly_the_same(name, trained, capfd):
    net, planes = trained[name], positions(64, seed=3)
    model = network_from_bytes(Path("int8.onnx"), to_int8(export(net, {"x": "y"}), positions(128)))
    policy, value = model.evaluate(planes)
    exact_policy, exact_value = answers(net, planes)
    chances, exact = (_softmax(each) for each in (policy, exact_policy))
    assert np.abs(chances - exact).sum(1).mean() < 0.1
    assert np.abs(value - exact_value).mean() < 0.05
    assert model.about["x"] == "y"
    assert capfd.readouterr() == ("", "")


def test_the_first_layers_may_stay_in_floating_point(trained):
    content = to_int8(export(trained["res"]), positions(64), float_layers=2)
    graph = onnx.load_from_string(unseal(Path("int8.onnx"), content)).graph
    floats = {each.name for each in graph.initializer if each.data_type == onnx.TensorProto.FLOAT}
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    assert [node.input[1] in floats for node in convolutions[:4]] == [True, True, False, False]


def _softmax(logits):
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_does_not_depend_on_its_batch(name, trained):
    content = export(trained[name])
    planes = positions(32)
    for each in (content, to_int8(content, planes)):
        model = network_from_bytes(Path("some.onnx"), each)
        policy, value = model.evaluate(planes)
        for start, count in [(0, 1), (5, 1), (7, 3), (11, 16)]:
            part = slice(start, start + count)
            alone = model.evaluate(planes[part])
            assert np.array_equal(alone[0], policy[part])
            assert np.array_equal(alone[1], value[part])


@pytest.mark.parametrize("name", NAMES)
def test_the_same_weights_give_the_same_bytes(name, trained):
    net, planes = trained[name], positions(64)
    again = make(name)
    again.load_state_dict(net.state_dict())
    net.train()  # a file is always of the network as it evaluates
    one = export(net, {"a": "1", "b": "2"})
    net.eval()
    other = export(again.to(memory_format=torch.channels_last), {"b": "2", "a": "1"})
    assert one == other
    assert to_int8(one, planes) == to_int8(other, planes)
    for told in (b"location", b"torch", b".py", tempfile.gettempdir().encode()):
        assert told not in one
        assert told not in to_int8(one, planes)


def test_no_temporary_file_is_left(trained, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    to_int8(export(trained["res"]), positions(16))
    assert not list(tmp_path.iterdir())


def test_what_would_be_refused_is_not_written(trained):
    with pytest.raises(ValueError, match="must not contain 'location'"):
        export(trained["res"], {"note": "our location"})


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [
        ("ultimate", (9, 10), "for boards of 9 x 9, not for 9 x 10"),
        ("patterns", (10, 9), "for boards of 9 x 9, not for 10 x 9"),
        ("gomoku4", (4, 9), "for boards from 5 x 5 up, not for 4 x 9"),
        ("rez", (9, 9), "There is no network 'rez'"),
    ],
)
def test_other_boards_and_names_are_refused(name, size, sentence):
    with pytest.raises(BadSpec, match=sentence):
        make(name, rows=size[0], columns=size[1])


def test_the_list_can_be_read_without_pytorch():
    code = "import sys, inarow.learning.networks; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["res", "patterns", "ultimate"])
@pytest.mark.parametrize("is_int8", [False, True])
def test_exported_weights_can_be_trained_on(name, is_int8, trained):
    """What comes back says the same as the file."""
    content = export(trained[name])
    if is_int8:
        content = to_int8(content, positions(128))
    torch.manual_seed(5)
    again = make_network(name, planes=PLANES, rows=SIDE, columns=SIDE, blocks=2, channels=8)
    take_onnx(Path("some.onnx"), content, again)
    asked = positions(16)
    before = network_from_bytes(Path("some.onnx"), content).evaluate(asked)
    after = answers(again.eval(), asked)
    close = 0.15 if is_int8 else 1e-4
    for one, other in zip(before, after, strict=True):
        assert np.abs(one - other).max() < close * max(1, np.abs(one).max())


def test_weights_of_another_network_are_refused():
    for other in ("simple", "patterns"):
        with pytest.raises(BadFile, match="does not fit this network"):
            take_onnx(Path("some.onnx"), export(make("res")), make(other))

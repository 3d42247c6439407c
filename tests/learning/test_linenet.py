"""Training of the line network: it learns, its file says the same, and a stop loses nothing."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.models.linenet import read_network
from inarow.protocols.jsonl import to_json
from inarow.protocols.record import GameRecord

torch = pytest.importorskip("torch")
from inarow.learning.linenet.model import LineNet  # noqa: E402
from inarow.learning.linenet.positions import OTHER, OWN, read_positions  # noqa: E402
from inarow.learning.linenet.training import TrainingSettings, train  # noqa: E402

torch.set_num_threads(1)  # the tests share the cores

GAME = inarow.load_game("gomoku")


def games_file(path: Path, games: int) -> Path:
    """Games in which one side builds a line and the other looks on, so that there is a pattern."""
    lines = []
    for number in range(games):
        rng = np.random.default_rng(number)
        row, column = rng.integers(2, 13), rng.integers(2, 8)
        builder = [row * 15 + column + i for i in range(5)]
        other = [i * 15 + i % 2 for i in range(15)][:4]
        first = number % 2
        moves = [4] if first else []
        for mine, yours in zip(builder, [*other, -1], strict=True):
            moves += [mine, yours]
        moves = [int(move) for move in moves if move >= 0]
        winner = (1.0, -1.0) if first == 0 else (-1.0, 1.0)
        record = GameRecord(
            game="gomoku", players=("a", "b"), moves=tuple(moves), result=winner, opening=2
        )
        lines.append(to_json(record))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def positions(tmp_path_factory):
    path = games_file(tmp_path_factory.mktemp("games") / "games.jsonl", 60)
    return list(read_positions([path]).values())


def test_positions_are_seen_by_who_moves(positions):
    (some,) = positions
    assert len(some) > 60
    own, other = (some.boards == OWN).sum(axis=(1, 2)), (some.boards == OTHER).sum(axis=(1, 2))
    assert set(np.unique(own - other)) <= {-1, 0}
    assert (some.boards.reshape(len(some), -1)[np.arange(len(some)), some.moves] == 0).all()
    assert set(np.unique(some.results)) <= {0.0, 1.0}


def test_it_learns_who_wins_and_what_is_played(positions, tmp_path):
    first, *_, last = train(positions, tmp_path, TrainingSettings(epochs=25, batch=32, rate=1e-2))
    assert last.loss < first.loss
    assert last.right > 0.9
    assert last.policy > first.policy


def test_a_run_that_was_stopped_ends_the_same(positions, tmp_path):
    settings = TrainingSettings(epochs=3, batch=32)
    whole, parted = tmp_path / "whole", tmp_path / "parted"
    whole.mkdir()
    parted.mkdir()
    reports = list(train(positions, whole, settings))
    begun = train(positions, parted, settings)
    next(begun)
    begun.close()
    assert list(train(positions, parted, settings, resume=True)) == reports[1:]
    assert (whole / "model.linenet").read_bytes() == (parted / "model.linenet").read_bytes()


def test_other_settings_cannot_go_on(positions, tmp_path):
    settings = TrainingSettings(epochs=1, batch=32)
    list(train(positions, tmp_path, settings))
    with pytest.raises(inarow.InarowError, match="other settings"):
        next(train(positions, tmp_path, dataclasses.replace(settings, rate=0.5), resume=True))
    (tmp_path / "state.npz").write_bytes(b"damaged")
    with pytest.raises(inarow.InarowError, match="cannot be used"):
        next(train(positions, tmp_path, settings, resume=True))


@pytest.fixture(scope="module")
def trained(positions, tmp_path_factory):
    folder = tmp_path_factory.mktemp("net")
    list(train(positions, folder, TrainingSettings(epochs=2, batch=32, rate=1e-2)))
    torch.manual_seed(1)
    net = LineNet()
    with np.load(folder / "state.npz") as saved, torch.no_grad():
        for name, tensor in net.named_parameters():
            tensor.copy_(torch.from_numpy(saved[name]))
    return net, read_network(folder / "model.linenet")


@given(st.sets(st.integers(0, 224), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_the_engine_computes_what_was_trained(trained, cells, rng):
    net, network = trained
    order = sorted(cells)
    rng.shuffle(order)
    state = GAME.new_initial_state()
    for cell in order:
        if state.is_terminal():
            return
        state.apply_action(cell)
    board = np.zeros(225, np.uint8)
    me = state.move_number() % 2
    for ply, cell in enumerate(order):
        board[cell] = OWN if ply % 2 == me else OTHER
    with torch.no_grad():
        values, policies = net(torch.from_numpy(board.reshape(1, 15, 15)))
    value, moves = network.evaluate(state)
    assert value / 200 == pytest.approx(values.item(), abs=0.1)
    for cell, logit in moves:
        expected = policies[0, cell].item()
        if expected > -29:  # cells far from all stones have no logit there
            assert logit / 100 == pytest.approx(expected, abs=0.1)

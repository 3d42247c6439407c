"""The line network: it learns, its file says the same, and a stop loses nothing."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.learning import load_learner
from inarow.models.linenet import read_network
from inarow.models.tensors import tensors_from_bytes
from inarow.protocols.formats import read_games
from inarow.protocols.jsonl import to_json
from inarow.protocols.record import GameRecord

torch = pytest.importorskip("torch")
from inarow.learning.linenet.model import LineNet  # noqa: E402
from inarow.learning.linenet.positions import OTHER, OWN, read_positions  # noqa: E402

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
def games(tmp_path_factory):
    return games_file(tmp_path_factory.mktemp("games") / "games.jsonl", 60)


def test_positions_are_seen_by_who_moves(games):
    (some,) = read_positions([games]).by_size.values()
    assert len(some) > 60
    own, other = (some.boards == OWN).sum(axis=(1, 2)), (some.boards == OTHER).sum(axis=(1, 2))
    assert set(np.unique(own - other)) <= {-1, 0}
    assert (some.boards.reshape(len(some), -1)[np.arange(len(some)), some.moves] == 0).all()
    assert set(np.unique(some.results)) <= {0.0, 1.0}


def learner_from(data, out, **settings):
    usual = {"games": 60, "evaluate_every": 0, "report_every": 20, "batch": 32, "rate": 1e-2}
    return load_learner("linenet", "gomoku", out=out, seed=1, data=str(data), **usual | settings)


def test_it_learns_who_wins_and_what_is_played(games, tmp_path):
    events = []
    learner_from(games, tmp_path / "run", passes=5, report_every=2).learn(events.append)
    first, *_, last = events
    assert last["held_out_loss"] < first["held_out_loss"]
    assert last["names_winner"] > 0.9
    assert last["names_move"] > first["names_move"]
    assert last["loss"] == pytest.approx(last["value_loss"] + 0.15 * last["policy_loss"])


def test_data_may_be_a_folder_and_must_stay(games, tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    lines = games.read_text().splitlines(keepends=True)
    (folder / "1.jsonl").write_text("".join(lines[:40]))
    (folder / "2.jsonl").write_text("".join(lines[40:]))
    learner_from(games, tmp_path / "a", games=20).learn()
    learner_from(folder, tmp_path / "b", games=20).learn()
    models = [(tmp_path / name / "model.linenet").read_bytes() for name in ("a", "b")]
    assert models[0] == models[1]
    (folder / "2.jsonl").write_text("".join(lines[41:]))
    with pytest.raises(inarow.BadFile, match="have changed since the run began"):
        load_learner("linenet", out=tmp_path / "b", resume=True)
    with pytest.raises(inarow.BadFile, match="cannot be read"):
        learner_from(tmp_path / "none", tmp_path / "c")
    (tmp_path / "empty").mkdir()
    with pytest.raises(inarow.BadFile, match="no games to learn from"):
        learner_from(tmp_path / "empty", tmp_path / "c")
    (tmp_path / "one.jsonl").write_text(lines[0])
    with pytest.raises(inarow.BadFile, match="nothing to learn from"):
        learner_from(tmp_path / "one.jsonl", tmp_path / "c")
    assert not (tmp_path / "c").exists()


def test_games_of_self_play_are_kept_and_do_not_depend_on_workers(tmp_path):
    small = {"nodes": 20, "games": 6, "report_every": 3, "evaluate_every": 0, "batch": 32}
    for workers in (1, 3):
        load_learner(
            "linenet", "gomoku:size=9", out=tmp_path / str(workers), workers=workers, **small
        ).learn()
    one, three = ((tmp_path / name / "data") for name in ("1", "3"))
    names = sorted(path.name for path in one.iterdir())
    assert names == ["000000000.jsonl", "000000003.jsonl"]
    for name in names:
        assert (one / name).read_bytes() == (three / name).read_bytes()
    records = [record for name in names for record in read_games(one / name)]
    assert len({record.moves for record in records}) == 6
    assert all(2 <= record.opening <= 8 and record.result is not None for record in records)
    about = json.loads((one.parent / "checkpoints" / "000000006" / "checkpoint.json").read_text())
    assert sorted(about["shards"]) == names


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"player": "nobody"}, "no player 'nobody'"),
        ({"opponents": "random nobody"}, "no player 'nobody'"),
        ({"passes": 0}, "passes=0 is out of range"),
        ({"device": "tpu"}, "device must be auto or cpu or cuda"),
    ],
)
def test_wrong_settings(tmp_path, settings, sentence):
    with pytest.raises(inarow.InarowError, match=sentence):
        load_learner("linenet", "gomoku", out=tmp_path / "run", **settings)
    assert not (tmp_path / "run").exists()


def test_other_games_are_refused(tmp_path):
    with pytest.raises(inarow.BadSpec, match="five in a row on boards from 8 x 8 up"):
        load_learner("linenet", "tictactoe", out=tmp_path / "run")


def test_it_starts_from_the_shipped_network_on_any_board(games, tmp_path):
    begun = learner_from(games, tmp_path / "run", init="gomoku.linenet", games=1, rate=0.0)
    begun.learn()
    start = begun.folder.checkpoints()[0]
    ours = Path(inarow.__file__).parents[2] / "weights" / "gomoku.linenet"
    assert start.games == 0
    assert start.model.read_bytes() == ours.read_bytes()


@pytest.fixture(scope="module")
def trained(games, tmp_path_factory):
    folder = tmp_path_factory.mktemp("net") / "run"
    learner = learner_from(games, folder, passes=2)
    learner.learn()
    last = learner.folder.checkpoints()[-1]
    state = last.path / "state.safetensors"
    arrays, _ = tensors_from_bytes(state, state.read_bytes())
    net = LineNet()
    net.load_state_dict(
        {
            name: torch.from_numpy(array)
            for name, array in arrays.items()
            if not name.startswith("optimizer/")
        }
    )
    return net, read_network(last.model)


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

"""The learner DQN: targets and their signs, the replay memory, games, presets, what it exports."""

from __future__ import annotations

import random

import numpy as np
import pytest

import inarow
from inarow.learning import load_learner
from inarow.learning.dqn.acting import GREEDY, RANDOM, SELF, Actors, Played, Roles, play_games
from inarow.learning.dqn.immediate import known_values, rows_of
from inarow.learning.dqn.learner import DqnSettings
from inarow.learning.dqn.memory import (
    Positions,
    ReplayMemory,
    positions_of,
    shard_from_bytes,
    shard_to_bytes,
)
from inarow.learning.dqn.shaping import shaped_rewards
from inarow.runlog import RunFolder

TICTACTOE = inarow.load_game("tictactoe")
GAMMA = 0.9
TINY = {
    "games": 32,
    "report_every": 16,
    "checkpoint_every": 16,
    "evaluate_every": 0,
    "blocks": 1,
    "channels": 8,
    "batch": 32,
    "int8": False,
}


def tiny(game, out, **more):
    pytest.importorskip("torch")
    learner = load_learner("dqn", game, out=out, seed=2, **{**TINY, **more})
    events = []
    learner.learn(events.append)
    return learner, events


def played(*games, chosen=True):
    """Finished games, written as moves; the network liked all moves, or none."""
    states = [TICTACTOE.state_from(moves) for moves in games]
    moves = np.concatenate([state.history() for state in states]).astype(np.uint16)
    return Played(
        moves,
        np.full(len(moves), chosen),
        np.array([len(state.history()) for state in states], np.int32),
        np.array([state.returns()[0] for state in states], np.int8),
        np.zeros(len(moves), np.float16),
        np.full(len(moves), 0.5, np.float16),
    )


def targets(games, **settings):
    settings = {"n_step": 3, "turn": -GAMMA, "shaping": 0.0, **settings}
    return positions_of(TICTACTOE, "planes", games, **settings)


FIRST_WINS, SECOND_WINS = "a1 a2 b1 b2 c1", "a1 a2 b1 b2 c3 c2"


@pytest.mark.parametrize("game", [FIRST_WINS, SECOND_WINS])
def test_returns_are_for_who_moved_whoever_wins(game):
    found = targets(played(game))
    length = len(game.split())
    assert found.returns[-3:] == pytest.approx([GAMMA**2, -GAMMA, 1])
    assert found.jumps.tolist() == [3] * (length - 3) + [0] * 3
    assert not found.returns[:-3].any()


def test_a_target_stops_before_a_move_that_was_not_the_best():
    found = targets(played(FIRST_WINS, chosen=False))
    # The last move wins: that is best, whatever the network thought.
    assert found.jumps.tolist() == [1, 1, 1, 0, 0]
    assert found.returns[-2:] == pytest.approx([-GAMMA, 1])


def test_games_do_not_run_into_each_other():
    both, alone = targets(played(FIRST_WINS, SECOND_WINS)), targets(played(SECOND_WINS))
    for name in ("returns", "jumps", "planes", "errors"):
        assert (getattr(both, name)[5:] == getattr(alone, name)).all()


def test_first_errors_are_those_of_what_the_network_said():
    found = targets(played(FIRST_WINS), n_step=1)
    assert found.errors[-1] == pytest.approx(1)  # said 0 of a win
    assert found.errors[0] == pytest.approx(GAMMA * 0.5)


def test_the_papers_sign_is_another():
    right, wrong = (targets(played(FIRST_WINS), turn=turn) for turn in (-GAMMA, GAMMA))
    assert right.returns[-2] == -wrong.returns[-2] == pytest.approx(-GAMMA)


def test_shaping_rewards_blocks_and_punishes_what_leaves_a_win():
    game = played("a1 b2 b1 c1 a3 a2 c2 b3 c3")
    found = targets(game, shaping=0.5)
    last = np.arange(9) == 8
    rewards = shaped_rewards(TICTACTOE, found.planes, game.moves, last)
    # c1 stops a1 b1; a3 stops b2 c1; a2 stops a1 a3; c2 stops a2 b2.
    assert rewards[:4].tolist() == [0, 0, 0, 1]
    assert targets(played(SECOND_WINS), shaping=0.5).returns[-2] == pytest.approx(-GAMMA - 0.5)


def test_immediate_results_are_those_of_the_rules():
    game = inarow.load_game("5x5x4")
    rows, rng = rows_of(game), random.Random(1)
    for _ in range(8):
        state = game.new_initial_state()
        while not state.is_terminal():
            values, known = known_values(state.observation_tensor()[None], rows, GAMMA)
            for action in state.legal_actions():
                wanted = result_of(state, action)
                assert known[0, action] == (wanted is not None)
                assert wanted is None or values[0, action] == pytest.approx(wanted)
            state.apply_action(rng.choice(state.legal_actions()))


def result_of(state, action):
    """1 for a win, -gamma if the opponent can win next, else None."""
    child = state.clone()
    child.apply_action(action)
    if child.is_terminal():
        return 1 if child.returns()[state.current_player()] > 0 else None
    for reply in child.legal_actions():
        grandchild = child.clone()
        grandchild.apply_action(reply)
        if grandchild.is_terminal() and grandchild.returns()[state.current_player()] < 0:
            return -GAMMA
    return None


def a_memory(errors):
    memory = ReplayMemory()
    count = len(errors)
    nothing = np.zeros(count)
    memory.add(
        "a", Positions(np.zeros((count, 1, 1, 1)), nothing, nothing, nothing, np.array(errors))
    )
    return memory


def test_positions_are_drawn_by_their_errors_and_weighted_against_it():
    memory = a_memory([0.0, 0.1, 0.9])
    draw = memory.draw(30_000, 1.0, 1.0, np.random.default_rng(1))
    shares = np.bincount(draw.places, minlength=3) / 30_000
    assert shares == pytest.approx(np.array([0.01, 0.11, 0.91]) / 1.03, abs=0.01)
    # With full correction, all positions count alike in the end.
    counted = np.bincount(draw.places, weights=draw.weights, minlength=3)
    assert counted == pytest.approx(counted.mean(), rel=0.05)
    even = memory.draw(30_000, 0.0, 1.0, np.random.default_rng(1))
    assert np.bincount(even.places) / 30_000 == pytest.approx(1 / 3, abs=0.01)


def test_the_oldest_shards_leave_the_memory():
    memory = a_memory([0.5] * 4)
    memory.add("b", a_memory([0.7] * 3).positions)
    assert memory.drop_beyond(4) == []
    assert memory.drop_beyond(3) == ["a"]
    assert memory.errors.tolist() == [0.7] * 3


def test_games_come_back_from_their_shard(tmp_path):
    games = played(FIRST_WINS, SECOND_WINS)
    again = shard_from_bytes(tmp_path / "x", shard_to_bytes(TICTACTOE, games))
    assert all((ours == theirs).all() for ours, theirs in zip(games, again, strict=True))


def test_games_are_complete_and_legal_whoever_plays():
    game = inarow.load_game("5x5x4")
    count = 40
    opponents = np.array([SELF, GREEDY, RANDOM, SELF] * 10, np.int8)
    roles = Roles(opponents, np.arange(count) % 2, np.full(count, 3, np.int32))
    greedy = inarow.load_player("greedy", game, seed=1)
    rng = np.random.default_rng(1)
    actors = Actors(lambda planes: np.tile(np.arange(25.0), (len(planes), 1)), None, greedy)
    found = play_games(game, "planes", actors, roles, at_once=7, epsilon=0.2, rng=rng)
    start = 0
    for number, length in enumerate(found.lengths):
        state = game.state_from(found.moves[start : start + length].tolist())
        assert state.is_terminal()
        assert state.returns()[0] == found.results[number]
        start += length
    assert start == len(found.moves)
    assert 0.2 < found.chosen.mean() < 0.9


def test_equal_positions_are_asked_about_once_and_each_game_gets_its_own_values():
    game, count = inarow.load_game("5x5x4"), 24
    weights = np.random.default_rng(5).normal(size=(75, 25))
    batches = []

    def values(planes):
        batches.append(planes.reshape(len(planes), -1).copy())
        return np.tanh(batches[-1] @ weights)

    roles = Roles(
        np.full(count, SELF, np.int8),
        np.zeros(count, np.int8),
        np.arange(count, dtype=np.int32) % 3,
    )
    rng = np.random.default_rng(1)
    actors = Actors(values, None, None)
    found = play_games(game, "planes", actors, roles, at_once=count, epsilon=0.0, rng=rng)
    assert len(batches[0]) == 1
    assert all(len(np.unique(each, axis=0)) == len(each) for each in batches)
    start = 0
    for opening, length in zip(roles.openings, found.lengths, strict=True):
        state = game.new_initial_state()
        for ply, action in enumerate(found.moves[start : start + length].tolist()):
            answers = np.tanh(state.observation_tensor().ravel() @ weights)
            legal = state.legal_actions()
            if ply >= opening:
                assert action == legal[int(answers[legal].argmax())]
            assert found.values[start + ply] == pytest.approx(answers[action], abs=1e-3)
            state.apply_action(action)
        start += length


@pytest.mark.parametrize("double", [True, False])
def test_targets_are_of_the_best_legal_reply_with_the_sign_of_the_mover(double, tmp_path):
    torch = pytest.importorskip("torch")
    from inarow.learning.networks.base import Outputs  # noqa: PLC0415 (needs PyTorch)

    class Fixed(torch.nn.Module):
        """A network that says the same of all positions."""

        def __init__(self, values):
            super().__init__()
            self.values = torch.tensor(values)

        def forward(self, planes):
            return Outputs(self.values.repeat(len(planes), 1), torch.zeros(len(planes)))

    learner = load_learner(
        "dqn", "tictactoe", out=tmp_path / "run", double=double, immediate=0.0, discount=GAMMA
    )
    algorithm = learner._algorithm
    algorithm._net = Fixed([0.9, 0.2, 0.8, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0])
    algorithm._target = Fixed([0.7, 0.6, 0.5, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0])
    taken = TICTACTOE.state_from([0]).observation_tensor()  # the best cell of both is not legal
    full = TICTACTOE.state_from("a1 b1 c1 b2 a2 c2 b3 a3 c3").observation_tensor()
    found = algorithm._targets(
        np.array([0, 0, 1, 0], np.float32),
        np.array([1, 2, 0, 1], np.int8),
        np.stack([taken, taken, taken, full]),
    )
    best = 0.5 if double else 0.6  # the target network's value of the move that is named
    assert found == pytest.approx([-GAMMA * best, GAMMA**2 * best, 1, 0])


@pytest.mark.parametrize("symmetries", ["8", "none"])
def test_a_step_learns_from_images_of_its_samples(symmetries, tmp_path, monkeypatch):
    """Planes, moves and later positions of a sample turn alike, and all 8 images occur."""
    pytest.importorskip("torch")
    from inarow.learning.dqn import training  # noqa: PLC0415 (needs PyTorch)

    learner = load_learner(
        "dqn", "5x5x4", out=tmp_path / "run", symmetries=symmetries, batch=32, immediate=0.0
    )
    algorithm, game = learner._algorithm, learner.game
    # A stone, and an answer of which no image is the same as another.
    state = game.new_initial_state()
    planes = []
    for action in (1, 7):
        planes.append(state.observation_tensor())
        state.apply_action(action)
    planes.append(state.observation_tensor())
    algorithm._memory.add(
        "a",
        Positions(
            np.stack(planes)[1:],
            np.array([7, 0]),
            np.zeros(2, np.float32),
            np.array([1, 0], np.int8),
            np.array([1.0, 0.0], np.float32),
        ),
    )
    seen, turned = set(), []

    def keeping(function):
        def kept(*given):
            turned.append(function(*given))
            return turned[-1]

        return kept

    for name in ("turned_planes", "turned_actions"):
        monkeypatch.setattr(training, name, keeping(getattr(training, name)))
    for seed in range(4):
        turned.clear()
        algorithm._step(np.random.default_rng(seed))
        now, actions, later = turned
        for before, action, after in zip(now, actions, later, strict=True):
            if before[0].any() or not before[1].any():
                continue  # the other position
            (stone,) = np.flatnonzero(before[1])
            assert np.flatnonzero(after[1]).tolist() == [action]
            assert np.flatnonzero(after[0]).tolist() == [stone]
            seen.add((int(stone), int(action)))
    images = {tuple(symmetry.action(each) for each in (1, 7)) for symmetry in game.symmetries()}
    assert seen == (images if symmetries == "8" else {(1, 7)})
    assert len(images) == 8


@pytest.mark.parametrize(
    ("preset", "numbers"),
    [
        ("paper-1", (1e-4, 0.999, 500, 128, 0.99, 10_000)),
        ("paper-2", (5e-5, 0.9995, 1000, 256, 0.99, 50_000)),
    ],
)
def test_presets_have_the_numbers_of_the_paper(preset, numbers):
    read = DqnSettings.read("dqn", {"preset": preset})
    assert numbers == (
        read.rate,
        read.epsilon_decay,
        read.target_every,
        read.batch,
        read.discount,
        read.memory,
    )
    assert read.reuse == read.batch  # a step for each move


@pytest.mark.parametrize("preset", ["paper-1", "paper-2"])
def test_the_paper_has_its_network_and_its_opponents_in_turn(preset, tmp_path):
    learner, events = tiny(
        "5x5x4",
        tmp_path / "run",
        preset=preset,
        games=30,
        report_every=10,
        checkpoint_every=30,
        reuse=1.0,
        channels=2,
        shaping=0.1,
    )
    settings = learner.settings
    assert (settings.network, settings.n_step, settings.sign) == ("conv3", 1, "minus")
    assert settings.batch == 32  # what is given counts more than the preset
    told = [[name for name in event if name.startswith("points_")] for event in events]
    assert told == [["points_random"], [], ["points_greedy"]]


def test_what_is_learned_on_one_board_plays_on_another(tmp_path):
    tiny("5x5x4", tmp_path / "run")
    game = inarow.load_game("7x6x4")
    player = inarow.load_player(f"dqn:file={tmp_path / 'run'}", game)
    assert player.note == "Uses weights learned on another board: 5 x 5, 4 in a row."
    assert player.act(game.new_initial_state()).action in range(42)
    begun = load_learner("dqn", game, out=tmp_path / "next", init=tmp_path / "run", **TINY)
    begun.learn()
    assert begun.games == 32
    model = tmp_path / "run" / "model.onnx"
    with pytest.raises(inarow.BadFile, match="does not fit this network: it has fewer layers"):
        load_learner("dqn", game, out=tmp_path / "deeper", init=model, **{**TINY, "blocks": 2})


def test_a_quantised_network_plays_nearly_the_same(tmp_path):
    run, _ = tiny("5x5x4", tmp_path / "run", int8=True, games=64)
    assert b"QuantizeLinear" in (tmp_path / "run" / "model.onnx").read_bytes()
    assert -1 <= run.player().act(run.game.new_initial_state()).value <= 1


def test_a_network_is_quantised_after_its_training(tmp_path):
    run, _ = tiny("5x5x4", tmp_path / "run", games=64)
    from experiments.dqn.quantise import quantise  # noqa: PLC0415 (needs PyTorch)

    path = tmp_path / "run" / "model.onnx"
    content = quantise(path, games=16, seed=1)
    assert quantise(path, games=16, seed=1) == content != path.read_bytes()
    (tmp_path / "int8.onnx").write_bytes(content)
    player = inarow.load_player(f"dqn:file={tmp_path / 'int8.onnx'}", run.game)
    decision, exact = (each.act(run.game.new_initial_state()) for each in (player, run.player()))
    assert decision.value == pytest.approx(exact.value, abs=0.05)
    with pytest.raises(inarow.BadFile, match="has 8-bit integers already"):
        quantise(tmp_path / "int8.onnx", games=16, seed=1)


def test_ultimate_has_no_greedy_and_no_rows(tmp_path):
    run, events = tiny("ultimate", tmp_path / "run", games=8, report_every=8)
    assert events[0]["memory"] > 100
    assert not any(name == "points_greedy" for name in events[0])
    for game in ("ultimate", "6x6x4:rule=standard"):  # where six in a row may be no win
        with pytest.raises(inarow.BadSpec, match="shaping is for m,n,k games of free style"):
            tiny(game, tmp_path / "other", shaping=0.1)
    assert run.player().act(run.game.new_initial_state()).action in range(81)


def test_past_selves_are_kept_and_met(tmp_path):
    run, events = tiny(
        "4x4x3", tmp_path / "run", games=96, past_every=16, past_selves=2, past_share=0.5
    )
    assert events[-1]["points_past"] >= 0
    assert events[-1]["samples_per_move"] == pytest.approx(3, rel=0.2)  # reuse, in whole batches
    assert min(events[-1][f"{each}_per_second"] for each in ("moves", "samples")) > 0
    kept = [name for name in RunFolder(run.folder.path).checkpoints()[-1].shards if "past" in name]
    assert kept == ["past-000000080.onnx", "past-000000096.onnx"]

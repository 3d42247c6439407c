"""The learner AlphaZero: what it exports, its jobs, gate, curriculum and presets."""

from __future__ import annotations

import numpy as np
import pytest

import inarow
from inarow.learning import load_learner
from inarow.learning.alphazero.learner import AlphaZeroSettings
from inarow.learning.replay import shard_from_bytes
from inarow.models.onnx import read_network
from inarow.players.alphazero import alphazero_player
from inarow.runlog import RunFolder

pytest.importorskip("torch")

from inarow.learning.alphazero import training

TINY = {
    "games": 32,
    "report_every": 16,
    "checkpoint_every": 16,
    "evaluate_every": 0,
    "sims": 8,
    "fast_sims": 4,
    "blocks": 2,
    "channels": 8,
    "batch": 32,
    "job_games": 8,
    "play_sims": 8,
    "int8": False,
}


def tiny(game, out, **more):
    learner = load_learner("alphazero", game, out=out, seed=2, **{**TINY, **more})
    events = []
    learner.learn(events.append)
    return learner, events


def losses(player, side):
    """Games that the bare policy loses on one side, over all replies of the other."""

    def count(state):
        if state.is_terminal():
            return int(state.returns()[side] < 0)
        if state.current_player() == side:
            actions = [player.act(state, inarow.Limits(sims=1)).action]
        else:
            actions = state.legal_actions()
        total = 0
        for action in actions:
            state.apply_action(action)
            total += count(state)
            state.undo_action()
        return total

    return count(inarow.load_game("tictactoe").new_initial_state())


def test_the_policy_alone_never_loses_at_tictactoe():
    player = inarow.load_player("alphazero", inarow.load_game("tictactoe"), seed=1)
    assert [losses(player, side) for side in (0, 1)] == [0, 0]


def test_any_number_of_workers_gives_the_same_run(tmp_path):
    one, _ = tiny("4x4x3", tmp_path / "one")
    two, _ = tiny("4x4x3", tmp_path / "two", workers=2)
    for number in range(2):
        ours, theirs = (run.folder.checkpoints()[number] for run in (one, two))
        assert ours.checksums == theirs.checksums
        assert ours.shards == theirs.shards


def test_a_quantised_network_says_nearly_the_same(tmp_path):
    exact, _ = tiny("6x6x4", tmp_path / "exact")
    rough, _ = tiny("6x6x4", tmp_path / "rough", int8=True)
    files = [run.folder.path / "model.onnx" for run in (exact, rough)]
    assert [b"QuantizeLinear" in file.read_bytes() for file in files] == [False, True]
    planes = np.stack([inarow.load_game("6x6x4").state_from("c3 d4").observation_tensor()])
    # The games after the first iteration differ by then, so only roughly.
    for ours, theirs in zip(*(read_network(file).evaluate(planes) for file in files), strict=True):
        assert np.abs(ours - theirs).max() < 1


def test_a_game_may_have_nothing_to_learn_from(tmp_path):
    """If no move of the first games is searched in full, there is not a single sample yet."""
    few = {"games": 2, "report_every": 1, "full_share": 1e-6, "int8": True}
    learner, events = tiny("tictactoe", tmp_path / "run", **few)
    assert learner.games == 2
    assert [event["samples"] for event in events] == [0, 0]


def test_a_gate_that_cannot_be_passed_keeps_the_first_network(tmp_path):
    learner, events = tiny("4x4x3", tmp_path / "run", gate=1.0, gate_games=8, rate=0.0)
    trained = [event for event in events if event["kind"] == "train"]
    assert all(event["accepted"] == 0 for event in trained)
    assert all(
        event["gate_wins"] + event["gate_draws"] + event["gate_losses"] == 8 for event in trained
    )
    first, last = learner.folder.checkpoints()
    assert first.checksums["model.onnx"] == last.checksums["model.onnx"]


def test_a_curriculum_begins_on_smaller_boards(tmp_path):
    learner, _ = tiny("7x7x4", tmp_path / "run", curriculum="5")
    shards = RunFolder(tmp_path / "run").shards
    shards.restore(learner.folder.checkpoints()[-1].shards)
    games = [shard_from_bytes(tmp_path, shards.read(name)).game for name in shards.checksums]
    assert [game.rows for game in games] == [5, 5, 7, 7]


@pytest.mark.parametrize(
    ("preset", "game", "more"),
    [
        ("solvers", "5x5x4", {}),
        ("az-gomoku", "6x6x4", {}),
        ("ultimate", "ultimate", {"gate_games": 2}),
        ("ultimate", "ultimate", {"gate_games": 2, "symmetries": "64"}),
    ],
)
def test_presets_of_the_papers_learn(preset, game, more, tmp_path):
    small = {"games": 4, "report_every": 4, "epochs": 0.5, "sims": 6, **more}
    learner, events = tiny(game, tmp_path / "run", preset=preset, **small)
    assert learner.settings.considered == learner.settings.vcf == 0
    assert events[-1]["policy_loss"] > 0
    player = inarow.load_player(f"alphazero:file={tmp_path / 'run'},sims=4", learner.game)
    assert player.act(learner.game.new_initial_state()).value is not None


@pytest.mark.parametrize(
    ("preset", "sims", "epochs", "c"),
    [("solvers", 100, 5, 1.5), ("az-gomoku", 100, 10, 1.5), ("ultimate", 15, 15, 1.0)],
)
def test_presets_are_the_set_ups_of_the_papers(preset, sims, epochs, c):
    found = AlphaZeroSettings.read("alphazero", {"preset": preset})
    assert (found.sims, found.play_sims, found.epochs, found.c) == (sims, sims, epochs, c)
    # Plain PUCT: a move without a visit has the value 0, and nothing of ours is left.
    assert (found.fpu, found.noise, found.prune) == (-1, 0, False)
    assert (found.considered, found.full_share, found.vcf, found.random_plies) == (0, 1, 0, 0)
    assert (found.average, found.thoughts, found.int8) == (0, 0, False)
    gated = preset == "ultimate"
    assert (found.gate, found.gate_games) == (0.55 if gated else 0, 24)
    if gated:
        assert (found.temperature_plies, found.report_every, found.batch) == (25, 20, 64)
    changed = AlphaZeroSettings.read("alphazero", {"preset": preset, "noise": 0.25})
    assert (changed.noise, changed.fpu) == (0.25, -1)


def test_gates_and_evaluations_search_as_self_play_does(tmp_path, monkeypatch):
    """With c and fpu of the settings, also in the description of the player."""
    asked = []

    def make(*arguments, **options):
        asked.append(options)
        return alphazero_player(*arguments, **options)

    monkeypatch.setattr(training, "alphazero_player", make)
    more = {"gate": 0.5, "gate_games": 2, "evaluate_every": 32, "evaluation_games": 2}
    learner, _ = tiny("4x4x3", tmp_path / "run", c=0.75, fpu=-1, vcf=7, **more)
    assert asked
    assert all(each == {"c": 0.75, "fpu": -1, "vcf": 7} for each in asked)
    described = learner.folder.checkpoints()[-1].player
    assert described == "alphazero:sims=8,vcf=7,c=0.75,fpu=-1.0,file={model}"
    assert inarow.load_player(learner.folder.checkpoints()[-1].spec(), learner.game)


def test_a_network_of_one_board_starts_on_another(tmp_path):
    small, _ = tiny("5x5x4", tmp_path / "small")
    for number, init in enumerate((small.folder.path, small.folder.path / "model.onnx")):
        large = load_learner(
            "alphazero", "7x7x4", out=tmp_path / str(number), init=init, **{**TINY, "games": 8}
        )
        large.learn()
        assert large.games == 8


@pytest.mark.parametrize(
    ("game", "more", "sentence"),
    [
        ("ultimate", {"curriculum": "5"}, "curriculum='5' is not valid"),
        ("7x7x4", {"curriculum": "3"}, "curriculum='3' is not valid"),
        ("7x7x4", {"curriculum": "5", "network": "simple"}, "curriculum needs a network"),
        ("7x7x4", {"network": "ultimate"}, "for boards of 9 x 9"),
        ("7x7x4", {"encoding": "paper"}, "no encoding 'paper'"),
        ("7x7x4", {"symmetries": "64"}, "symmetries=64 is for ultimate"),
        ("7x7x4", {"cluster": "nowhere"}, "cluster='nowhere' is not valid"),
        ("7x7x4", {"sims": 0}, "sims=0 is out of range"),
    ],
)
def test_what_cannot_be_is_one_sentence(game, more, sentence, tmp_path):
    with pytest.raises(inarow.InarowError, match=sentence):
        load_learner("alphazero", game, out=tmp_path / "run", **{**TINY, **more})
    assert not (tmp_path / "run").exists()

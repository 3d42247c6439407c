"""The frame of all learners: what a folder or a setting may not do to it."""

import json
import time
import tomllib

import pytest

import inarow
from inarow.learning import load_learner
from inarow.learning.settings import toml_value
from inarow.runlog import CHECKPOINT_FILE, SETTINGS_FILE

QUICK = {"games": 200, "report_every": 50, "checkpoint_every": 100, "evaluate_every": 0}


def learner(out, **settings):
    return load_learner("tabular", "tictactoe", out=out, **QUICK | settings)


def resumed(out, **settings):
    return load_learner("tabular", out=out, resume=True, **settings)


@pytest.mark.parametrize("text", ["a\U0001f600b", "\x7f", '\0\x1f\n\t"\\é', "\u2028"])
def test_every_text_comes_back_from_toml(text):
    assert tomllib.loads(f"key = {toml_value(text)}") == {"key": text}


def test_a_text_that_no_file_can_hold_is_refused_before_anything_is_written(tmp_path):
    learner(tmp_path / "a").learn()
    odd = tmp_path / "\udcff"
    (tmp_path / "a" / "model.tabular").rename(odd)
    with pytest.raises(inarow.BadSpec, match="not text in UTF-8"):
        learner(tmp_path / "b", init=odd)
    assert not (tmp_path / "b").exists()


def edit_settings(out, before, after):
    path = out / SETTINGS_FILE
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("tictactoe", "4x4x3", "is a table of tictactoe, not of 4x4x3"),
        ("fold = true", "fold = false", "learned with another fold"),
    ],
)
def test_edited_settings_that_do_not_fit_the_checkpoint_are_refused(
    before, after, sentence, tmp_path
):
    learner(tmp_path).learn()
    edit_settings(tmp_path, before, after)
    with pytest.raises(inarow.BadFile, match=sentence):
        resumed(tmp_path)


def test_a_checkpoint_without_what_the_learner_needs_is_refused(tmp_path):
    learner(tmp_path).learn()
    last = tmp_path / "checkpoints" / "000000200"
    (last / "model.tabular").rename(last / "model.other")
    path = last / CHECKPOINT_FILE
    path.write_text(path.read_text().replace("model.tabular", "model.other"))
    assert "model.other" in json.loads(path.read_text())["files"]
    with pytest.raises(inarow.BadFile, match=r"it has no 'model\.tabular'"):
        resumed(tmp_path)


def test_a_folder_alone_does_not_run_a_program(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "theirs.py").write_text("raise SystemExit('it was run')")
    out = tmp_path / "run"
    learner(out).learn()
    spec = "python:class=theirs.Player"
    edit_settings(out, "random greedy", f"random {spec}")
    with pytest.raises(inarow.BadSpec, match=r"runs a program.*give it again by --set"):
        resumed(out, games=400)
    resumed(out, games=400, opponents=f"random {spec}")  # evaluates nothing, so it is not run


def test_nor_does_one_of_a_learner_whose_games_others_play(tmp_path):
    head = 'learner = "linenet"\ngame = "gomoku"\nseed = 1\ninit = ""\n'
    (tmp_path / SETTINGS_FILE).write_text(head + 'player = "external:cmd=theirs"\n')
    with pytest.raises(inarow.BadSpec, match="runs a program"):
        load_learner("linenet", out=tmp_path, resume=True)


def test_a_stop_before_it_begins_counts(tmp_path):
    made = learner(tmp_path)
    made.stop()
    made.learn()
    assert made.games == 0
    made.learn()
    assert made.games == 200


def test_a_stop_at_any_moment_is_saved(tmp_path):
    made = learner(tmp_path)
    asked = 0

    def done(of=made._is_done):
        nonlocal asked
        answer, asked = of(), asked + 1
        if asked == 2:  # after the first 50 games: a signal comes right after the question
            made.stop()
        return answer

    made._is_done = done
    made.learn()
    assert made.folder.checkpoints()[-1].games == made.games < 200


def test_the_weights_that_a_run_starts_from_are_never_without_a_copy(tmp_path, monkeypatch):
    learner(tmp_path / "a").learn()
    made = learner(tmp_path / "b", init=tmp_path / "a")
    made.save()  # as if it had been killed right after it
    begun = resumed(tmp_path / "b")
    monkeypatch.setattr(begun._algorithm, "train", lambda first, count: 1 / 0)
    monkeypatch.setattr(begun.folder, "save_checkpoint", lambda *_, **__: pytest.fail("again"))
    with pytest.raises(ZeroDivisionError):
        begun.learn()


@pytest.mark.parametrize("seed", [-1, 1 << 63, 10**30])
def test_a_seed_out_of_range_is_refused(seed, tmp_path):
    with pytest.raises(inarow.BadSpec, match="seed must be from 0 to"):
        learner(tmp_path / "run", seed=seed)
    assert not (tmp_path / "run").exists()


def test_what_a_kill_left_of_the_settings_is_no_run(tmp_path):
    (tmp_path / ".settings.toml.1.part").write_text("half")
    learner(tmp_path).learn()
    assert not list(tmp_path.glob(".*.part"))


def test_init_names_what_was_given(tmp_path):
    with pytest.raises(inarow.BadFile, match=r"gomoku\.linenet cannot be started from: .*"):
        learner(tmp_path / "run", init="gomoku.linenet")
    with pytest.raises(inarow.BadFile, match="/dev/zero is not a file of weights"):
        learner(tmp_path / "run", init="/dev/zero")
    assert not (tmp_path / "run").exists()


def test_an_evaluation_has_a_game_in_which_the_learner_moves_first(tmp_path):
    learner = load_learner("tabular", "tictactoe", out=tmp_path / "run", seed=2, games=50)
    learner.learn()
    events = [event for event in learner.folder.events() if event["kind"] == "evaluation"]
    assert [event["opponent"] for event in events] == ["random", "greedy"]
    for event in events:
        game = learner.game.state_from(event["sample"])
        assert game.is_terminal()
        result = {1.0: "wins", 0.0: "draws", -1.0: "losses"}[game.returns()[0]]
        assert event[f"first_{result}"] >= 1


def test_players_of_an_evaluation_are_made_one_at_a_time(tmp_path):
    """A learner may export its network for them, which no other thread may do at the same time."""
    begun = learner(tmp_path / "run", games=20, evaluate_every=20, report_every=20)
    inside, most = [], []
    player = begun._algorithm.player

    def slow(seed):
        inside.append(seed)
        most.append(len(inside))
        time.sleep(0.02)
        inside.remove(seed)
        return player(seed)

    begun._algorithm.player = slow
    begun.learn()
    assert len(most) > 1
    assert max(most) == 1

"""TensorBoard's files: the scalars are those of the events, also after a kill."""

import struct
import sys

import pytest

from inarow.errors import BadFile, InarowError
from inarow.learning import load_learner
from inarow.runlog import COMMON, SAMPLE, RunFolder
from tests.contract.test_learners import everything_in

event_pb2 = pytest.importorskip("tensorboardX.proto.event_pb2")
masked_crc32c = pytest.importorskip("tensorboardX.record_writer").masked_crc32c

EVERY = {"report_every": 50, "checkpoint_every": 100, "evaluate_every": 100, "evaluation_games": 4}


def learner(out, **settings):
    return load_learner("tabular", "tictactoe", out=out, seed=3, **{**EVERY, **settings})


def resumed(out, **settings):
    return load_learner("tabular", out=out, resume=True, **settings)


def records(path):
    content = path.read_bytes()
    while content:
        length, checksum = struct.unpack_from("<QI", content)
        assert checksum == masked_crc32c(content[:8])
        body = content[12 : 12 + length]
        assert struct.unpack_from("<I", content, 12 + length) == (masked_crc32c(body),)
        yield event_pb2.Event.FromString(body)
        content = content[16 + length :]


def scalars(out):
    """What TensorBoard shows: (tag, step, value), without what a later file takes back."""
    shown = []
    for path in sorted((out / "tensorboard").iterdir()):
        assert "tfevents" in path.name
        for record in records(path):
            if record.session_log.status == event_pb2.SessionLog.START:
                shown = [each for each in shown if each[1] < record.step]
            shown += [
                (each.tag, record.step, each.simple_value)
                for each in record.summary.value
                if each.HasField("simple_value")
            ]
    return shown


def texts(out):
    """The texts of the only file, by tag and step."""
    (path,) = (out / "tensorboard").iterdir()
    return {
        (each.tag, record.step): each.tensor.string_val[0].decode()
        for record in records(path)
        for each in record.summary.value
        if each.HasField("tensor")
    }


def figures(out):
    """The same from the events."""
    return [
        ("/".join([event["kind"], *event.get("opponent", "").split(), name]), event["games"], value)
        for event in RunFolder(out).events()
        for name, value in event.items()
        if name not in (*COMMON, "opponent", SAMPLE)
    ]


def assert_shows_its_events(out):
    shown, told = scalars(out), figures(out)
    assert [each[:2] for each in shown] == [each[:2] for each in told]
    assert [each[2] for each in shown] == pytest.approx([each[2] for each in told])
    assert len({each[:2] for each in shown}) == len(shown)


def test_scalars_are_those_of_the_events(tmp_path):
    learner(tmp_path / "run", games=200, tensorboard=True).learn()
    assert_shows_its_events(tmp_path / "run")
    tags = {tag for tag, _, _ in scalars(tmp_path / "run")}
    assert {"train/length", "evaluation/random/first_points", "evaluation/greedy/points"} <= tags


def test_a_run_that_died_shows_each_point_once(tmp_path):
    out = tmp_path / "run"

    def die(event):
        if event["games"] == 350:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        learner(out, games=500, tensorboard=True).learn(die)
    assert max(step for _, step, _ in scalars(out)) == 350  # its last checkpoint is that of 300
    resumed(out).learn()
    assert_shows_its_events(out)
    resumed(out, games=600).learn()
    assert_shows_its_events(out)


def test_a_run_that_died_before_its_first_checkpoint(tmp_path):
    def die(event):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        learner(tmp_path / "run", games=200, tensorboard=True).learn(die)
    resumed(tmp_path / "run").learn()
    assert_shows_its_events(tmp_path / "run")


def test_a_run_that_gets_the_setting_later_shows_all(tmp_path):
    learner(tmp_path / "run", games=200).learn()
    assert not (tmp_path / "run" / "tensorboard").exists()
    resumed(tmp_path / "run", games=300, tensorboard=True).learn()
    assert_shows_its_events(tmp_path / "run")


def test_the_run_does_not_depend_on_it(tmp_path):
    told = {False: [], True: []}
    for with_it, events in told.items():
        learner(tmp_path / str(with_it), games=200, tensorboard=with_it).learn(events.append)
    both = [everything_in(tmp_path / str(with_it)) for with_it in told]
    assert both[0][0] == both[1][0]
    files = [
        {
            name: content
            for name, content in files.items()
            if name != "settings.toml" and not name.startswith("tensorboard")
        }
        for _, files in both
    ]
    assert files[0] == files[1]
    assert len(told[False]) == len(told[True]) == len(both[0][0])


def test_a_missing_package_is_one_sentence_before_anything_is_written(tmp_path, monkeypatch):
    learner(tmp_path / "run", games=200).learn()
    before = everything_in(tmp_path / "run")
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    with pytest.raises(InarowError, match=r"needs tensorboardX: pip install 'inarow\[train\]'"):
        learner(tmp_path / "new", games=200, tensorboard=True)
    assert not (tmp_path / "new").exists()
    with pytest.raises(InarowError, match="needs tensorboardX"):
        resumed(tmp_path / "run", games=300, tensorboard=True)
    assert everything_in(tmp_path / "run") == before


def test_a_disk_that_cannot_be_written_is_one_sentence(tmp_path):
    made = learner(tmp_path / "run", games=200, tensorboard=True)
    (tmp_path / "run" / "tensorboard").write_text("in the way")
    with pytest.raises(BadFile, match="tensorboard cannot be written"):
        made.learn()


def test_the_game_of_each_evaluation_is_a_text(tmp_path):
    made = learner(tmp_path / "run", games=200, tensorboard=True)
    made.learn()
    found = {
        (f"evaluation/{event['opponent']}/sample/text_summary", event["games"]): event["sample"]
        for event in made.folder.events()
        if event["kind"] == "evaluation"
    }
    assert len(found) == 4
    assert texts(tmp_path / "run") == found

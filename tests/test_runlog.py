"""The folder of a training run: what is in it, and what is refused."""

import errno
import json
import os
from pathlib import Path

import pytest

from inarow.errors import BadFile
from inarow.runlog import CHECKPOINT_FILE, EVENTS_FILE, RunFolder


@pytest.fixture
def folder(tmp_path):
    made = RunFolder(tmp_path / "run")
    made.create('learner = "x"\n')
    return made


def save(folder, games, content=b"weights", score=None):
    folder.save_checkpoint(
        {"model.bin": content},
        games=games,
        step=games,
        seconds=1.5,
        player="x:file={model}",
        score=score,
    )


def test_events_and_checkpoints_come_back(folder):
    assert folder.events() == []
    folder.add_event({"kind": "train", "games": 1})
    save(folder, 1)
    folder.add_event({"kind": "train", "games": 2})
    save(folder, 20, b"more")
    first, second = folder.checkpoints()
    assert (first.games, second.games) == (1, 20)
    assert second.files() == {"model.bin": b"more"}
    folder.cut_events(first.events_bytes)
    assert folder.events() == [{"kind": "train", "games": 1}]
    assert folder.settings() == {"learner": "x"}


@pytest.mark.parametrize("left", [None, b"", b'{"kind": "tr'])
def test_events_that_were_lost_are_missed(folder, left):
    folder.add_event({"kind": "train", "games": 1})
    save(folder, 1)
    (folder.path / EVENTS_FILE).unlink()
    if left is not None:
        (folder.path / EVENTS_FILE).write_bytes(left)
    with pytest.raises(BadFile, match="has lost events"):
        folder.cut_events(folder.checkpoints()[0].events_bytes)
    if left is not None:
        assert (folder.path / EVENTS_FILE).read_bytes() == left


def test_events_that_are_too_deep_are_one_sentence(folder):
    (folder.path / EVENTS_FILE).write_bytes(b"[" * 100_000 + b"\n")
    with pytest.raises(BadFile, match="cannot be read"):
        folder.events()


def test_a_file_name_that_cannot_be_is_one_sentence(folder):
    save(folder, 5)
    path = folder.path / "checkpoints" / "000000005" / CHECKPOINT_FILE
    about = json.loads(path.read_text())
    about["files"]["\0"] = ""
    path.write_text(json.dumps(about))
    with pytest.raises(BadFile, match="cannot be read"):
        folder.checkpoints()[0].files()


def test_a_line_that_is_being_written_is_left_out(folder):
    folder.add_event({"kind": "train"})
    with (folder.path / EVENTS_FILE).open("a") as file:
        file.write('{"kind": "tr')
    assert folder.events() == [{"kind": "train"}]


def test_a_checkpoint_replaces_one_of_the_same_games(folder):
    save(folder, 5)
    save(folder, 5, b"again")
    (only,) = folder.checkpoints()
    assert only.files() == {"model.bin": b"again"}


def test_what_a_killed_run_began_to_write_is_removed(folder):
    save(folder, 5)
    (folder.path / "checkpoints" / ".000000006.1.part").mkdir()
    (folder.path / ".model.x.1.part").write_text("half")
    with folder.claimed():
        pass
    assert not list(folder.path.rglob("*.part"))
    assert len(folder.checkpoints()) == 1


def test_only_one_training_at_a_time(folder):
    with folder.claimed(), pytest.raises(BadFile, match="in use"), folder.claimed():
        pass
    with folder.claimed():
        pass


def test_a_changed_checkpoint_is_refused(folder):
    save(folder, 5)
    (only,) = folder.checkpoints()
    (only.path / "model.bin").write_bytes(b"weightz")
    with pytest.raises(BadFile, match="has changed"):
        only.files()


@pytest.mark.parametrize(
    "about",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        {"version": 2},
        {"games": "many"},
        {"games": float("inf")},
        {"games": -5},
        {"seconds": float("nan")},
        {"events_bytes": -1},
        {"files": {}},
        {"files": {"model.a": "", "model.b": ""}},
        {"files": {"model.a": "", "../../settings.toml": ""}},
        {"shards": {"../settings.toml": ""}},
        {"shards": []},
        {"score": "high"},
    ],
    ids=str,
)
def test_a_bad_description_is_refused(folder, about):
    save(folder, 5)
    path = folder.path / "checkpoints" / "000000005" / CHECKPOINT_FILE
    if isinstance(about, dict):
        about = json.dumps(json.loads(path.read_text()) | about)
    path.write_text(about)
    with pytest.raises(BadFile):
        folder.checkpoints()


def test_the_last_and_the_best_model_are_published(folder):
    for games, score in ((1, 0.5), (2, 0.9), (3, None), (10_000_000_000, 0.7)):
        save(folder, games, f"{games}".encode(), score)
        folder.publish()
    assert (folder.path / "model.bin").read_bytes() == b"10000000000"
    assert (folder.path / "best.bin").read_bytes() == b"2"
    folder.publish(keep=1)
    assert [each.games for each in folder.checkpoints()] == [2, 10_000_000_000]
    assert not list(folder.path.rglob("*.part"))
    best = folder.checkpoints()[0]
    assert best.spec() == f"x:file={best.path.resolve()}/model.bin"


def test_of_equal_checkpoints_the_later_is_better(folder):
    save(folder, 1, score=0.5)
    save(folder, 2, score=0.5)
    assert folder.best(folder.checkpoints()).games == 2
    assert folder.best([]) is None


def test_shards_are_there_as_long_as_a_checkpoint_needs_them(folder):
    shards, data = folder.shards, folder.path / "data"
    shards.add("a", b"first")
    shards.add("b", b"second")
    save(folder, 1)
    shards.drop("a")
    shards.add("c", b"third")
    assert sorted(path.name for path in data.iterdir()) == ["a", "b", "c"]
    # A run that was killed here goes on with what its checkpoint knows.
    again = RunFolder(folder.path)
    again.shards.restore(again.checkpoints()[-1].shards)
    assert list(again.shards.checksums) == ["a", "b"]
    assert again.shards.read("a") == b"first"
    assert not (data / "c").exists()
    again.shards.drop("a")
    save(again, 2)
    assert [path.name for path in data.iterdir()] == ["b"]
    (data / "b").write_bytes(b"changed")
    with pytest.raises(BadFile, match="has changed"):
        again.shards.read("b")


def test_a_full_disk_is_one_sentence(folder, monkeypatch):
    save(folder, 1)

    def full(path, *_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    monkeypatch.setattr("inarow.runlog._write", full)
    for write in (
        lambda: save(folder, 2),
        lambda: folder.shards.add("a", b""),
        folder.publish,
    ):
        with pytest.raises(BadFile, match="cannot be written: No space left on device"):
            write()
    (folder.path / EVENTS_FILE).symlink_to("/dev/full")
    with pytest.raises(BadFile, match="cannot be written: No space left on device"):
        folder.add_event({"kind": "train"})
    assert [each.games for each in folder.checkpoints()] == [1]
    assert not list(folder.path.rglob("*.part"))


def test_a_read_only_disk_is_one_sentence():
    with pytest.raises(BadFile, match="cannot be written"):
        RunFolder(Path("/proc/run")).create("")


def test_other_folders_are_refused(tmp_path, folder):
    with pytest.raises(BadFile, match="exists"):
        folder.create("")
    with pytest.raises(BadFile, match="not the folder of a training run"):
        RunFolder(tmp_path).settings()
    (folder.path / "settings.toml").write_text("= 3")
    with pytest.raises(BadFile, match="cannot be read"):
        folder.settings()
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(BadFile):
        RunFolder(file).create("")
    with pytest.raises(BadFile, match="cannot be written"):
        RunFolder(file / "below").create("")


def test_lines_of_events_are_json(folder):
    folder.add_event({"kind": "train", "loss": 0.5})
    line = (folder.path / EVENTS_FILE).read_text()
    assert line.endswith("\n")
    assert json.loads(line) == {"kind": "train", "loss": 0.5}

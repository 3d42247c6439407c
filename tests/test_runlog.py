"""The folder of a training run: what is in it, and what is refused."""

import json

import pytest

from inarow.errors import BadFile
from inarow.runlog import CHECKPOINT_FILE, EVENTS_FILE, RunFolder


@pytest.fixture
def folder(tmp_path):
    made = RunFolder(tmp_path / "run")
    made.create('learner = "x"\n')
    return made


def save(folder, games, content=b"weights"):
    folder.save_checkpoint({"w.bin": content}, games=games, step=games, seconds=1.5)


def test_events_and_checkpoints_come_back(folder):
    assert folder.events() == []
    folder.add_event({"kind": "train", "games": 1})
    save(folder, 1)
    folder.add_event({"kind": "train", "games": 2})
    save(folder, 20, b"more")
    first, second = folder.checkpoints()
    assert (first.games, second.games) == (1, 20)
    assert second.files() == {"w.bin": b"more"}
    folder.cut_events(first.events_bytes)
    assert folder.events() == [{"kind": "train", "games": 1}]
    assert folder.settings() == {"learner": "x"}


def test_a_line_that_is_being_written_is_left_out(folder):
    folder.add_event({"kind": "train"})
    with (folder.path / EVENTS_FILE).open("a") as file:
        file.write('{"kind": "tr')
    assert folder.events() == [{"kind": "train"}]


def test_a_checkpoint_replaces_one_of_the_same_games(folder):
    save(folder, 5)
    save(folder, 5, b"again")
    (only,) = folder.checkpoints()
    assert only.files() == {"w.bin": b"again"}


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
    (only.path / "w.bin").write_bytes(b"weightz")
    with pytest.raises(BadFile, match="has changed"):
        only.files()


@pytest.mark.parametrize(
    "about",
    [
        "",
        "[]",
        "{}",
        '{"version": 2, "games": 1, "step": 1, "seconds": 1, "events_bytes": 0, "files": {}}',
        '{"version": 1, "games": 1, "step": 1, "seconds": 1, "events_bytes": 0, '
        '"files": {"../../settings.toml": ""}}',
    ],
)
def test_a_bad_description_is_refused(folder, about):
    save(folder, 5)
    (folder.path / "checkpoints" / "000000005" / CHECKPOINT_FILE).write_text(about)
    with pytest.raises(BadFile):
        folder.checkpoints()


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
    with pytest.raises(BadFile, match="cannot be made"):
        RunFolder(file / "below").create("")


def test_lines_of_events_are_json(folder):
    folder.add_event({"kind": "train", "loss": 0.5})
    line = (folder.path / EVENTS_FILE).read_text()
    assert line.endswith("\n")
    assert json.loads(line) == {"kind": "train", "loss": 0.5}

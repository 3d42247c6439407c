"""Files that are written beside their place."""

import errno

import pytest

from inarow.errors import BadFile
from inarow.files import replacing, writing


def test_what_is_wrong_with_the_place_is_said_in_a_sentence(tmp_path):
    """A name that is too long can be neither written nor cleaned up after."""
    with pytest.raises(BadFile, match="cannot be written: File name too long"):
        _write(tmp_path / ("x" * 300))
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match="cannot be written: Not a directory"):
        _write(tmp_path / "file" / "name")


@pytest.mark.parametrize("name", ["x" * 255, "ä" * 127, "." + "y" * 249 + ".json"])
def test_every_name_that_the_disk_takes_can_be_written(tmp_path, name):
    _write(tmp_path / name)
    _write(tmp_path / name)
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_two_writers_of_a_file_do_not_share_the_temporary_one(tmp_path):
    with replacing(tmp_path / "x") as first:
        first.write_text("first")
        with replacing(tmp_path / "x") as second:
            second.write_text("second")
        assert (tmp_path / "x").read_text() == "second"
    assert (tmp_path / "x").read_text() == "first"


def test_a_read_only_disk_is_reported_once(tmp_path, monkeypatch):
    def refuse(self, *_, **__):
        raise OSError(errno.EROFS, "Read-only file system", str(self))

    path = tmp_path / "note.txt"
    path.write_text("old")
    monkeypatch.setattr("pathlib.Path.open", refuse)
    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    with pytest.raises(BadFile, match=r"note.txt cannot be written: Read-only file system\."):
        _write(path)
    monkeypatch.undo()
    assert path.read_text() == "old"


def test_an_error_of_the_caller_is_passed_on(tmp_path):
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "x") as aside:
        aside.write_text(str(1 / 0))
    with pytest.raises(BadFile, match="No such file"), writing(tmp_path / "x"):
        (tmp_path / "none" / "x").touch()
    assert not list(tmp_path.iterdir())


def _write(path):
    with replacing(path) as aside, aside.open("w") as file:
        file.write("new")

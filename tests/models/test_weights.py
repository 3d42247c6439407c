"""Weights: the shipped ones are those of their manifest, all are checked, and loaded once."""

import hashlib
import os
import shutil
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.errors import BadFile
from inarow.models import weights
from inarow.models.weights import (
    MANIFEST_FILE,
    find_weights,
    load_weights,
    shipped_weights,
    weights_file,
    weights_fit,
    with_checksum,
    without_checksum,
)

MANIFEST = shipped_weights()
MOST_BYTES = 10_000_000


@pytest.mark.parametrize("name", MANIFEST)
def test_a_file_is_the_one_that_was_measured(name):
    content = weights_file(name).read_bytes()
    assert len(content) == MANIFEST[name]["bytes"] <= MOST_BYTES
    assert hashlib.sha256(content).hexdigest() == MANIFEST[name]["sha256"]
    assert {"games", "trained_on", "made_by", "time", "strength"} <= MANIFEST[name].keys()


def test_every_file_is_told_of():
    folder = weights_file(MANIFEST_FILE).parent
    assert {path.name for path in folder.iterdir()} == {MANIFEST_FILE, *MANIFEST}


def test_what_is_missing_is_named():
    with pytest.raises(BadFile, match=r"none\.such"):
        weights_file("none.such")


@pytest.mark.parametrize(
    ("spec", "fits"),
    [
        ("gomoku", True),
        ("gomoku:rule=standard,size=20", True),
        ("8x9x5", True),
        ("7x9x5", False),
        ("15x15x6", False),
        ("ultimate", False),
    ],
)
def test_the_manifest_says_which_games_weights_are_for(spec, fits):
    game = inarow.load_game(spec)
    assert weights_fit("gomoku.linenet", game) == fits
    assert inarow.load_player("engine:mb=4,network=gomoku.linenet", game, seed=1)


def test_a_shipped_file_must_be_that_of_the_manifest(tmp_path, monkeypatch):
    """Even if the file itself is whole."""
    shutil.copytree(weights_file(MANIFEST_FILE).parent, tmp_path / "weights")
    monkeypatch.setattr(weights, "_PACKAGE", tmp_path)
    path = weights_file("gomoku.linenet")
    assert path.parent == tmp_path / "weights"
    path.write_bytes(with_checksum(b"other weights"))
    with pytest.raises(BadFile, match=r"is damaged: .* manifest\.json; install inarow again\."):
        inarow.load_player("engine", inarow.load_game("gomoku"))


@given(st.binary(max_size=99), st.data())
def test_a_flipped_bit_is_noticed(content, data):
    whole = with_checksum(content)
    assert without_checksum("file", whole) == content
    bit = data.draw(st.integers(0, 8 * len(whole) - 1))
    damaged = bytearray(whole)
    damaged[bit // 8] ^= 1 << bit % 8
    for bad in (bytes(damaged), whole[:-1], whole[1:], b""):
        with pytest.raises(BadFile, match="is damaged"):
            without_checksum("file", bad)


def test_a_file_is_named_by_its_path_or_its_folder(tmp_path, monkeypatch):
    assert find_weights("gomoku.linenet") == weights_file("gomoku.linenet")
    assert find_weights(str(tmp_path / "mine")) == tmp_path / "mine"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_weights("~/mine") == tmp_path / "mine"
    with pytest.raises(BadFile, match=r"has no model\.\*"):
        find_weights(str(tmp_path))
    (tmp_path / "model.linenet").touch()
    assert find_weights(str(tmp_path)) == tmp_path / "model.linenet"
    (tmp_path / "model.onnx").touch()
    with pytest.raises(BadFile, match=r"more than one model\.\*"):
        find_weights(str(tmp_path))


@pytest.mark.parametrize("player", ["engine:network", "shared-mcts:file"])
def test_what_is_no_file_is_refused_at_once(player, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(weights.MOST_BYTES + 1)
    gomoku = inarow.load_game("gomoku")
    for name, says in [
        ("pipe", "a device or a pipe"),
        ("device", "a device or a pipe"),
        ("huge", "larger than 4 GB"),
        ("no\0name", "cannot be read"),
        ("no\udc80name", "cannot be read"),
    ]:
        with pytest.raises(BadFile, match=says):
            inarow.load_player(f"{player}={tmp_path / name}", gomoku)
    with pytest.raises(BadFile, match="~nobody-of-this-name/x cannot be read"):
        inarow.load_player(f"{player}=~nobody-of-this-name/x", gomoku)


def str_of(path, content):
    return content.decode()


class Parse:
    """Counts how often a file is loaded, which takes a while."""

    def __init__(self):
        self.loaded = 0

    def __call__(self, path, content):
        self.loaded += 1
        time.sleep(0.02)
        return [content]


def settled(path, content):
    """A file that was written some time ago."""
    path.write_bytes(content)
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 10))
    return path


def test_a_file_is_loaded_once_for_all_threads(tmp_path):
    parse, found = Parse(), []
    path = settled(tmp_path / "some", b"weights")
    threads = [
        threading.Thread(target=lambda: found.append(load_weights(path, parse))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert parse.loaded == 1
    assert len(found) == 8
    assert all(each is found[0] for each in found)


def test_a_file_that_has_changed_is_loaded_again(tmp_path):
    path, parse = settled(tmp_path / "some", b"one"), Parse()
    assert load_weights(path, parse) == [b"one"]
    settled(tmp_path / "aside", b"two").replace(path)
    assert load_weights(path, parse) == [b"two"]
    for number in range(100):  # at once, so that times and sizes are equal
        path.write_bytes(b"%03d" % number)
        assert load_weights(path, str_of) == f"{number:03d}"
    path.unlink()
    with pytest.raises(BadFile, match="cannot be read"):
        load_weights(path, parse)


def test_what_is_kept_is_bounded(tmp_path):
    cache, parse = weights._Cache(most_bytes=10), Parse()
    paths = [tmp_path / str(size) for size in (4, 5, 6, 11)]
    for path in paths:
        settled(path, b"x" * int(path.name))
    for path in (paths[0], paths[1], paths[0], paths[2], paths[0]):  # 6 replaces 5, the older one
        cache.load(path, parse)
    assert parse.loaded == 3
    cache.load(paths[1], parse)
    assert parse.loaded == 4
    for _ in range(2):  # too large to be kept
        cache.load(paths[3], parse)
    assert parse.loaded == 6

"""The data of a run: what counts, and what waits for its job to come again."""

import json

import pytest

from inarow.errors import BadFile
from inarow.shards import JOB_SUFFIX, Shards


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def names(data):
    return sorted(path.name for path in data.iterdir())


def after_a_kill(data, checksums=None):
    shards = Shards(data)
    shards.restore(checksums or {})
    return shards


def test_a_shard_that_was_kept_comes_back_for_the_same_job_only(data):
    Shards(data).keep("a", b"content", "job 1")
    again = after_a_kill(data)
    assert again.checksums == {}
    assert again.kept("a", "job 1") == b"content"
    assert again.kept("a", "job 2") is None
    assert again.kept("b", "job 1") is None
    again.count("a", b"content")
    assert again.read("a") == b"content"
    assert again.kept("a", "job 1") is None
    again.sweep()
    assert names(data) == ["a"]


@pytest.mark.parametrize("broken", ["a", "a" + JOB_SUFFIX])
@pytest.mark.parametrize("content", [b"", b"{}", b"[" * 100_000, b"\xff", None])
def test_a_shard_that_is_not_what_was_kept_is_not_taken(broken, content, data):
    Shards(data).keep("a", b"content", "job")
    if content is None:
        (data / broken).unlink()
    else:
        (data / broken).write_bytes(content)
    again = after_a_kill(data)
    assert again.kept("a", "job") is None
    again.keep("a", b"other", "job")
    assert again.kept("a", "job") == b"other"


def test_a_job_that_comes_with_other_settings_replaces_its_shard(data):
    Shards(data).keep("a", b"first", "job 1")
    again = after_a_kill(data)
    again.keep("a", b"second", "job 2")
    assert names(data) == ["a", "a" + JOB_SUFFIX]
    assert after_a_kill(data).kept("a", "job 2") == b"second"


def test_what_neither_counts_nor_waits_is_deleted(data):
    shards = Shards(data)
    shards.add("needed", b"needed")
    shards.keep("kept", b"kept", "job")
    shards.add("newer", b"without a job")
    (data / ("alone" + JOB_SUFFIX)).write_text(json.dumps({}))
    again = after_a_kill(data, {"needed": shards.checksums["needed"]})
    assert names(data) == ["kept", "kept" + JOB_SUFFIX, "needed"]
    again.sweep()  # a checkpoint is written before the job comes again
    assert again.kept("kept", "job") == b"kept"
    again.forget_kept()
    assert names(data) == ["needed"]
    (data / "needed").write_bytes(b"other")
    with pytest.raises(BadFile, match="has changed"):
        again.read("needed")

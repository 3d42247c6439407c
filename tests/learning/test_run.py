"""The frame of all learners: what a folder or a setting may not do to it."""

import tomllib

import pytest

import inarow
from inarow.learning import load_learner
from inarow.learning.settings import toml_value

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

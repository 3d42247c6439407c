"""The fuzzer finds what fails, makes it small, keeps it and tries it again; targets take seeds."""

import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.fuzz import __main__ as fuzzer
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import TARGETS, Target, check_protocol, check_records, check_weights

ROOT = Path(__file__).parents[2]


def refuse_zero(content):
    """Fails for every input with a zero byte."""
    assert b"\x00" not in content


@pytest.fixture
def broken(monkeypatch):
    target = Target(
        "broken", "what fails", mutated([b"abc" * 10]), lambda: nullcontext(refuse_zero)
    )
    monkeypatch.setattr(fuzzer, "TARGETS", (target,))


@pytest.mark.usefixtures("broken")
def test_an_input_that_fails_is_made_small_and_kept(tmp_path, capsys):
    assert fuzzer.main(["broken", "--time", "60", "--folder", str(tmp_path)]) == 1
    (saved,) = tmp_path.glob("broken-*")
    assert saved.read_bytes().count(b"\x00") == 1
    assert f"python -m tests.fuzz broken --replay {saved}" in capsys.readouterr().err
    with pytest.raises(AssertionError):
        fuzzer.main(["broken", "--replay", str(saved)])
    saved.write_bytes(b"abc")
    assert fuzzer.main(["broken", "--replay", str(saved)]) == 0


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_every_target_runs(target, tmp_path):
    """As a program, as one runs it for hours."""
    words = ["-m", "tests.fuzz", target.name, "--time", "1", "--seed", "1"]
    done = subprocess.run(
        [sys.executable, *words, "--folder", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "all fine" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_checks_see_a_wrong_answer(monkeypatch):
    """A reader that raises what is not ours, an engine that fails, a file that plays nothing."""

    def fail(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("tests.fuzz.targets.FORMATS", [SimpleNamespace(read=fail)])
    monkeypatch.setattr("tests.fuzz.targets.Simple.act", fail)
    monkeypatch.setattr("tests.fuzz.targets.graph_from_bytes", fail)
    with pytest.raises(ZeroDivisionError):
        check_records(b"(;GM[4])")
    with pytest.raises(AssertionError, match="in the engine"):
        check_protocol(b"START 15\nBEGIN\n")
    with pytest.raises(ZeroDivisionError):
        check_weights(b"anything")

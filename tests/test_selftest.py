"""The self-test of the engine: the right tree runs, and the report says what was played."""

import argparse
import shutil
import subprocess
import sys

import pytest
from benchmarks import revision
from benchmarks.revision import Failed, Version
from experiments.engine import selftest

import inarow
from inarow.arena.match import play_match

FAKE = """
def main(words):
    print("the fake was told", *words)
"""


def launch(tree, *words):
    command = Version("", str(tree)).command(*words)
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_tree_is_run_instead_of_what_is_installed(tmp_path):
    package = tmp_path / "src" / "inarow" / "cli"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").touch()
    (package / "main.py").write_text(FAKE)
    assert launch(tmp_path, "bench", "engine").stdout == "the fake was told bench engine\n"


def test_a_tree_without_the_package_is_refused(tmp_path):
    result = launch(tmp_path, "games")
    assert result.returncode == 1
    assert "there is no inarow in" in result.stderr
    assert Version("", str(tmp_path)).bench(10) is None


def test_what_is_installed_benches_itself():
    bench = Version("", "-").bench(50)
    assert bench is not None
    assert bench["nodes"] <= 50 * len(bench["positions"])


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not there")
def test_a_revision_that_is_none():
    with pytest.raises(Failed, match="no revision 'no-such-thing'"):
        revision.revision("no-such-thing")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not there")
def test_a_revision_without_limits_of_nodes_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(revision, "ROOT", tmp_path)
    protocol = tmp_path / "src" / "inarow" / "protocols"
    protocol.mkdir(parents=True)
    words = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.com", "commit", "-qm", "a")
    revision.git("init", "-q")
    for name, text in (("old", "INFO"), ("new", '"max_node": self._set_nodes')):
        (protocol / "brain.py").write_text(text)
        revision.git("add", ".")
        revision.git(*words)
        revision.git("tag", name)
    assert not revision.protocol_has("old", "max_node")
    assert revision.protocol_has("new", "max_node")
    options = argparse.Namespace(nodes=100)
    selftest.check("new", inarow.load_game("gomoku"), options)
    with pytest.raises(Failed, match="old does not know limits of nodes"):
        selftest.check("old", inarow.load_game("gomoku"), options)
    with pytest.raises(Failed, match="new has no protocol of ultimate"):
        selftest.check("new", inarow.load_game("ultimate"), options)


def test_the_report_holds_what_a_commit_needs(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["selftest", "--nodes", "100", "--sprt", "elo0=0,elo1=20"])
    options = selftest.read_options()
    result = play_match(
        "greedy", "random", game="7x7x5", games=20, seed=1, sprt=selftest.Sprt.parse(options.sprt)
    )
    bench = {"signature": "0123456789ab", "nodes_per_processor_second": 1_234_567.0}
    text = selftest.report(result, (Version("a", "-"), Version("v1", "x")), [bench, None], options)
    assert 'make selftest ARGS="--nodes 100 --sprt elo0=0,elo1=20"' in text
    assert "signature 0123456789ab, 1,234,567 nodes/s" in text
    assert "no signature" in text
    assert f"+{result.counts.wins} =0 -0" in text
    assert "pairs by points 0 0 0 0" in text
    assert "LLR +" in text
    row = text.splitlines()[-1]
    assert row.startswith("| WHAT CHANGED, 100 nodes, against v1 | ")
    assert row.count("|") == 6


@pytest.mark.parametrize("game", ["gomoku", "ultimate", "ultimate:tiebreak=boards"])
def test_a_whole_run_plays_the_game_by_its_protocol(monkeypatch, tmp_path, game):
    """Both sides are what is installed, so nothing is built."""
    arguments = ["--nodes", "20", "--games", "2", "--sprt", "none", "--concurrency", "1"]
    monkeypatch.setattr(sys, "argv", ["selftest", "--game", game, "--mb", "4", *arguments])
    monkeypatch.setattr(selftest, "BUILDS", tmp_path)
    monkeypatch.setattr(selftest, "BENCH_NODES", 50)
    monkeypatch.setattr(selftest, "working_tree", lambda: (Version("new", "-"), "0123"))
    monkeypatch.setattr(selftest, "revision", lambda name: Version(name, "-"))
    monkeypatch.setattr(selftest, "last_release", lambda: "v9")
    monkeypatch.setattr(selftest, "check", lambda *_: None)
    text = selftest.run(selftest.read_options())
    assert f"2 of {inarow.load_game(game)}, " in text
    assert "warning" not in text
    assert "against v9 | 2 | +" in text.splitlines()[-1]
    kind = "ultimate" if game.startswith("ultimate") else "mnk"
    bench = Version("", "-").bench(50, kind)
    assert f"signature {bench['signature']}" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nodes", "5", "--time", "1"],
        ["--time", "1", "--clock", "5"],
        ["--nodes", "-5"],
        ["--sprt", "none"],
    ],
)
def test_wrong_options_are_refused(monkeypatch, arguments):
    monkeypatch.setattr(sys, "argv", ["selftest", *arguments])
    with pytest.raises(SystemExit) as error:
        selftest.read_options()
    assert error.value.code == 2


def test_each_match_has_a_file_of_its_own(monkeypatch, tmp_path):
    monkeypatch.setattr(selftest, "BUILDS", tmp_path)
    versions = (Version("a", "-"), Version("v1", "x"))
    common = {"game": "gomoku", "time": None, "clock": None, "seed": 1, "mb": 32, "threads": 1}
    one = argparse.Namespace(**common, nodes=100)
    other = argparse.Namespace(**common, nodes=200)
    names = {
        selftest.games_file("abc", versions, one),
        selftest.games_file("abc", versions, other),
        selftest.games_file("abd", versions, one),
    }
    assert len(names) == 3
    assert selftest.games_file("abc", versions, one) in names

"""Matches with engines of others: bad ones lose for the right reason, and leave nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from inarow.arena import play_match, play_tournament
from inarow.arena.protocol_log import ProtocolLog
from inarow.errors import BadFile
from inarow.player import Limits
from inarow.protocols.processes.watchdog import WATCHDOG
from tests.fakes import spec

ROOT = Path(__file__).parent.parent.parent
SOON = 20.0
"""Seconds in which anything must be over, on a busy machine too."""


def processes(marker):
    """The ids of all processes whose command or environment has this text in it."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                state = (process / "stat").read_text().rpartition(")")[2].split()[0]
                text = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            except OSError:
                continue
            if marker.encode() in text and state not in "ZX":
                found.append(int(process.name))
    return found


@pytest.fixture
def marker(monkeypatch, tmp_path):
    """A text in the environment of everything that is started here."""
    monkeypatch.setenv("INAROW_TEST_MARKER", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return str(tmp_path)


def engines(marker):
    """All that was started here, without the watchdog, which stays for the next engine."""
    return [pid for pid in processes(marker) if pid != WATCHDOG.pid]


def running(marker):
    """Engines of an arena in a process of its own."""
    return [pid for pid in processes(marker) if b"fakes" in command_line(pid)]


def command_line(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return b""


ENOUGH = {"limits": Limits(time=SOON), "margin": SOON}
NEVER = {"limits": Limits(time=0.3), "margin": SOON}  # for one that does not answer
LATE = {"limits": Limits(time=1.0), "margin": 1.0}  # for one that answers after three seconds


@pytest.mark.parametrize(
    ("fake", "end"),
    [
        (["crash_at_once"], "crash"),
        (["crash_later"], "crash"),
        (["segfault"], "crash"),
        (["closes_output"], "crash"),
        (["stall"], "stall"),
        (["deaf"], "stall"),
        (["late", "3.0"], "timeout"),
        (["twice"], "illegal"),
        (["occupied"], "illegal"),
        (["outside"], "illegal"),
        (["nonsense"], "illegal"),
        (["garbage"], "illegal"),
        (["flood"], "flood"),
        (["flood_no_newline"], "flood"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
def test_bad_engines_lose_for_the_right_reason(fake, end, marker):
    result = play_match(
        spec(*fake, start=3 if fake == ["deaf"] else SOON, patience=2 if end == "stall" else SOON),
        "greedy",
        game="gomoku",
        games=2,
        seed=1,
        openings="none",
        **{"stall": NEVER, "timeout": LATE}.get(end, ENOUGH),
    )
    assert result.faults == ({end: 2}, {})
    assert result.counts == (0, 0, 2)
    assert engines(marker) == []


@pytest.mark.parametrize(
    "fake", [["good"], ["pieces"], ["crlf"], ["talks"], ["ignores_end"], ["forks", os.devnull]]
)
def test_engines_that_are_only_odd_play_on(fake, marker):
    result = play_match(
        spec(*fake), "greedy", game="gomoku", games=2, limits=Limits(time=5.0), seed=1
    )
    assert result.faults == ({}, {})
    assert engines(marker) == []


def test_two_engines_meet_under_a_game_clock(marker, tmp_path):
    out = tmp_path / "games.jsonl"
    result = play_match(
        spec("good"),
        spec("crlf"),
        game="gomoku:size=9",
        games=4,
        limits=Limits(left=60.0, increment=0.1),
        out=out,
        seed=1,
    )
    assert result.games == 4
    assert result.faults == ({}, {})
    assert engines(marker) == []


SCRIPT = """
from inarow.arena import play_match
from inarow.player import Limits
from tests.fakes import spec
play_match(spec("immortal"), spec("stall", patience=600), game="gomoku", games=9,
           limits=Limits(time=600.0), concurrency=2)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_engine_outlives_the_arena(how, marker):
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stderr=subprocess.DEVNULL, cwd=ROOT
    ) as arena:
        deadline = time.monotonic() + SOON
        while len(running(marker)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(running(marker)) >= 2
        time.sleep(0.5)
        arena.send_signal(how)
        assert arena.wait(SOON) != 0
    deadline = time.monotonic() + SOON
    while processes(marker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes(marker) == []


def exchanged(path):
    """The lines of a log without their times, and the times."""
    lines = path.read_text().splitlines()
    first, *middle = lines
    assert first.startswith("# gomoku: X ")
    timed = [line for line in middle if not line.startswith("#")]
    return lines, [line[10:] for line in timed], [float(line[:9]) for line in timed]


def test_each_game_has_a_log_of_its_protocol(tmp_path):
    logs = tmp_path / "new" / "logs"
    good = spec("good")
    play_match(good, "greedy", game="gomoku", games=2, seed=1, openings="none", logs=logs)
    assert sorted(path.name for path in logs.iterdir()) == ["game-0000.log", "game-0001.log"]
    lines, said, times = exchanged(logs / "game-0000.log")
    assert lines[0] == f"# gomoku: X {good}, O greedy"
    assert said[:2] == ["X > START 15", "X < OK"]
    begun = said.index("X > BEGIN")
    assert "X > INFO rule 0" in said[:begun]
    assert said[begun + 1 : begun + 2] == ["X < 7,7"]
    assert said[-1] == "X > END"
    assert lines[-2].endswith("won by five in a row")
    assert times == sorted(times)
    _, said, _ = exchanged(logs / "game-0001.log")
    assert {line[0] for line in said} == {"O"}
    assert "O > BEGIN" not in said


def test_the_log_has_what_a_crashing_engine_wrote(tmp_path):
    cup, logs = tmp_path / "cup", tmp_path / "logs"
    players = [spec("crash_later"), "greedy"]
    play_tournament(players, cup, game="gomoku", games=1, openings="none", seed=1, logs=logs)
    lines, said, _ = exchanged(logs / "pairing-000-game-0000.log")
    assert "X ! out of ideas" in said
    assert lines[-1].startswith("# O won by crash: Fake 1.0 crashed: it exited with status 7")


def test_a_stalled_move_counts_in_the_worst_time():
    result = play_match(
        spec("stall", patience=0.1), "random", game="gomoku", games=1, limits=Limits(time=0.1)
    )
    assert result.faults[0] == {"stall": 1}
    assert 0.2 <= result.thinking[0].worst < SOON


def test_a_log_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match="cannot be written"):
        play_match("random", "greedy", games=2, logs=tmp_path / "file" / "logs")
    full = ProtocolLog(Path("/dev/full"))
    full.of_player(0)(">", "START 15", 0.0)
    with pytest.raises(BadFile, match="No space left"):
        full.close()

"""The log of games: nothing is lost by a kill, and nothing else is ever cut off."""

import signal
import subprocess
import sys
import threading
import tracemalloc
from dataclasses import replace

import pytest

from inarow.arena.records import GameLog
from inarow.errors import BadFile
from inarow.protocols.jsonl import to_json
from inarow.protocols.record import End, GameRecord

GAME = GameRecord(game="tictactoe", players=("mcts", "greedy"), moves=(4, 0), values=(0.5, None))


def numbered(number):
    return replace(GAME, event={"number": number})


def numbers(log):
    return [record.event["number"] for record in log]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.jsonl"


def write(path, count):
    with GameLog.create(path) as log:
        for number in range(count):
            log.append(numbered(number))
    return path.read_bytes()


def test_games_come_back(path):
    won = GameRecord(
        game="tictactoe",
        players=("a", "b"),
        moves=(0, 3, 1, 4, 2),
        result=(1.0, -1.0),
        end=End.LINE,
    )
    with GameLog.create(path) as log:
        log.append(won)
        assert list(log) == [won]  # also while it is open
        log.append(GAME)
        assert log.games == 2
    with GameLog.resume(path) as log:
        assert log.games == 2
        log.append(numbered(3))
        assert list(log.records()) == [won, GAME, numbered(3)]


def test_a_new_log_does_not_touch_an_old_one(path):
    before = write(path, 1)
    with pytest.raises(BadFile, match=r"already contains games: continue with --resume"):
        GameLog.create(path)
    assert path.read_bytes() == before
    path.write_bytes(b"")
    GameLog.create(path).close()


def test_resume_begins_a_new_file(path):
    with GameLog.resume(path) as log:
        assert (log.games, list(log)) == (0, [])
        log.append(GAME)
    assert path.read_text() == to_json(GAME) + "\n"


def test_a_last_line_cut_anywhere_is_mended(path):
    whole = write(path, 3)
    last = whole.rindex(b"\n", 0, -1) + 1
    for cut in range(last, len(whole) + 1):
        path.write_bytes(whole[:cut])
        with GameLog.resume(path) as log:
            complete = cut >= len(whole) - 1  # all but the line end is enough
            assert numbers(log) == ([0, 1, 2] if complete else [0, 1]), cut
            log.append(numbered(9))
            assert numbers(log)[-1] == 9
        assert path.read_bytes().startswith(whole if complete else whole[:last])


@pytest.mark.parametrize(
    "tail", [b'{"game": "tictactoe"}\n', b"\0" * 500, b'{"ga', b'{"game": \xff\n']
)
def test_other_remains_of_a_crash_are_cut_off_too(path, tail):
    whole = write(path, 2)
    path.write_bytes(whole + tail)
    with GameLog.resume(path) as log:
        assert numbers(log) == [0, 1]
    assert path.read_bytes() == whole


def test_damage_elsewhere_is_an_error_and_changes_nothing(path):
    whole = write(path, 3)
    second = whole.index(b"\n") + 10
    damaged = whole[:second] + b"#" + whole[second + 1 :]
    path.write_bytes(damaged)
    with pytest.raises(BadFile, match=r"match\.jsonl, line 2: "):
        GameLog.resume(path)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("text", ["a note to myself", "one\ntwo\n", "{}", '{"name": "settings"}\n'])
def test_a_file_that_is_no_log_is_left_alone(path, text):
    path.write_text(text)
    with pytest.raises(BadFile, match=r"line 1: "):
        GameLog.resume(path)
    assert path.read_text() == text


def test_a_log_written_by_hand_without_checks_is_taken_up(path):
    path.write_text('{"game": "tictactoe", "players": ["a", "b"], "moves": "b2"}')
    with GameLog.resume(path) as log:
        assert log.games == 1
        log.append(GAME)
        assert [record.moves for record in log] == [(4,), (4, 0)]


def test_two_runs_cannot_write_one_file(path):
    with GameLog.create(path) as log:
        for again in (GameLog.create, GameLog.resume):
            with pytest.raises(BadFile, match="being written by another run"):
                again(path)
        log.append(GAME)
    with GameLog.resume(path) as log:
        assert log.games == 1


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(BadFile, match="cannot be written: No such file"):
        GameLog.create(tmp_path / "no" / "match.jsonl")
    with pytest.raises(BadFile, match="cannot be written: Is a directory"):
        GameLog.resume(tmp_path)


def test_a_closed_log_takes_no_games(path):
    log = GameLog.create(path)
    log.close()
    log.close()
    with pytest.raises(BadFile, match="is closed"):
        log.append(GAME)


def test_threads_write_whole_lines(path):
    with GameLog.create(path) as log:
        threads = [
            threading.Thread(
                target=lambda n=n: [log.append(numbered(n * 50 + i)) for i in range(50)]
            )
            for n in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(numbers(log)) == list(range(200))


FULL_DISK = """
import resource, sys
from inarow.arena.records import GameLog
from inarow.errors import BadFile
from inarow.protocols.record import GameRecord
game = GameRecord(game="tictactoe", players=("mcts", "greedy"), moves=(4, 0))
log = GameLog.create(sys.argv[1])
log.append(game)
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = 150  # in the middle of the second line
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    log.append(game)
except BadFile as error:
    print(error)
print(log.games)
"""


def test_a_full_disk_is_told_and_leaves_whole_lines(path):
    """A limit on the size of files does what a full disk does: the write ends half way."""
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, path],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "match.jsonl cannot be written: " in done.stdout
    assert done.stdout.endswith("\n1\n")
    assert path.read_text().count("\n") == 1
    assert path.read_text().endswith("}\n")


APPENDING = """
import sys
from dataclasses import replace
from inarow.arena.records import GameLog
from inarow.protocols.record import GameRecord
game = GameRecord(game="tictactoe", players=("mcts", "greedy"), moves=(4, 0))
with GameLog.resume(sys.argv[1]) as log:
    while True:
        log.append(replace(game, event={"number": log.games}))
        print(log.games, flush=True)
"""


def test_a_kill_while_it_writes_loses_no_game(path):
    """What was told to be written is there after each of several kills, once and in order."""
    told = 0
    for round_ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", APPENDING, path], stdout=subprocess.PIPE, text=True
        ) as process:
            for _ in range(50 + 37 * round_):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            for line in process.stdout:
                told = int(line) if line.endswith("\n") else told
        with GameLog.resume(path) as log:
            found = numbers(log)
            assert found == list(range(len(found)))
            assert told <= len(found) <= told + 1


def test_reading_takes_memory_for_one_game(path):
    def peak(count):
        path.write_text((to_json(GAME) + "\n") * count)
        tracemalloc.start()
        try:
            with GameLog.resume(path) as log:
                assert sum(1 for _ in log) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)  # what is made once
    few, many = peak(100), peak(2000)
    assert path.stat().st_size > 200_000
    assert many < few + 50_000

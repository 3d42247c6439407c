"""With too little memory for all threads, work goes on with fewer; in a process of its own."""

import json
import subprocess
import sys
import threading

import pytest

from inarow.worker_threads import CANNOT_START, start_threads
from tests.fakes import command

pytest.importorskip("resource", reason="limits of memory are a thing of Unix")

LIMITED = """
import resource
from pathlib import Path
import inarow

def limit(megabytes):
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))

state = inarow.load_game("gomoku").new_initial_state()
"""

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="reads the memory from /proc")


def run(code):
    done = subprocess.run(
        [sys.executable, "-c", LIMITED + code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@needs_proc
@pytest.mark.parametrize("megabytes", [60, 300])  # a thread takes 8 for its stack alone
def test_perft_goes_on_with_fewer_threads(megabytes):
    assert run(f"limit({megabytes}); print(state.perft(2, threads=200).leaves)") == str(225 * 224)


@needs_proc
def test_the_engine_goes_on_with_fewer_threads():
    code = """
player = inarow.load_player("engine:threads=200,mb=4", state.game)
limit(300)
decisions = [player.act(state, inarow.Limits(time=0.1)) for _ in range(3)]
print(all(state.is_legal(each.action) and each.stats["nodes"] > 0 for each in decisions))
"""
    assert run(code) == "True"


@needs_proc
def test_the_engine_is_made_with_fewer_threads():
    """Each thread also has tables of its own."""
    code = """
limit(400)
player = inarow.load_player("engine:threads=256,mb=4", state.game)
print(state.is_legal(player.act(state, inarow.Limits(time=0.1)).action))
"""
    assert run(code) == "True"


@needs_proc
@pytest.mark.parametrize(
    "words",
    [
        ["match", "random", "greedy", "--game", "gomoku", "--games", "400"],
        ["match", f"external:cmd={command('good')}", "greedy", "--game", "gomoku"],
    ],
    ids=["random", "external"],
)
def test_a_match_goes_on_with_fewer_games_at_once(words):
    """Each of them takes a thread, and an engine one more for its output."""
    code = f"""
from inarow.cli.main import main
limit(120)
main({[*words, "--concurrency", "100", "--json"]!r})
"""
    assert json.loads(run(code))["games"] in (100, 400)


@pytest.mark.parametrize(("most", "started"), [(0, None), (1, 1), (2, 1), (5, 3), (9, 8)])
def test_some_threads_end_again_to_leave_room(monkeypatch, most, started):
    start, worked, begun = threading.Thread.start, [], []

    def start_some(thread):
        if len(begun) == most:
            raise RuntimeError(CANNOT_START)
        begun.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_some)
    if started is None:
        with pytest.raises(RuntimeError, match=CANNOT_START):
            start_threads(8, lambda: worked.append(1), "test")
    else:
        threads = start_threads(8, lambda: worked.append(1), "test")
        assert len(threads) == started
        for thread in threads:
            thread.join()
        assert len(worked) == started
    assert not any(thread.is_alive() for thread in begun)


def test_that_no_thread_can_start_is_one_sentence():
    """As Python itself says it, without a class of its own: so this test asks the system."""
    code = """
import sys, threading
from inarow.cli.main import main
threading.stack_size(1 << 50)  # more than any memory
sys.stderr = sys.stdout
try:
    main(["match", "random", "greedy"])
except SystemExit as ended:
    print(ended.code)
"""
    sentence = "There is not enough memory for another thread, or there are too many threads."
    assert run(code).splitlines() == [f"inarow: {sentence}", "1"]


@needs_proc
@pytest.mark.parametrize(
    "words",
    [
        ["solve", "4x4x3", "--mb", "4096"],
        ["analyse", "gomoku", "--player", "engine:mb=4096", "--json"],
        ["match", "engine:mb=4096", "greedy", "--game", "gomoku", "--games", "2"],
    ],
    ids=lambda words: words[0],
)
def test_too_little_memory_is_one_sentence(words):
    code = f"""
import sys
from inarow.cli.main import main
limit(500)
sys.stderr = sys.stdout
try:
    main({words!r})
except SystemExit as ended:
    print(ended.code)
"""
    sentence = "There is not enough memory; a smaller mb needs less."
    said = run(code).splitlines()
    assert said[0] == f"inarow: {sentence}"
    assert said[1:-1] == ([f'{{"error": "{sentence}"}}'] if "--json" in words else [])
    assert said[-1] == "1"

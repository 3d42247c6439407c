"""With too little memory for all threads, work goes on with fewer; in a process of its own."""

import subprocess
import sys

import pytest

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

"""Long runs: memory does not grow with the number of games."""

import subprocess
import sys

import pytest

SCRIPT = """
import sys
from pathlib import Path
from inarow.arena import play_match, play_tournament

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

kind, directory = sys.argv[1], Path(sys.argv[2])

def play(games):
    name = directory / f"{games}"
    if kind == "quick":
        play_match("alphabeta", "random", games=40 * games, seed=1)
    elif kind == "records":
        play_match("alphabeta", "random", games=games, seed=1, out=name)
    else:
        players = ["alphabeta", "random", "cached"]
        play_tournament(players, name, games=games // 3, seed=1)

play(400)  # whatever is made once is made now
before = resident()
play(4000)
print(resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("kind", ["quick", "records", "tournament"])
def test_memory_does_not_grow_with_games(tmp_path, kind):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, kind, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # A record alone is a kilobyte: ten times as many games would show.
    assert int(done.stdout) < 2_500_000

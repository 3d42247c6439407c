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

def play(games, name):
    if kind == "quick":
        play_match("alphabeta", "random", games=40 * games, seed=1)
    elif kind == "records":
        play_match("alphabeta", "random", games=games, seed=1, out=name)
    else:
        players = ["alphabeta", "random", "cached"]
        play_tournament(players, name, games=games // 3, seed=1)

play(400, directory / "first")  # whatever is made once is made now
growth = []
for i in range(3):
    before = resident()
    play(2000, directory / str(i))
    growth.append(resident() - before)
print(min(growth))  # threads come by new heaps now and then; a leak shows every time
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
    # A record alone is a kilobyte.
    assert int(done.stdout) < 1_000_000

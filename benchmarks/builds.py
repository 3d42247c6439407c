"""What the AVX2 and BMI2 build of the core gains over the portable one, in two processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.timing import Row, Work, compare
from inarow import _core

SPECS = ("tictactoe", "gomoku", "ultimate")

# Plays as many games as each line of its input says.
SERVER = """
import sys, inarow
state = inarow.load_game(sys.argv[1]).new_initial_state()
for line in sys.stdin:
    state.random_playouts(int(line))
    print("done", flush=True)
"""


def builds() -> Iterator[Row]:
    """Playouts with either build; nothing on a machine that has only one."""
    if _core.isa == "baseline":
        return
    for spec in SPECS:
        with _server(spec, "") as fast, _server(spec, "baseline") as portable:
            yield compare(
                f"{_core.isa} build, {spec}",
                "games/s",
                0.9,
                _ask(fast),
                "portable build",
                _ask(portable),
            )


def _server(spec: str, isa: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SERVER, spec],
        env={**os.environ, "INAROW_ISA": isa},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _ask(server: subprocess.Popen[str]) -> Work:
    def play(games: int) -> None:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(f"{games}\n")
        server.stdin.flush()
        server.stdout.readline()

    return play

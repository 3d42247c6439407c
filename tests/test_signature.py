"""The engine searches as it did when its signature was last stored, in both builds of the core."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.revision import Version

GOLDEN = Path(__file__).parent / "golden"
STORED = GOLDEN / "engine_signature.txt"
ULTIMATE = GOLDEN / "ultimate_signature.txt"


def stored(file: Path) -> tuple[int, str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    ((nodes, signature),) = (line.split() for line in lines if not line.startswith("#"))
    return int(nodes), signature


def changed(file: Path, nodes: int, was: str, now: str) -> str:
    return (
        f"The engine's search has changed: its signature at {nodes} nodes was {was} and is {now}. "
        "If that is not intended, `make compare` shows where. If it is, store the new one in "
        f"tests/golden/{file.name} and say in the commit message why, with the result of "
        "`make selftest`."
    )


@pytest.mark.parametrize("isa", ["", "baseline"])
def test_the_engine_has_the_stored_signature(monkeypatch, isa):
    monkeypatch.setenv("INAROW_ISA", isa)
    nodes, was = stored(STORED)
    bench = Version("installed", "-").bench(nodes)
    assert bench is not None
    now = bench["signature"]
    assert now == was, changed(STORED, nodes, was, now)


@pytest.mark.parametrize("isa", ["", "baseline"])
def test_the_ultimate_engine_has_the_stored_signature(isa):
    nodes, was = stored(ULTIMATE)
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.ultimate_signature", str(nodes)],
        env={**os.environ, "INAROW_ISA": isa},
        capture_output=True,
        text=True,
        check=True,
    )
    now = done.stdout.strip()
    assert now == was, changed(ULTIMATE, nodes, was, now)

"""The engine searches as it did when its signature was last stored, in both builds of the core."""

from pathlib import Path

import pytest
from benchmarks.revision import Version

STORED = Path(__file__).parent / "golden" / "engine_signature.txt"


@pytest.mark.parametrize("isa", ["", "baseline"])
def test_the_engine_has_the_stored_signature(monkeypatch, isa):
    monkeypatch.setenv("INAROW_ISA", isa)
    lines = STORED.read_text(encoding="utf-8").splitlines()
    ((nodes, stored),) = (line.split() for line in lines if not line.startswith("#"))
    bench = Version("installed", "-").bench(int(nodes))
    assert bench is not None
    assert bench["signature"] == stored, (
        f"The engine's search has changed: its signature at {nodes} nodes was {stored} and is "
        f"{bench['signature']}. If that is not intended, `make compare` shows where. If it is, "
        f"store the new one in tests/golden/{STORED.name} and say in the commit message why, with "
        "the result of `make selftest`."
    )

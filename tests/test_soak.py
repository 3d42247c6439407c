"""The soak test of the engine: it plays, and it counts what goes wrong."""

import argparse

import pytest
from experiments.engine.soak import STONES, Soak

from inarow.protocols.record import FAULTS, End

USUAL = {
    "games": 2,
    "nodes": 20,
    "time": None,
    "game": None,
    "player": "engine:mb=4",
    "memory": 350,
    "margin": 5.0,
    "concurrency": 1,
    "seed": 1,
}


def played(**settings):
    soak = Soak(argparse.Namespace(**{**USUAL, **settings}))
    soak.work()
    return soak


@pytest.mark.parametrize("games", [None, ["ultimate", "ultimate:tiebreak=boards"]])
def test_the_engine_plays_behind_the_protocol_of_each_game(games):
    soak = played(game=games)
    assert not soak.faults
    assert soak.ends.total() == 2
    assert soak.moves > 2 * STONES
    assert 0 < soak.early_peak <= soak.peak < 350 << 20
    lines = soak.report(seconds=1.0).splitlines()
    assert lines[0].startswith("2 games at 20 nodes a move")
    assert "timeout 0" in lines[2]
    assert lines[-1] == "PASSED: no fault"


def test_every_fault_is_counted_and_shown():
    soak = played(game=["ultimate"], time=0.01, margin=-1.0)  # so no answer is early enough
    assert soak.ends == {End.TIMEOUT: 2}
    text = soak.report(seconds=1.0)
    assert "timeout 2" in text
    assert all(f"{end} " in text for end in FAULTS)
    assert text.endswith("FAILED: 2 faults")
    assert "FAULT game 1, ultimate: timeout: It took" in text


def test_memory_above_the_limit_is_a_fault():
    soak = played(game=["ultimate"], games=1, memory=8)
    assert soak.ends == {End.MEMORY: 1}

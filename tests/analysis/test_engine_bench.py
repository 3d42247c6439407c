"""The signature of the engine's search: repeats, is the same in both builds, sees changes."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from inarow.analysis.engine_bench import (
    bench_positions,
    measure_threads,
    search_position,
    signature,
)
from inarow.player import Limits

SCRIPT = """
from inarow import _core
from inarow.player import Limits
from inarow.analysis.engine_bench import bench_positions, search_position, signature
print(_core.isa, signature(search_position(p, Limits(nodes=1500)) for p in bench_positions()))
"""


def run_with(isa):
    environment = {**os.environ, "INAROW_ISA": isa}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_it_repeats_and_both_builds_agree():
    here = signature(search_position(p, Limits(nodes=1500)) for p in bench_positions())
    assert run_with("baseline") == ["baseline", here]
    name, again = run_with("")
    assert again == here
    if name == "baseline":
        pytest.skip("this machine runs the portable build only")


def test_it_changes_with_every_part_of_a_search():
    one = search_position(bench_positions()[0], Limits(nodes=300))
    same = search_position(bench_positions()[0], Limits(nodes=300))
    assert signature([one]) == signature([same])
    decision = one.decision
    for other in (
        replace(decision, action=decision.action + 1),
        replace(decision, value=decision.value + 0.001),
        replace(decision, stats={**decision.stats, "nodes": 301}),
        replace(decision, stats={**decision.stats, "proven": "win"}),
    ):
        assert signature([replace(one, decision=other)]) != signature([one])
    slower = replace(decision, stats={**decision.stats, "seconds": 9.0})
    assert signature([replace(one, decision=slower)]) == signature([one])


def test_the_positions_are_different_and_open():
    positions = bench_positions()
    assert len({(str(position.game), position.moves) for position in positions}) == 36
    assert {position.kind for position in positions} == {"opening", "middle", "sharp"}
    assert not any(position.state.is_terminal() for position in positions)


def test_speeds_of_threads_are_compared():
    speeds = measure_threads(2, 0.02)
    assert speeds.one > 0
    assert speeds.several > 0
    assert speeds.ratio == speeds.several / speeds.one
    assert speeds.free_ratio > 0

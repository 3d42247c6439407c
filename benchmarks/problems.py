"""How many of the problems of five in a row the engine solves in a second each, and how soon."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

import inarow
from inarow.analysis.problems import Problem, load_problems
from inarow.player import Limits

SECONDS = 1.0  # for each problem
PROMISED = {"vcf": 0.99, "vct": 0.95}  # of the problems
LONG = 20  # plies: what is longer is listed by itself


def problems() -> Iterator[str]:
    """Solved: the engine proves the win; its line is replayed."""
    for kind, promised in PROMISED.items():
        loaded = load_problems(kind)
        yield f"{_summary(kind, loaded)} (promised {promised:.0%})"
        yield _summary(f"{kind}, more than {LONG} plies", [p for p in loaded if p.plies > LONG])


def _summary(name: str, chosen: list[Problem]) -> str:
    results = [_solve(problem) for problem in chosen]
    times = [seconds for _, seconds in results]
    solved = sum(good for good, _ in results)
    return (
        f"problems {name}: {solved} of {len(chosen)} solved, {solved / len(chosen):.1%}; "
        f"median {statistics.median(times) * 1e3:.1f} ms, worst {max(times) * 1e3:.0f} ms"
    )


def _solve(problem: Problem) -> tuple[bool, float]:
    player = inarow.load_player("engine:threads=1", problem.state.game, seed=1)
    start = time.perf_counter()
    decision = player.act(problem.state, Limits(time=SECONDS))
    seconds = time.perf_counter() - start
    after = problem.state.clone()
    for action in decision.pv:
        after.apply_action(action)
    won = after.is_terminal() and after.winner() == problem.state.current_player()
    return decision.stats["proven"] == "win" and won, seconds

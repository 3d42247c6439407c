"""The problems that come with the package: their solutions hold, and the engine finds them."""

from __future__ import annotations

import pytest

import inarow
from inarow.analysis.problems import Problem, load_problems, parse_problems
from inarow.analysis.threats import KINDS, find_victory
from inarow.player import Limits
from tests.reference.threats import AttackCheck

PROBLEMS = [problem for kind in KINDS for problem in load_problems(kind)]
SHORT = [problem for problem in PROBLEMS if problem.plies <= 9]


def name(problem: Problem) -> str:
    return f"{problem.kind}-{problem.game}-{problem.plies}"


def replays(state: inarow.State, line: tuple[int, ...]) -> bool:
    after = state.clone()
    for action in line:
        after.apply_action(action)
    return after.is_terminal() and after.winner() == state.current_player()


def test_there_are_enough_of_every_length_and_rule() -> None:
    fours = [problem for problem in PROBLEMS if problem.kind == "vcf"]
    threats = [problem for problem in PROBLEMS if problem.kind == "vct"]
    assert (len(fours), len(threats)) == (200, 100)
    assert sum(problem.plies > 20 for problem in fours) >= 20
    assert sum(problem.plies > 15 for problem in threats) >= 20
    for kind in (fours, threats):
        assert sum("standard" in problem.game for problem in kind) >= len(kind) / 5
        assert {problem.state.game.rows for problem in kind} == {15, 20}


def test_no_two_are_the_same_up_to_symmetry() -> None:
    seen = {(p.game, p.state.canonical()[0].key()) for p in PROBLEMS}
    assert len(seen) == len(PROBLEMS)


@pytest.mark.parametrize("kind", KINDS)
def test_solutions_replay(kind: str) -> None:
    problems = load_problems(kind)
    assert [p.plies for p in problems] == sorted(p.plies for p in problems)
    for problem in problems:
        assert replays(problem.state, problem.solution), problem.line()
        assert Problem.parse(kind, problem.line()) == problem


def test_threes_are_needed() -> None:
    for problem in load_problems("vct"):
        assert find_victory(problem.state, "vcf", method="proof-numbers") is None


@pytest.mark.parametrize("problem", SHORT[::6], ids=name)
def test_short_solutions_beat_every_defence(problem: Problem) -> None:
    """The whole tree, by rows of stones alone; the first move is that of the solution."""

    def oracle(state: inarow.State) -> int | None:
        if state == problem.state:
            return problem.solution[0]
        found = find_victory(state, problem.kind)
        return found.line[0] if found else None

    assert AttackCheck(problem.state, oracle).wins()


@pytest.mark.parametrize("problem", PROBLEMS[::7], ids=name)
def test_the_engine_solves_a_sample(problem: Problem) -> None:
    """By nodes, not by time: about half a second of an idle processor."""
    player = inarow.load_player("engine:mb=4,threads=1", problem.state.game, seed=1)
    decision = player.act(problem.state, Limits(nodes=600_000))
    assert decision.stats["proven"] == "win"
    assert decision.stats["nodes"] < 100_000
    assert replays(problem.state, decision.pv)


def test_lines_that_are_no_problems() -> None:
    assert parse_problems("vcf", ["# only a comment", "", "   "]) == []
    for line in ("gomoku h8", "chess e4 e5", "gomoku h8h8 a1"):
        with pytest.raises(inarow.BadFile, match="A problem is a game"):
            parse_problems("vcf", [line])
    with pytest.raises(inarow.BadFile, match="vcf and vct"):
        load_problems("mate")

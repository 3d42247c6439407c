"""Problems from games of the engine: victories by fours (VCF), and such that need threes (VCT).

    python -m experiments.engine.problems vcf GAMES.jsonl ... --out src/inarow/data/problems/vcf.txt

Of each game at most one position is taken, out of some where the player to move thought well of its
chances. Solutions come from the depth-first search, so those of VCF are as short as can be; both
methods must find one. A VCT problem has no VCF: the search for one came to its end. No two are the
same up to symmetry. Then the whole tree of each attack is walked by the slow check of
``tests/reference``, with every move of the defender; what takes it too long is left out.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.reference.threats import AttackCheck

import inarow
from inarow import _core
from inarow.analysis.problems import Problem
from inarow.analysis.threats import find_victory
from inarow.files import replacing
from inarow.protocols.formats import read_games

# By kind: how many problems up to so many plies, and how much may be searched for one.
WANTED = {
    "vcf": {5: 25, 9: 45, 13: 45, 19: 50, 99: 35},
    "vct": {9: 25, 15: 30, 21: 25, 99: 20},
}
NODES = {"vcf": 50_000, "vct": 30_000}
LEAST_VALUE = 0.3  # in the game's record, for a position to be worth a look
MOST_TRIED = {"vcf": 20, "vct": 6}  # positions of a game
SHARES = {"gomoku": 0.5, "gomoku:rule=standard": 0.3, "gomoku:size=20": 0.2}  # of each length
FIRST_PLY = 8  # before that there is nothing to find
MOST_POSITIONS = 400  # of the attacker, in the tree of one attack
CHECK_NODES = 200_000  # for the attacker's moves in that tree


def has_no_vcf(state: inarow.State) -> bool:
    """Whether fours alone do not win, and the search for that was not cut short."""
    limit = 100_000
    found = _core.find_victory(state, False, False, True, limit, None)
    return not found["line"] and found["nodes"] < limit


def as_problem(state: inarow.State, kind: str) -> Problem | None:
    """The problem that a position is, if it is one."""
    if kind == "vct" and not has_no_vcf(state):
        return None
    if kind == "vcf" and find_victory(state, kind, method="proof-numbers") is None:
        return None
    found = find_victory(state, kind, nodes=NODES[kind])
    if found is None:
        return None
    return Problem(kind, str(state.game), tuple(state.history()), found.line)


def is_verified(problem: Problem) -> bool:
    """Whether the attack beats every move of the defender, by the slow check, and both methods."""
    kind = problem.kind
    if find_victory(problem.state, kind, method="proof-numbers", nodes=CHECK_NODES) is None:
        return False

    def oracle(state: inarow.State) -> int | None:
        if check.positions > MOST_POSITIONS:
            return None
        found = find_victory(state, kind, nodes=CHECK_NODES)
        return found.line[0] if found else None

    check = AttackCheck(problem.state, oracle)
    return check.wins()


def candidates(kind: str, paths: list[Path], seed: int) -> Iterator[list[Problem]]:
    """The problems of each game, the longest first, from all files in turn."""
    rng = random.Random(seed)
    games = [list(read_games(path)) for path in paths]
    for listed in games:
        rng.shuffle(listed)
    for number in range(max(map(len, games))):
        for listed in games:
            if number >= len(listed):
                continue
            record = listed[number]
            game = inarow.load_game(record.game)
            plies = [
                ply
                for ply, value in enumerate(record.values)
                if ply >= FIRST_PLY and (value or 0.0) >= LEAST_VALUE
            ]
            rng.shuffle(plies)
            states = (game.state_from(record.moves[:ply]) for ply in plies[: MOST_TRIED[kind]])
            found = [as_problem(state, kind) for state in states]
            yield sorted(
                (problem for problem in found if problem is not None and problem.plies > 1),
                key=lambda problem: -problem.plies,
            )


class Choice:
    """Problems until there are enough of each length; at most one of a game."""

    def __init__(self, wanted: dict[int, int]) -> None:
        self.wanted = wanted
        self.chosen: list[Problem] = []
        self.lengths: Counter[int] = Counter()
        self._by_game: Counter[tuple[str, int]] = Counter()
        self._seen: set[int] = set()
        self._spare: list[Problem] = []

    def is_complete(self) -> bool:
        return self.lengths == self.wanted

    def offer(self, problems: list[Problem]) -> None:
        """Take one of these if there is room for its length and its kind of game."""
        for problem in problems:
            length, spec = self._length(problem), problem.game
            if self.lengths[length] >= self.wanted[length]:
                continue
            if self._by_game[spec, length] >= self.wanted[length] * SHARES[spec]:
                self._spare.append(problem)
            elif self._take(problem):
                self._by_game[spec, length] += 1
            return

    def fill(self) -> None:
        """Where one kind of game had too few, take of the others."""
        for problem in self._spare:
            length = self._length(problem)
            if self.lengths[length] < self.wanted[length]:
                self._take(problem)

    def _length(self, problem: Problem) -> int:
        return next(most for most in self.wanted if problem.plies <= most)

    def _take(self, problem: Problem) -> bool:
        key = problem.state.canonical()[0].key()
        if key in self._seen or not is_verified(problem):
            return False
        self._seen.add(key)
        self.chosen.append(problem)
        self.lengths[self._length(problem)] += 1
        sys.stderr.write(f"{dict(self.lengths)} {problem.game}\n")
        return True


def choose(kind: str, paths: list[Path], seed: int) -> list[Problem]:
    """Problems until there are enough, or no more games."""
    choice = Choice(WANTED[kind])
    for problems in candidates(kind, paths, seed):
        choice.offer(problems)
        if choice.is_complete():
            break
    choice.fill()
    return sorted(choice.chosen, key=lambda p: (p.plies, p.game, p.moves))


def main() -> None:
    """Write the problems of one kind."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=sorted(WANTED))
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = choose(options.kind, options.games, options.seed)
    name = options.kind.upper()
    head = [
        f"# {name} problems from games of the engine, made by experiments/engine/problems.py.",
        "# Game, moves, solution; then how many plies it takes to the five.",
    ]
    with replacing(options.out) as aside:
        aside.write_text(
            "\n".join([*head, *(problem.line() for problem in chosen), ""]), encoding="utf-8"
        )


if __name__ == "__main__":
    main()

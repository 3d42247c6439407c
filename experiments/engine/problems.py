"""Problems from games of the engine: victories by fours (VCF), and such that need threes (VCT).

    python -m experiments.engine.problems vcf GAMES.jsonl ... --out src/inarow/data/problems/vcf.txt

Of each game at most one position is taken, chosen at random among those where the player to move
thought well of its chances and has such a victory. Solutions come from the depth-first search, so
those of VCF are as short as can be; both methods must find one. A VCT problem has no VCF: the
search for one came to its end. No two are the same up to symmetry. Then the whole tree of each
attack is walked by the slow check of ``tests/reference``, with every move of the defender; what
takes it too long is left out.
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
from inarow.files import replacing
from inarow.players.problems import Problem
from inarow.players.threats import find_victory
from inarow.protocols.formats import read_games

# By kind: how many problems up to so many plies, and how much may be searched for one.
WANTED = {
    "vcf": {5: 25, 9: 45, 13: 45, 19: 50, 99: 35},
    "vct": {9: 25, 15: 30, 21: 25, 99: 20},
}
NODES = {"vcf": 50_000, "vct": 30_000}
LEAST_VALUE = {"vcf": 0.9, "vct": 0.3}  # in the game's record, to be worth a look
SHARES = {"gomoku": 0.5, "gomoku:rule=standard": 0.3, "gomoku:size=20": 0.2}  # of each length
MOST_TRIED = 6  # positions of a game
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
    return Problem(kind, state, found.line)


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


def candidates(kind: str, paths: list[Path], seed: int) -> Iterator[Problem]:
    """At most one problem of each game, from all files in turn."""
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
                if ply >= FIRST_PLY and (value or 0.0) >= LEAST_VALUE[kind]
            ]
            rng.shuffle(plies)
            for ply in plies[:MOST_TRIED]:
                problem = as_problem(game.state_from(record.moves[:ply]), kind)
                if problem is not None and problem.plies > 1:
                    yield problem
                    break


def choose(kind: str, paths: list[Path], seed: int) -> list[Problem]:
    """Problems until there are enough of each length, or no more games."""
    wanted = WANTED[kind]
    chosen: list[Problem] = []
    seen: set[int] = set()
    counts: Counter[tuple[str, int]] = Counter()
    lengths: Counter[int] = Counter()
    for number, problem in enumerate(candidates(kind, paths, seed)):
        spec = str(problem.state.game)
        length = next(most for most in wanted if problem.plies <= most)
        key = problem.state.canonical()[0].key()
        room = wanted[length] * SHARES[spec]
        if key in seen or lengths[length] >= wanted[length] or counts[spec, length] >= room:
            continue
        if not is_verified(problem):
            sys.stderr.write(f"not verified: {problem.line()}\n")
            continue
        seen.add(key)
        chosen.append(problem)
        counts[spec, length] += 1
        lengths[length] += 1
        sys.stderr.write(f"{number} {dict(lengths)} {spec}\n")
        if lengths == wanted:
            break
    return sorted(chosen, key=lambda p: (p.plies, str(p.state.game), p.state.history()))


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

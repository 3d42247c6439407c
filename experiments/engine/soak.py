"""Plays many fast games of the engine against itself, to see whether anything ever breaks.

    python -m experiments.engine.soak --games 500 --nodes 500
    python -m experiments.engine.soak --games 1000 --time 0.1 --concurrency 2

Each side is a process behind the Gomocup protocol that lives as long as the run, so that what leaks
or is left over from game to game shows. The referee counts illegal moves, crashes, answers that
come too late and memory above what was allowed. Openings are random stones near each other, a new
one for each game; boards take turns. The exit status is 1 if there was a fault.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

from benchmarks.revision import Version

from inarow.arena.openings.opening_sets import load_openings
from inarow.arena.referee import MARGIN, MatchConditions, Played, Referee
from inarow.errors import InarowError
from inarow.games import Game, load_game
from inarow.player import Limits
from inarow.players.external import ExternalPlayer
from inarow.protocols.record import FAULTS

BOARDS = ("gomoku", "gomoku:size=20,rule=standard")
PATIENCE = 60.0  # seconds for a move when its nodes are limited
STONES = 4  # of an opening


class Soak:
    """The games of a run and what has gone wrong in them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.ends: Counter[str] = Counter()
        self.faults: list[str] = []
        self.moves = 0
        self.slowest = 0.0
        self._numbers: Iterator[int] = iter(range(options.games))
        self._lock = threading.Lock()

    def work(self) -> None:
        """Play games until there are no more; one of these runs for each game at once."""
        boards = [load_game(spec) for spec in self.options.game or BOARDS]
        seats = {board: (self._player(board), self._player(board)) for board in boards}
        try:
            while (number := self._next()) is not None:
                board = boards[number % len(boards)]
                self._count(number, board, self._play(board, number, seats[board]))
        finally:
            for pair in seats.values():
                for player in pair:
                    player.close()

    def _player(self, board: Game) -> ExternalPlayer:
        words = Version("", "-").command("pbrain", "--player", self.options.player)
        return ExternalPlayer(board, shlex.join(words), memory=self.options.memory)

    def _next(self) -> int | None:
        with self._lock:
            return next(self._numbers, None)

    def _play(
        self, board: Game, number: int, seats: tuple[ExternalPlayer, ExternalPlayer]
    ) -> Played:
        openings = load_openings(f"random:plies={STONES},near=2", board, self.options.seed)
        limits = (
            Limits(time=self.options.time)
            if self.options.time
            else Limits(nodes=self.options.nodes, time=PATIENCE)
        )
        conditions = MatchConditions(limits, self.options.margin)
        return Referee(board, seats, conditions).play(openings.opening(number))

    def _count(self, number: int, board: Game, played: Played) -> None:
        with self._lock:
            self.ends[played.end.value] += 1
            self.moves += len(played.moves) - STONES
            self.slowest = max([self.slowest, *(t for t in played.times if t is not None)])
            if played.end in FAULTS:
                moves = board.format_moves(played.moves)
                self.faults.append(
                    f"game {number}, {board}: {played.end}: {played.detail} ({moves})"
                )
            done = self.ends.total()
            if done % 20 == 0:
                print(f"\r{done} games, {len(self.faults)} faults   ", end="", file=sys.stderr)


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=500, help="for a move; default 500")
    parser.add_argument("--time", type=float, help="or seconds for a move")
    parser.add_argument("--game", action="append", help="boards, by turns; default: two")
    parser.add_argument("--player", default="engine", help="who plays; default engine")
    parser.add_argument("--memory", type=int, default=350, help="MB for a side; default 350")
    parser.add_argument("--margin", type=float, default=MARGIN, help="seconds forgiven")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once; default 1")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Play, and give the verdict."""
    options = read_options()
    soak, begun = Soak(options), time.monotonic()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            soak.work()
        except InarowError as error:
            failures.append(error)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(options.concurrency)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if failures:
        sys.exit(f"soak: {failures[0]}")
    limit = f"{options.time:g} s" if options.time else f"{options.nodes:,} nodes"
    print(file=sys.stderr)
    print(
        f"{soak.ends.total()} games at {limit} a move, {options.concurrency} at once, "
        f"{soak.moves:,} moves, {time.monotonic() - begun:.0f} s; "
        f"slowest move {soak.slowest:.3f} s; at most {options.memory} MB for a side"
    )
    print("ended by " + ", ".join(f"{end} {n}" for end, n in soak.ends.most_common()))
    for fault in soak.faults:
        print(f"FAULT {fault}")
    print(f"FAILED: {len(soak.faults)} faults" if soak.faults else "PASSED: no fault")
    sys.exit(1 if soak.faults else 0)


if __name__ == "__main__":
    main()

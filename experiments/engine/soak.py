"""Plays many fast games of the engine against itself, to see whether anything ever breaks.

    python -m experiments.engine.soak --games 500 --nodes 500
    python -m experiments.engine.soak --games 1000 --time 0.1 --concurrency 2
    python -m experiments.engine.soak --game ultimate --game ultimate:tiebreak=boards --time 0.1

Each side is a process behind the protocol of its game that lives as long as the run, so that what
leaks or is left over from game to game shows. The referee counts illegal moves, crashes, answers
that come too late and memory above what was allowed. Openings are random, a new one for each game,
in five in a row stones near each other; the boards take turns. The exit status is 1 if there was a
fault.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

from benchmarks.revision import Version
from experiments.engine.engine_process import engine_process

from inarow.arena.openings.opening_sets import load_openings
from inarow.arena.referee import MARGIN, MatchConditions, Played, Referee
from inarow.errors import InarowError
from inarow.games import Game, load_game
from inarow.player import Limits
from inarow.players.external_gomocup import ExternalPlayer
from inarow.players.external_ultimate import LinePlayer
from inarow.protocols.record import FAULTS, End

BOARDS = ("gomoku", "gomoku:size=20,rule=standard")
PATIENCE = 60.0  # seconds for a move when its nodes are limited
STONES = 4  # of an opening
EARLY = 10  # after one of so many games the memory is looked at, to compare it with that at the end
MB = 1 << 20


class Soak:
    """The games of a run and what has gone wrong in them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.ends: Counter[End] = Counter()
        self.faults: list[str] = []
        self.moves = 0
        self.late = 0
        """Moves over the limit, which the margin may forgive."""
        self.slowest = 0.0
        self.peak = 0
        """Bytes of the largest process."""
        self.early_peak = 0
        self._numbers: Iterator[int] = iter(range(options.games))
        self._lock = threading.Lock()

    def work(self) -> None:
        """Play games until there are no more; one of these runs for each game at once."""
        boards = [load_game(spec) for spec in self.options.game or BOARDS]
        seats = {board: (self._player(board), self._player(board)) for board in boards}
        try:
            while (number := self._next()) is not None:
                board = boards[number % len(boards)]
                played = self._play(board, number, seats[board])
                self._count(number, board, played, seats[board])
        finally:
            for pair in seats.values():
                for player in pair:
                    player.close()

    def _player(self, board: Game) -> ExternalPlayer | LinePlayer:
        return engine_process(
            Version("", "-"), board, self.options.player, memory=self.options.memory
        )

    def _next(self) -> int | None:
        with self._lock:
            return next(self._numbers, None)

    def _play(
        self, board: Game, number: int, seats: tuple[ExternalPlayer | LinePlayer, ...]
    ) -> Played:
        near = ",near=2" if board.is_five_in_a_row else ""
        openings = load_openings(f"random:plies={STONES}{near}", board, self.options.seed)
        limits = (
            Limits(time=self.options.time)
            if self.options.time
            else Limits(nodes=self.options.nodes, time=PATIENCE)
        )
        conditions = MatchConditions(limits, self.options.margin)
        return Referee(board, seats, conditions).play(openings.opening(number))

    def _count(
        self,
        number: int,
        board: Game,
        played: Played,
        seats: tuple[ExternalPlayer | LinePlayer, ...],
    ) -> None:
        times = [seconds for seconds in (*played.times, played.late) if seconds is not None]
        with self._lock:
            self.ends[played.end] += 1
            self.moves += len(played.moves) - STONES
            self.slowest = max([self.slowest, *times])
            if limit := self.options.time:
                self.late += sum(seconds > limit for seconds in times)
            self.peak = max([self.peak, *(player.used_memory for player in seats)])
            if self.ends.total() <= max(1, self.options.games // EARLY):
                self.early_peak = self.peak
            if played.end in FAULTS:
                moves = board.format_moves(played.moves)
                self.faults.append(
                    f"game {number}, {board}: {played.end}: {played.detail} ({moves})"
                )
            done = self.ends.total()
            if done % 20 == 0:
                print(f"\r{done} games, {len(self.faults)} faults   ", end="", file=sys.stderr)

    def report(self, seconds: float) -> str:
        """What was played in so many seconds, and what went wrong."""
        options = self.options
        limit = f"{options.time:g} s" if options.time else f"{options.nodes:,} nodes"
        over = f", {self.late} over the limit" if options.time else ""
        ends = [f"{end} {count}" for end, count in self.ends.most_common() if end not in FAULTS]
        faults = [f"{end} {self.ends[end]}" for end in FAULTS]
        return "\n".join(
            [
                f"{self.ends.total()} games at {limit} a move, {options.concurrency} at once, "
                f"{self.moves:,} moves, {seconds:.0f} s; slowest move {self.slowest:.3f} s{over}",
                f"memory of a process, at its peak: {self.early_peak / MB:.0f} MB after a tenth of "
                f"the games, {self.peak / MB:.0f} MB after all, {options.memory} MB allowed",
                f"ended by {', '.join(ends) or 'nothing else'}; faults: {', '.join(faults)}",
                *(f"FAULT {fault}" for fault in self.faults),
                f"FAILED: {len(self.faults)} faults" if self.faults else "PASSED: no fault",
            ]
        )


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=500, help="for a move; default 500")
    parser.add_argument("--time", type=float, help="or seconds for a move")
    parser.add_argument("--game", action="append", help="boards, by turns; default: two of gomoku")
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
    print(file=sys.stderr)
    print(soak.report(time.monotonic() - begun))
    sys.exit(1 if soak.faults else 0)


if __name__ == "__main__":
    main()

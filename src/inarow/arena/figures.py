"""What is counted over the games of many players, in memory that does not grow with the games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from inarow.arena.statistics.distinct_games import DistinctCounter, fingerprint
from inarow.arena.tally import FAULTS, Repetition, Thinking, fault_warning
from inarow.protocols.record import End, GameRecord

Outcome = str
WON, DRAWN, LOST, UNFINISHED = "Won", "Drawn", "Lost", "Not finished"
OUTCOMES = (WON, DRAWN, LOST, UNFINISHED)


class Figures:
    """All that is counted, game by game."""

    def __init__(self, players: Sequence[str]) -> None:
        self.ends: dict[str, Counter[tuple[Outcome, End | None]]] = {
            player: Counter() for player in players
        }
        self.reasons: dict[str, str] = {}
        """What is known of the first game that a player lost by its own fault."""
        self.thinking = {player: Thinking() for player in players}
        self.pairings: Counter[tuple[str, str]] = Counter()
        """Games of each two players, whatever the colours."""
        self.moves = 0
        self.started: tuple[str, str] | None = None
        """When the first and the last game began."""
        self.distinct = DistinctCounter()
        self.repetition = Repetition()

    @classmethod
    def of(cls, players: Sequence[str], records: Iterable[GameRecord]) -> Figures:
        """Count over games."""
        figures = cls(players)
        for record in records:
            figures.add(record)
        return figures

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.pairings.total()

    def faults(self, player: str) -> dict[str, int]:
        """Games that a player lost by its own fault, by what it did."""
        ends = self.ends[player]
        return {end.value: ends[LOST, end] for end in FAULTS if ends[LOST, end]}

    @property
    def warnings(self) -> list[str]:
        """What a reader should know before trusting ratings made of these games."""
        faulty = ((player, self.faults(player)) for player in self.ends)
        return [
            *self.repetition.warnings(),
            *(
                fault_warning(player, faults, self.reasons.get(player, ""))
                for player, faults in faulty
                if faults
            ),
        ]

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        pair = pair_of(record)
        self.pairings[pair] += 1
        self.moves += len(record.moves)
        mark = fingerprint(record.moves)
        self.distinct.add([mark])
        start = (record.players == pair, record.moves[: record.opening])
        self.repetition.add(" and ".join(pair), start, mark)
        if record.started:
            first, last = self.started or (record.started, record.started)
            self.started = min(first, record.started), max(last, record.started)
        for side, player in enumerate(record.players):
            if player in self.ends:
                outcome = _outcome(record, side)
                self.ends[player][outcome, record.end] += 1
                if outcome == LOST and record.end in FAULTS and record.detail:
                    self.reasons.setdefault(player, record.detail)
                self._count_thinking(record, side, self.thinking[player])

    def _count_thinking(self, record: GameRecord, side: int, thinking: Thinking) -> None:
        for seconds in record.times[side::2]:
            if seconds is not None and math.isfinite(seconds):
                thinking.add(seconds)
        for nodes in record.nodes[side::2]:
            if nodes is not None:
                thinking.searched += 1
                thinking.nodes += nodes


def pair_of(record: GameRecord) -> tuple[str, str]:
    """Who played, whatever the colours."""
    first, second = sorted(record.players)
    return first, second


def _outcome(record: GameRecord, side: int) -> Outcome:
    if record.result is None:
        return UNFINISHED
    mine = record.result[side]
    return DRAWN if mine == 0 else WON if mine > 0 else LOST

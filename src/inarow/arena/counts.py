"""What is counted over games, in memory that does not grow with them.

A match counts two entrants by their places, since both may have one name; tournaments and reports
count players by name. Games come in batches: from a record, or many at once from the core, which
keeps no records. Fingerprint and thinking time of a game are computed once, with its batch.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.distinct_games import (
    DistinctCounter,
    Repetition,
    fingerprint,
    pair_of,
)
from inarow.protocols.record import FAULTS, End, GameRecord

Key = TypeVar("Key", int, str)
"""What players are counted by."""

Outcome = str
WON, DRAWN, LOST, UNFINISHED = "Won", "Drawn", "Lost", "Not finished"
OUTCOMES = (WON, DRAWN, LOST, UNFINISHED)


class FinishedGame(NamedTuple, Generic[Key]):
    """What is counted of one game."""

    players: tuple[Key, Key]
    """Who moved first, and who second."""
    result: int | None
    """Of who moved first: 1, 0 or -1; None if it was broken off."""
    end: End | None
    start: int
    """Equal for equal openings."""
    fingerprint: int
    """Equal for equal games."""
    number: int | None = None
    """In its fixture, if it is of one."""
    detail: str = ""
    """A sentence on how it ended, where there is one."""


@dataclass
class ThinkingTime:
    """How long a player thought about its moves, in seconds, and how hard, where that is known."""

    moves: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    searched: int = 0
    """Moves with a count of nodes."""
    nodes: int = 0

    @classmethod
    def of(cls, seconds: Iterable[float | None], nodes: Iterable[int | None]) -> ThinkingTime:
        """The time of some moves of one player."""
        timed = [each for each in seconds if each is not None and math.isfinite(each)]
        searched = [each for each in nodes if each is not None]
        worst = max(timed, default=0.0)
        return cls(len(timed), sum(timed), worst, len(searched), sum(searched))

    def add(self, other: ThinkingTime) -> None:
        """Count the moves of another as well."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.worst = max(self.worst, other.worst)
        self.searched += other.searched
        self.nodes += other.nodes

    @property
    def mean(self) -> float:
        """Seconds a move."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Batch(Generic[Key]):
    """Some games that came in together, with their records if they have any."""

    games: Sequence[FinishedGame[Key]]
    thinking: Sequence[tuple[Key, ThinkingTime]]
    records: Sequence[GameRecord] = ()
    seconds: float = 0.0


def batch_of(record: GameRecord, players: tuple[Key, Key]) -> Batch[Key]:
    """What a record says, to be counted; ``players`` are the keys of who played, by seat."""
    game = FinishedGame(
        players,
        None if record.result is None else round(record.result[0]),
        record.end,
        hash(record.moves[: record.opening]),
        fingerprint(record.moves),
        number if isinstance(number := record.event.get("number"), int) else None,
        record.detail,
    )
    thinking = [
        (player, ThinkingTime.of(record.times[side::2], record.nodes[side::2]))
        for side, player in enumerate(players)
    ]
    return Batch([game], thinking, [record])


class GameCounter(Generic[Key]):
    """All that is counted, of the players that it is given."""

    def __init__(self, players: Sequence[Key]) -> None:
        self.players: tuple[Key, ...] = tuple(players)
        self.reasons: dict[Key, str] = {}
        """What is known of the first game that a player lost by its own fault."""
        self.thinking: dict[Key, ThinkingTime] = {player: ThinkingTime() for player in players}
        self.moves = 0
        """Of games with a record, as is ``started``."""
        self.started: tuple[str, str] | None = None
        """When the first and the last game began."""
        self.distinct = DistinctCounter()
        self.repetition: Repetition[Key] = Repetition()
        self._results: Counter[tuple[tuple[Key, Key], int | None, End | None]] = Counter()

    def add(self, batch: Batch[Key]) -> None:
        """Count some more games."""
        results, repeat = self._results, self.repetition.add
        for players, result, end, start, mark, _, detail in batch.games:
            results[players, result, end] += 1
            repeat(players, start, mark)
            if detail and end in FAULTS:
                self.reasons.setdefault(players[0 if result == -1 else 1], detail)
        self.distinct.add(game.fingerprint for game in batch.games)
        for player, thinking in batch.thinking:
            if player in self.thinking:
                self.thinking[player].add(thinking)
        for record in batch.records:
            self.moves += len(record.moves)
            if record.started:
                first_start, last_start = self.started or (record.started, record.started)
                self.started = min(first_start, record.started), max(last_start, record.started)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self._results.total()

    def pairings(self) -> Counter[tuple[Key, Key]]:
        """Games of each two players, whatever the colours."""
        pairings: Counter[tuple[Key, Key]] = Counter()
        for (players, _, _), number in self._results.items():
            pairings[pair_of(players)] += number
        return pairings

    def scores(self) -> dict[tuple[Key, Key], Counts]:
        """What who moved first scored against who moved second, by these two."""
        scores: dict[tuple[Key, Key], list[int]] = {}
        for (players, result, _), number in self._results.items():
            if result is not None:
                scores.setdefault(players, [0, 0, 0])[1 - result] += number
        return {players: Counts(*score) for players, score in scores.items()}

    def total_ends(self) -> Counter[End | None]:
        """How games ended, whoever played."""
        ends: Counter[End | None] = Counter()
        for (_, _, end), number in self._results.items():
            ends[end] += number
        return ends

    def ends(self) -> dict[Key, Counter[tuple[Outcome, End | None]]]:
        """How each player's games ended, and for whom."""
        ends: dict[Key, Counter[tuple[Outcome, End | None]]] = {
            player: Counter() for player in self.players
        }
        for (players, result, end), number in self._results.items():
            for player, own in zip(players, (result, result and -result), strict=True):
                if player in ends:
                    ends[player][_outcome(own), end] += number
        return ends

    def faults(self) -> dict[Key, dict[str, int]]:
        """Games that each player lost by its own fault, by what it did."""
        return {
            player: {end.value: ends[LOST, end] for end in FAULTS if ends[LOST, end]}
            for player, ends in self.ends().items()
        }


def count_records(players: Sequence[str], records: Iterable[GameRecord]) -> GameCounter[str]:
    """Count over records."""
    counter = GameCounter(players)
    for record in records:
        counter.add(batch_of(record, record.players))
    return counter


def named_warnings(counter: GameCounter[str]) -> list[str]:
    """What a reader should know before trusting ratings made of these games."""
    return [
        *counter.repetition.warnings(" and ".join),
        *(
            fault_warning(player, faults, counter.reasons.get(player, ""))
            for player, faults in counter.faults().items()
            if faults
        ),
    ]


def fault_warning(name: str, faults: Mapping[str, int], reason: str) -> str:
    """A warning about games lost by a fault, with what is known of the first."""
    how = ", ".join(f"{number} by {end}" for end, number in faults.items())
    first = f" The first: {reason}" if reason else ""
    return f"{name} lost games by its own fault: {how}.{first}"


def _outcome(result: int | None) -> Outcome:
    if result is None:
        return UNFINISHED
    return DRAWN if result == 0 else WON if result > 0 else LOST


@dataclass
class PairCounter:
    """What the first entrant of a fixture scores in pairs of games, one with each colour."""

    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs in which it made 0, 1/2, 1, 3/2, 2 points."""
    _halves: dict[int, int] = field(default_factory=dict)

    def add(self, games: Iterable[FinishedGame[Key]]) -> None:
        """Count games of the fixture."""
        halves = self._halves
        for game in games:
            number, result = game.number, game.result
            if number is None or result is None:
                continue
            points = 1 - result if number & 1 else 1 + result
            other = halves.pop(number >> 1, None)
            if other is None:
                halves[number >> 1] = points
            else:
                self.pairs[points + other] += 1


class GameNumbers:
    """Which games of a fixture are done, in little memory: nearly all come in order.

    >>> done = GameNumbers()
    >>> for number in (0, 2, 1, 5):
    ...     done.add(number)
    >>> [number for number in range(7) if number not in done]
    [3, 4, 6]
    """

    def __init__(self) -> None:
        self._all_below = 0
        self._beyond: set[int] = set()

    def add(self, number: int) -> None:
        """Take note of a game."""
        self._beyond.add(number)
        while self._all_below in self._beyond:
            self._beyond.remove(self._all_below)
            self._all_below += 1

    def __contains__(self, number: int) -> bool:
        return number < self._all_below or number in self._beyond

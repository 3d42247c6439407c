"""Counters over games, in memory that does not grow with the number of games.

A match counts its two players by index, since both may have the same name; tournaments and reports
count players by name. Games come in batches: one record, or many games from the core without
records. Fingerprint and thinking time of a game are computed once, when its batch is made.
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
from inarow.player import MOST_SECONDS
from inarow.protocols.record import FAULTS, End, GameRecord
from inarow.untrusted_text import one_line

Key = TypeVar("Key", int, str)
"""The key of a player in a counter: index or name."""

NOTES = "notes"
"""``Player.note`` of both players by seat, in the event of a record, if there is one."""

LATE = "late"
"""The seconds of the move that lost on time, in the event of a record: its moves lack it."""

Outcome = str
WON, DRAWN, LOST, UNFINISHED = "Won", "Drawn", "Lost", "Not finished"
OUTCOMES = (WON, DRAWN, LOST, UNFINISHED)


class FinishedGame(NamedTuple, Generic[Key]):
    """The data of one game that is counted."""

    players: tuple[Key, Key]
    """The player who moved first, and the other."""
    result: int | None
    """For the player who moved first: 1, 0 or -1; None if the game was not finished."""
    end: End | None
    start: int
    """Equal for equal openings."""
    fingerprint: int
    """Equal for equal games."""
    number: int | None = None
    """The number of the game in its fixture, if it has one."""
    detail: str = ""
    """A sentence on how the game ended, or empty."""


@dataclass
class ThinkingTime:
    """The thinking time of a player in seconds, and its nodes where they are known."""

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
        """Add the moves of another."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.worst = max(self.worst, other.worst)
        self.searched += other.searched
        self.nodes += other.nodes

    @property
    def mean(self) -> float:
        """Mean seconds per move."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Batch(Generic[Key]):
    """Games that are counted together, with their records if they have any."""

    games: Sequence[FinishedGame[Key]]
    thinking: Sequence[tuple[Key, ThinkingTime]]
    records: Sequence[GameRecord] = ()
    seconds: float = 0.0
    notes: Mapping[Key, str] = field(default_factory=dict)
    """``Player.note`` of those players that have one."""


def batch_of(record: GameRecord, players: tuple[Key, Key]) -> Batch[Key]:
    """The data of a record; ``players`` are the keys of the players, by seat."""
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
    if record.end in (End.TIMEOUT, End.STALL):  # the player to move was too late
        _, spent = thinking[len(record.moves) % 2]
        spent.add(ThinkingTime.of([seconds_of(record, LATE)], []))
    return Batch([game], thinking, [record], notes=_notes(record, players))


def seconds_of(record: GameRecord, entry: str) -> float | None:
    """Seconds in the event of a record, which may be from a file of somebody else."""
    seconds = record.event.get(entry)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return None
    return float(seconds) if 0 <= seconds <= MOST_SECONDS else None


def _notes(record: GameRecord, players: tuple[Key, Key]) -> dict[Key, str]:
    """The notes of a record, which may be from a file of somebody else."""
    notes = record.event.get(NOTES)
    if not (isinstance(notes, list) and len(notes) == len(players)):
        return {}
    return {key: one_line(note) for key, note in zip(players, notes, strict=True) if note}


class GameCounter(Generic[Key]):
    """Counts games of given players."""

    def __init__(self, players: Sequence[Key]) -> None:
        self.players: tuple[Key, ...] = tuple(players)
        self.reasons: dict[Key, str] = {}
        """The detail of the first game that a player lost by its own fault."""
        self.notes: dict[Key, str] = {}
        """``Player.note`` of those players that have one."""
        self.thinking: dict[Key, ThinkingTime] = {player: ThinkingTime() for player in players}
        self.moves = 0
        """Of games with records, like ``started``."""
        self.started: tuple[str, str] | None = None
        """When the first and the last game started."""
        self.distinct = DistinctCounter()
        self.repetition: Repetition[Key] = Repetition()
        self._results: Counter[tuple[tuple[Key, Key], int | None, End | None]] = Counter()

    def add(self, batch: Batch[Key]) -> None:
        """Count the games of a batch."""
        results, repeat = self._results, self.repetition.add
        for players, result, end, start, mark, _, detail in batch.games:
            results[players, result, end] += 1
            repeat(players, start, mark)
            if detail and end in FAULTS:
                self.reasons.setdefault(players[0 if result == -1 else 1], detail)
        self.notes.update(batch.notes)
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
        """The number of games."""
        return self._results.total()

    def pairings(self) -> Counter[tuple[Key, Key]]:
        """The number of games of each two players, with either colour."""
        pairings: Counter[tuple[Key, Key]] = Counter()
        for (players, _, _), number in self._results.items():
            pairings[pair_of(players)] += number
        return pairings

    def scores(self) -> dict[tuple[Key, Key], Counts]:
        """The score of the player who moved first, by first and second player."""
        scores: dict[tuple[Key, Key], list[int]] = {}
        for (players, result, _), number in self._results.items():
            if result is not None:
                scores.setdefault(players, [0, 0, 0])[1 - result] += number
        return {players: Counts(*score) for players, score in scores.items()}

    def total_ends(self) -> Counter[End | None]:
        """How all games ended."""
        ends: Counter[End | None] = Counter()
        for (_, _, end), number in self._results.items():
            ends[end] += number
        return ends

    def ends(self) -> dict[Key, Counter[tuple[Outcome, End | None]]]:
        """The outcomes and ends of each player's games."""
        ends: dict[Key, Counter[tuple[Outcome, End | None]]] = {
            player: Counter() for player in self.players
        }
        for (players, result, end), number in self._results.items():
            for player, own in zip(players, (result, result and -result), strict=True):
                if player in ends:
                    ends[player][_outcome(own), end] += number
        return ends

    def faults(self) -> dict[Key, dict[str, int]]:
        """The games that each player lost by its own fault, by kind of fault."""
        return {
            player: {end.value: ends[LOST, end] for end in FAULTS if ends[LOST, end]}
            for player, ends in self.ends().items()
        }


def count_records(players: Sequence[str], records: Iterable[GameRecord]) -> GameCounter[str]:
    """Count the games of records."""
    counter = GameCounter(players)
    for record in records:
        counter.add(batch_of(record, record.players))
    return counter


def named_warnings(counter: GameCounter[str]) -> list[str]:
    """Warnings to readers of ratings that are based on these games."""
    return [
        *counter.repetition.warnings(" and ".join),
        *(
            fault_warning(player, faults, counter.reasons.get(player, ""))
            for player, faults in counter.faults().items()
            if faults
        ),
    ]


def fault_warning(name: str, faults: Mapping[str, int], reason: str) -> str:
    """A warning about games lost by a fault, with the detail of the first."""
    how = ", ".join(f"{number} by {end}" for end, number in faults.items())
    first = f" The first: {reason}" if reason else ""
    return f"{name} lost games by its own fault: {how}.{first}"


def _outcome(result: int | None) -> Outcome:
    if result is None:
        return UNFINISHED
    return DRAWN if result == 0 else WON if result > 0 else LOST


@dataclass
class PairCounter:
    """The scores of the first entrant of a fixture in pairs of games, one with each colour."""

    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """The number of pairs with 0, 1/2, 1, 3/2, 2 points."""
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
    """The numbers of the finished games of a fixture; small, since most finish in order.

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
        """Add a game."""
        self._beyond.add(number)
        while self._all_below in self._beyond:
            self._beyond.remove(self._all_below)
            self._all_below += 1

    def __contains__(self, number: int) -> bool:
        return number < self._all_below or number in self._beyond

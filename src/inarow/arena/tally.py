"""What is counted over the games of a fixture, in memory that does not grow with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.distinct_games import DistinctCounter
from inarow.protocols.record import End, GameRecord

FAULTS = (End.ILLEGAL, End.TIMEOUT, End.STALL, End.CRASH, End.FLOOD, End.MEMORY)
"""Ends that are the fault of who lost."""


STARTS = 1 << 16
"""Beginnings of games that are remembered, to see whether the same one leads to the same game."""

REPEATED = 0.5
"""Share of games that must have been played before to say that players repeat themselves."""


class Result(NamedTuple):
    """One game of a fixture."""

    number: int
    opening: int
    """Equal for equal openings."""
    points: int
    """Half points of the first entrant."""
    end: End
    fingerprint: int
    """Equal for equal games."""
    detail: str = ""
    """A sentence on how it ended, where there is one."""


@dataclass
class Thinking:
    """How long a player thought about its moves, in seconds, and how hard, where that is known."""

    moves: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    searched: int = 0
    """Moves with a count of nodes."""
    nodes: int = 0

    def add(self, seconds: float) -> None:
        """Count a move."""
        self.merge(Thinking(1, seconds, seconds))

    def merge(self, other: Thinking) -> None:
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
class Batch:
    """Some games that came in together, with their records if they have any."""

    results: Sequence[Result]
    thinking: tuple[Thinking, Thinking]
    records: Sequence[GameRecord] = ()
    seconds: float = 0.0


class Repetition:
    """Sees whether players that begin alike always play the same game.

    Chance repeats games too, on a small board; that does no harm. But a game that had to come
    again tells nothing new.
    """

    def __init__(self) -> None:
        self._games: dict[object, int] = {}
        self._began_alike: Counter[str] = Counter()
        self._were_the_same: Counter[str] = Counter()

    def add(self, who: str, start: object, fingerprint: int) -> None:
        """Count a game by who played, how it began (colours, opening) and what came of it."""
        known = self._games.get((who, start))
        if known is not None:
            self._began_alike[who] += 1
            self._were_the_same[who] += known == fingerprint
        elif len(self._games) < STARTS:
            self._games[who, start] = fingerprint

    def warnings(self) -> list[str]:
        """A warning for each who do so."""
        return [
            f"{who} repeat themselves: of {again} games that began like an earlier one, "
            f"{self._were_the_same[who]} were the same to the end, so the intervals are too "
            "narrow. Give more openings, or players with chance in them."
            for who, again in self._began_alike.items()
            if self._were_the_same[who] > REPEATED * again
        ]


@dataclass
class Tally:
    """The score of the first entrant, and all else that is reported of a fixture."""

    as_first: Counts = field(default_factory=Counts)
    as_second: Counts = field(default_factory=Counts)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs in which the first entrant made 0, 1/2, 1, 3/2, 2 points."""
    ends: Counter[End] = field(default_factory=Counter)
    faults: tuple[Counter[End], Counter[End]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    """Games that each entrant lost by a fault of its own."""
    reasons: list[str] = field(default_factory=lambda: ["", ""])
    """What is known of the first such fault of each."""
    thinking: tuple[Thinking, Thinking] = field(default_factory=lambda: (Thinking(), Thinking()))
    distinct: DistinctCounter = field(default_factory=DistinctCounter)
    repetition: Repetition = field(default_factory=Repetition)
    _halves: dict[int, int] = field(default_factory=dict)

    @property
    def counts(self) -> Counts:
        """The score with both colours."""
        return self.as_first.plus(self.as_second)

    def add(self, batch: Batch) -> None:
        """Count some more games."""
        seen: tuple[list[int], list[int]] = ([0, 0, 0], [0, 0, 0])
        for number, opening, points, end, mark, detail in batch.results:
            seen[number % 2][2 - points] += 1
            self.ends[end] += 1
            if end in FAULTS:
                loser = 0 if points == 0 else 1
                self.faults[loser][end] += 1
                self.reasons[loser] = self.reasons[loser] or detail
            self.repetition.add("The players", (number % 2, opening), mark)
            other = self._halves.pop(number // 2, None)
            if other is None:
                self._halves[number // 2] = points
            else:
                self.pairs[points + other] += 1
        self.as_first = self.as_first.plus(Counts(*seen[0]))
        self.as_second = self.as_second.plus(Counts(*seen[1]))
        self.distinct.add(result.fingerprint for result in batch.results)
        for mine, more in zip(self.thinking, batch.thinking, strict=True):
            mine.merge(more)


class Done:
    """Which games of a fixture are done, in little memory: nearly all come in order.

    >>> done = Done()
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

    def __len__(self) -> int:
        return self._all_below + len(self._beyond)


def fault_warning(name: str, faults: Mapping[str, int], reason: str) -> str:
    """A warning about games lost by a fault, with what is known of the first."""
    how = ", ".join(f"{number} by {end}" for end, number in faults.items())
    first = f" The first: {reason}" if reason else ""
    return f"{name} lost games by its own fault: {how}.{first}"

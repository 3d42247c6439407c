"""What the report counts over all games, in memory that does not grow with their number.

Distinct games are counted by the k smallest of their hashes [1]: exactly as long as they are fewer
than k, and then from how densely the k smallest lie, to about 1/sqrt(k).

[1] Bar-Yossef et al., Counting distinct elements in a data stream, 2002.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from inarow.protocols.record import End, GameRecord

HASHES = 200_000  # hashes of games kept at most, over all pairings: about 20 MB
FEWEST_HASHES = 100  # of one pairing: more than most pairings have games
_HASH_BYTES = 8

Outcome = str
WON, DRAWN, LOST, UNFINISHED = "Won", "Drawn", "Lost", "Not finished"
OUTCOMES = (WON, DRAWN, LOST, UNFINISHED)


class DistinctCount:
    """How many distinct things were added; see above.

    >>> count = DistinctCount(10)
    >>> for thing in (b"a", b"b", b"a"):
    ...     count.add(thing)
    >>> count.estimate(), count.exact
    (2, True)
    """

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._smallest: set[int] = set()
        self._largest_first: list[int] = []  # a heap of the same, negated
        self.exact = True

    def add(self, thing: bytes) -> None:
        """Count a thing, unless it came before."""
        number = int.from_bytes(blake2b(thing, digest_size=_HASH_BYTES).digest(), "big")
        if number in self._smallest:
            return
        if len(self._smallest) < self._keep:
            heapq.heappush(self._largest_first, -number)
        else:
            self.exact = False
            if number > -self._largest_first[0]:
                return
            self._smallest.remove(-heapq.heapreplace(self._largest_first, -number))
        self._smallest.add(number)

    def estimate(self) -> int:
        """The count, or about that if not ``exact``."""
        if self.exact:
            return len(self._smallest)
        return round((self._keep - 1) * 2.0 ** (8 * _HASH_BYTES) / -self._largest_first[0])


@dataclass
class Thinking:
    """How long and how hard a player thought about its moves, where that is known."""

    moves: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    searched: int = 0  # moves with a count of nodes
    nodes: int = 0


class Pairing:
    """The games of two players, their distinct ones counted by who moved first."""

    def __init__(self, keep: int) -> None:
        self.games = 0
        self.moves = 0
        self.distinct = DistinctCount(keep), DistinctCount(keep)

    def repeats(self) -> int:
        """How many games were played before, move by move."""
        return max(0, self.games - sum(count.estimate() for count in self.distinct))


class Figures:
    """All that is counted, game by game."""

    def __init__(self, players: Sequence[str]) -> None:
        self.ends: dict[str, Counter[tuple[Outcome, End | None]]] = {
            player: Counter() for player in players
        }
        self.thinking = {player: Thinking() for player in players}
        self.pairings: dict[tuple[str, str], Pairing] = {}
        self.started: tuple[str, str] | None = None  # the first and the last game
        pairs = max(1, len(players) * (len(players) - 1))
        self._keep = max(FEWEST_HASHES, HASHES // pairs)

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
        return sum(pairing.games for pairing in self.pairings.values())

    @property
    def moves(self) -> int:
        """How many moves all games have."""
        return sum(pairing.moves for pairing in self.pairings.values())

    def distinct(self) -> tuple[int, bool]:
        """How many games are no repeats, and whether that is exact.

        A game is a repeat if the same players had the same colours and made the same moves before.
        """
        counts = [count for pairing in self.pairings.values() for count in pairing.distinct]
        total = min(self.games, sum(count.estimate() for count in counts))
        return total, all(count.exact for count in counts)

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        pair = pair_of(record)
        pairing = self.pairings.get(pair)
        if pairing is None:
            pairing = self.pairings[pair] = Pairing(self._keep)
        pairing.games += 1
        pairing.moves += len(record.moves)
        pairing.distinct[record.players != pair].add(f"{record.game}{record.moves}".encode())
        if record.started:
            first, last = self.started or (record.started, record.started)
            self.started = min(first, record.started), max(last, record.started)
        for side, player in enumerate(record.players):
            if player in self.ends:
                self.ends[player][_outcome(record, side), record.end] += 1
                self._count_thinking(record, side, self.thinking[player])

    def _count_thinking(self, record: GameRecord, side: int, thinking: Thinking) -> None:
        first = record.opening + (record.opening + side) % 2  # its first move of its own
        for seconds in record.times[first::2]:
            if seconds is not None and math.isfinite(seconds):
                thinking.moves += 1
                thinking.seconds += seconds
                thinking.worst = max(thinking.worst, seconds)
        for nodes in record.nodes[first::2]:
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

"""The number of different games, and whether players repeat games, in bounded memory.

While there are few fingerprints, all are kept. After that, only those below a decreasing threshold
t are kept, and n of them represent n * 2^64 / t different games (Bar-Yossef and others 2002,
adaptive sampling). With 65,536 of them the standard error is 0.4 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

KEPT = 1 << 16
"""Fingerprints that are kept after thinning; up to twice as many are held."""

STARTS = 1 << 16
"""Openings that are stored, to see whether the same opening leads to the same game."""

REPEATED = 0.5
"""The share of repeated games above which players are said to repeat themselves."""

_ALL = 1 << 64

Player = TypeVar("Player", int, str)


def fingerprint(moves: Sequence[int]) -> int:
    """64 bits that are equal for equal sequences of moves."""
    data = b"".join(move.to_bytes(2, "little") for move in moves)
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def pair_of(players: tuple[Player, Player]) -> tuple[Player, Player]:
    """The two players, in an order that does not depend on colours."""
    first, second = players
    return players if first <= second else (second, first)


class DistinctCounter:
    """Counts different fingerprints.

    >>> counter = DistinctCounter()
    >>> counter.add([fingerprint([1, 2]), fingerprint([2, 1]), fingerprint([1, 2])])
    >>> counter.count(), counter.is_exact
    (2, True)
    """

    def __init__(self) -> None:
        self._threshold = _ALL
        self._kept: set[int] = set()

    def add(self, fingerprints: Iterable[int]) -> None:
        """Add fingerprints."""
        threshold = self._threshold
        self._kept.update(value for value in fingerprints if value < threshold)
        if len(self._kept) > 2 * KEPT:
            kept = sorted(self._kept)[: KEPT + 1]
            self._threshold = kept.pop()
            self._kept = set(kept)

    @property
    def is_exact(self) -> bool:
        """Whether the count is exact, since all fingerprints are kept."""
        return self._threshold == _ALL

    def count(self) -> int:
        """The number of different fingerprints, or an estimate."""
        return round(len(self._kept) * _ALL / self._threshold)


class Repetition(Generic[Player]):
    """Detects players that always play the same game from the same opening.

    On a small board, games are also repeated by chance; that does no harm. But the repetition of a
    deterministic game is no new evidence.
    """

    def __init__(self) -> None:
        self._games: dict[tuple[tuple[Player, Player], int], int] = {}
        self._again: dict[tuple[tuple[Player, Player], bool], int] = {}
        """Games from a known opening, by players and whether the game was the same."""

    def add(self, players: tuple[Player, Player], opening: int, fingerprint: int) -> None:
        """Count a game by its players (in order of moves), opening and fingerprint."""
        known = self._games.get((players, opening))
        if known is not None:
            key = players, known == fingerprint
            self._again[key] = self._again.get(key, 0) + 1
        elif len(self._games) < STARTS:
            self._games[players, opening] = fingerprint

    def warnings(self, name: Callable[[tuple[Player, Player]], str]) -> list[str]:
        """A warning for each two players who repeat games; ``name`` gives their names."""
        began_alike: Counter[tuple[Player, Player]] = Counter()
        were_the_same: Counter[tuple[Player, Player]] = Counter()
        for (players, same), games in self._again.items():
            began_alike[pair_of(players)] += games
            were_the_same[pair_of(players)] += games * same
        return [
            f"{name(pair)} repeat themselves: of {again} games that began like an earlier one, "
            f"{were_the_same[pair]} were the same to the end, so the intervals are too "
            "narrow. Give more openings, or players that are not deterministic."
            for pair, again in began_alike.items()
            if were_the_same[pair] > REPEATED * again
        ]

"""How many different games were there, and do players repeat themselves? In bounded memory.

All fingerprints are kept while there are few. Beyond that only those below a falling threshold t
are, and n of them stand for n * 2^64 / t different games (Bar-Yossef and others 2002, adaptive
sampling); with 65,536 of them the standard error is 0.4 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

KEPT = 1 << 16
"""Fingerprints kept after thinning out; up to twice as many are held."""

STARTS = 1 << 16
"""Beginnings of games that are remembered, to see whether the same one leads to the same game."""

REPEATED = 0.5
"""Share of games that must have been played before to say that players repeat themselves."""

_ALL = 1 << 64

Player = TypeVar("Player", int, str)


def fingerprint(moves: Sequence[int]) -> int:
    """64 bits that are equal for equal sequences of moves."""
    data = b"".join(move.to_bytes(2, "little") for move in moves)
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def pair_of(players: tuple[Player, Player]) -> tuple[Player, Player]:
    """Who played, whatever the colours."""
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
        """Take note of some fingerprints."""
        threshold = self._threshold
        self._kept.update(value for value in fingerprints if value < threshold)
        if len(self._kept) > 2 * KEPT:
            kept = sorted(self._kept)[: KEPT + 1]
            self._threshold = kept.pop()
            self._kept = set(kept)

    @property
    def is_exact(self) -> bool:
        """Whether all of them are still kept."""
        return self._threshold == _ALL

    def count(self) -> int:
        """How many there were, or an estimate of it."""
        return round(len(self._kept) * _ALL / self._threshold)


class Repetition(Generic[Player]):
    """Sees whether players that begin alike always play the same game.

    Chance repeats games too, on a small board; that does no harm. But a game that had to come
    again tells nothing new.
    """

    def __init__(self) -> None:
        self._games: dict[tuple[tuple[Player, Player], int], int] = {}
        self._again: dict[tuple[tuple[Player, Player], bool], int] = {}
        """Games that began like an earlier one, by who played and whether they were the same."""

    def add(self, players: tuple[Player, Player], opening: int, fingerprint: int) -> None:
        """Count a game by who moved first and second, how it began, and what came of it."""
        known = self._games.get((players, opening))
        if known is not None:
            key = players, known == fingerprint
            self._again[key] = self._again.get(key, 0) + 1
        elif len(self._games) < STARTS:
            self._games[players, opening] = fingerprint

    def warnings(self, name: Callable[[tuple[Player, Player]], str]) -> list[str]:
        """A warning for each two who do so; ``name`` says what they are called."""
        began_alike: Counter[tuple[Player, Player]] = Counter()
        were_the_same: Counter[tuple[Player, Player]] = Counter()
        for (players, same), games in self._again.items():
            began_alike[pair_of(players)] += games
            were_the_same[pair_of(players)] += games * same
        return [
            f"{name(pair)} repeat themselves: of {again} games that began like an earlier one, "
            f"{were_the_same[pair]} were the same to the end, so the intervals are too "
            "narrow. Give more openings, or players with chance in them."
            for pair, again in began_alike.items()
            if were_the_same[pair] > REPEATED * again
        ]

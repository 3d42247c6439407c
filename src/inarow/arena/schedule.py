"""Tournament formats: round robin, gauntlet, knockout and Swiss.

A schedule yields rounds; the next round is requested when all games of the last one are played. It
reads results through ``score``, so the same results always give the same pairings, and an
interrupted tournament can be resumed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inarow.arena.statistics.cross_table import Counts
from inarow.errors import BadSpec
from inarow.spec import closest

TIE_BREAKS = 3
"""Further pairs of games after a tie in a knockout; after that, the better seed advances."""

SEARCH_STEPS = 20_000
"""Steps of the search for Swiss pairings without repeats; after that, repeats are allowed."""


@dataclass(frozen=True)
class Pairing:
    """Two players and their number of games; ``number`` counts the pairings of a tournament.

    ``first`` is the number of the first game, which determines its opening.
    """

    number: int
    round: int
    players: tuple[str, str]
    games: int
    first: int = 0

    @property
    def game_numbers(self) -> range:
        """The numbers of its games."""
        return range(self.first, self.first + self.games)


Score = Callable[[Pairing], Counts]
"""The score of the first player of a pairing."""

Rounds = Iterator[list[Pairing]]


def round_robin(players: Sequence[str], games: int, rounds: int | None, score: Score) -> Rounds:
    """Every player against every other: one round, since no pairing depends on a result."""
    pairs = [(a, b) for i, a in enumerate(players) for b in players[i + 1 :]]
    yield [Pairing(number, 1, pair, games) for number, pair in enumerate(pairs)]


def gauntlet(players: Sequence[str], games: int, rounds: int | None, score: Score) -> Rounds:
    """The first player against each of the others."""
    yield [Pairing(i, 1, (players[0], other), games) for i, other in enumerate(players[1:])]


def knockout(players: Sequence[str], games: int, rounds: int | None, score: Score) -> Rounds:
    """The loser is out. Players are seeded in the given order; byes go to the best."""
    numbers = iter(range(1 << 30))
    alive: list[str | None] = [
        players[seed] if seed < len(players) else None for seed in _bracket(len(players))
    ]
    turn = 0
    while len(alive) > 1:
        turn += 1
        ties = [(a, b) for a, b in zip(alive[::2], alive[1::2], strict=True)]
        open_ties = {(a, b): 0.0 for a, b in ties if a is not None and b is not None}
        for attempt in range(1 + TIE_BREAKS):
            # Tie-breaks use openings that were not played yet.
            length, first = (games, 0) if attempt == 0 else (2, games + games % 2 + 2 * attempt - 2)
            pairings = [
                Pairing(next(numbers), turn, tie, length, first)
                for tie, lead in open_ties.items()
                if lead == 0
            ]
            if not pairings:
                break
            yield pairings
            for pairing in pairings:
                open_ties[pairing.players] = score(pairing).points - score(pairing).games / 2
        alive = [
            (a or b) if a is None or b is None else _winner(a, b, open_ties[a, b], players)
            for a, b in ties
        ]


def swiss(players: Sequence[str], games: int, rounds: int | None, score: Score) -> Rounds:
    """Players with equal scores meet, if possible not twice; with an odd number, one gets a bye.

    A bye gives all points. The default number of rounds is that of a knockout.
    """
    points = dict.fromkeys(players, 0.0)
    met: set[frozenset[str]] = set()
    rested: set[str] = set()
    number = 0
    for turn in range(1, (rounds or _swiss_rounds(len(players))) + 1):
        order = sorted(players, key=lambda player: (-points[player], players.index(player)))
        if len(order) % 2:
            idle = next((p for p in reversed(order) if p not in rested), order[-1])
            rested.add(idle)
            order.remove(idle)
            points[idle] += games
        pairs = _pair_neighbours(order, met)
        pairings = [Pairing(number + i, turn, pair, games) for i, pair in enumerate(pairs)]
        number += len(pairings)
        yield pairings
        for pairing in pairings:
            first, second = pairing.players
            met.add(frozenset(pairing.players))
            points[first] += score(pairing).points
            points[second] += score(pairing).reversed().points


FORMATS = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "knockout": knockout,
    "swiss": swiss,
}


def schedule_of(format_name: str) -> Callable[[Sequence[str], int, int | None, Score], Rounds]:
    """The schedule of a format."""
    if format_name not in FORMATS:
        raise BadSpec(f"There is no format {format_name!r}: {closest(format_name, FORMATS)}")
    return FORMATS[format_name]


def planned_games(format_name: str, players: int, games: int, rounds: int | None = None) -> int:
    """How many games a tournament has if no knockout is tied.

    >>> {name: planned_games(name, players=4, games=10) for name in FORMATS}
    {'round-robin': 60, 'gauntlet': 30, 'knockout': 30, 'swiss': 40}
    """
    pairings = {
        "round-robin": players * (players - 1) // 2,
        "gauntlet": players - 1,
        "knockout": players - 1,
        "swiss": (rounds or _swiss_rounds(players)) * (players // 2),
    }
    return pairings[format_name] * games


def most_games(format_name: str, players: int, games: int, rounds: int | None = None) -> int:
    """How many games a tournament has at most: with all tie-breaks of a knockout."""
    ties = 2 * TIE_BREAKS * (players - 1) if format_name == "knockout" else 0
    return planned_games(format_name, players, games, rounds) + ties


def _swiss_rounds(players: int) -> int:
    return math.ceil(math.log2(max(2, players)))


def _bracket(players: int) -> list[int]:
    """Seeds in the order of a bracket: the best two can only meet in the final.

    >>> _bracket(6)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    seeds = [0]
    while len(seeds) < players:
        size = 2 * len(seeds)
        seeds = [place for seed in seeds for place in (seed, size - 1 - seed)]
    return seeds


def _winner(first: str, second: str, lead: float, players: Sequence[str]) -> str:
    if lead == 0:
        return min(first, second, key=players.index)
    return first if lead > 0 else second


def _pair_neighbours(order: Sequence[str], met: set[frozenset[str]]) -> list[tuple[str, str]]:
    """Pair each player with the next one that it has not met; backtracks where that fails."""
    steps = 0

    def pair(left: tuple[str, ...]) -> list[tuple[str, str]] | None:
        nonlocal steps
        if not left:
            return []
        first, others = left[0], left[1:]
        for i, other in enumerate(others):
            steps += 1
            if steps > SEARCH_STEPS:
                return None
            if frozenset((first, other)) not in met:
                rest = pair(others[:i] + others[i + 1 :])
                if rest is not None:
                    return [(first, other), *rest]
        return None

    found = pair(tuple(order))
    if found is None:
        found = list(zip(order[::2], order[1::2], strict=True))
    return found

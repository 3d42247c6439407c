"""A fixture: two entrants who meet in games that come in pairs, the same opening with each colour.

Every game is decided by the fixture's seed and the game's number alone (as far as the players'
limits are not of time): both players are made anew for it, with seeds of their own. So games may be
played in any order, at the same time, and after a break.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Protocol

import inarow
from inarow import _core
from inarow.arena.openings.opening_sets import Openings
from inarow.arena.referee import Played, Referee, Rules, Stopped
from inarow.arena.statistics.distinct_games import fingerprint
from inarow.arena.tally import Batch, Result, Thinking
from inarow.games import Game
from inarow.player import Limits, Player, close_all
from inarow.players import load_player
from inarow.players.native import NativePlayer
from inarow.protocols.record import End, GameRecord


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a name, and a way to make the player for one game of a match."""

    name: str
    make: Callable[[Game, int], Player]

    def check(self, game: Game) -> None:
        """Raise the error that making the player for this game would raise."""
        close_all([self.make(game, 0)])


def entrant(player: str | Entrant) -> Entrant:
    """A player's description as an entrant; it is checked when a player is made of it."""
    if isinstance(player, Entrant):
        return player
    return Entrant(player, lambda game, seed: load_player(player, game, seed))


@dataclass(frozen=True)
class Fixture:
    """Game ``n`` belongs to pair ``n // 2``; the first entrant begins the even ones."""

    game: Game
    entrants: tuple[Entrant, Entrant]
    rules: Rules
    openings: Openings
    seed: int
    event: Mapping[str, object] = field(default_factory=dict)
    """What the records say of the match or tournament."""

    def seeds(self, number: int) -> tuple[int, int]:
        """The seeds of both entrants in a game."""
        digest = blake2b(f"{self.seed} {number}".encode(), digest_size=16).digest()
        first, second = (int.from_bytes(half, "little") >> 1 for half in (digest[:8], digest[8:]))
        return first, second

    def record(
        self, number: int, played: Played, versions: tuple[str, str], started: datetime
    ) -> GameRecord:
        """The record of a game, with the players in the order of their seats."""
        seats = (0, 1) if number % 2 == 0 else (1, 0)
        seeds = self.seeds(number)
        return GameRecord(
            game=self.game.spec,
            players=(self.entrants[seats[0]].name, self.entrants[seats[1]].name),
            moves=played.moves,
            opening=len(self.openings.opening(number // 2)),
            result=played.result,
            end=played.end,
            detail=played.detail,
            times=played.times,
            values=played.values,
            nodes=played.nodes,
            seeds=(seeds[seats[0]], seeds[seats[1]]),
            versions=versions,
            limits=limits_dict(self.rules.limits),
            started=started.isoformat(timespec="seconds"),
            event={**self.event, "number": number},
        )


class Running(Protocol):
    """A task of the pool that plays games."""

    def run(self) -> Batch | None: ...
    def stop(self) -> None: ...


class GameTask:
    """One game with a referee, and its record."""

    def __init__(self, fixture: Fixture, number: int) -> None:
        self._fixture = fixture
        self._number = number
        self._referee: Referee | None = None
        self._stopped = False

    def run(self) -> Batch | None:
        """Play it; None if it was stopped."""
        fixture, number = self._fixture, self._number
        started = datetime.now(UTC)
        players: list[Player] = []
        try:
            for entrant, seed in zip(fixture.entrants, fixture.seeds(number), strict=True):
                players.append(entrant.make(fixture.game, seed))
            seats = players if number % 2 == 0 else players[::-1]
            self._referee = Referee(fixture.game, seats, fixture.rules)
            if self._stopped:
                return None
            try:
                played = self._referee.play(fixture.openings.opening(number // 2))
            except Stopped:
                return None
            versions = (_version(seats[0]), _version(seats[1]))
            record = fixture.record(number, played, versions, started)
            return batch_of([record])
        finally:
            close_all(players)

    def stop(self) -> None:
        """Break it off."""
        self._stopped = True
        if self._referee is not None:
            self._referee.stop()


class DuelTask:
    """Many games of native players in the core, without records."""

    def __init__(self, fixture: Fixture, duel: _core.Duel, numbers: Sequence[int]) -> None:
        self._fixture = fixture
        self._duel = duel
        self._numbers = numbers

    def run(self) -> Batch:
        """Play them."""
        fixture, start = self._fixture, time.perf_counter()
        openings = [fixture.openings.opening(number // 2) for number in self._numbers]
        ends, times = self._duel.play(
            [
                (list(opening), number % 2, fixture.seeds(number))
                for number, opening in zip(self._numbers, openings, strict=True)
            ]
        )
        results = []
        for number, opening, (outcome, late, full, mark) in zip(
            self._numbers, openings, ends, strict=False
        ):
            points = (2, 0, 1)[outcome - 1]
            end = End.TIMEOUT if late else End.FULL if full else End.LINE
            results.append(
                Result(number, hash(opening), points if number % 2 == 0 else 2 - points, end, mark)
            )
        thinking = (Thinking(*times[0]), Thinking(*times[1]))
        return Batch(results, thinking, seconds=time.perf_counter() - start)

    def stop(self) -> None:
        """End all games of the duel."""
        self._duel.stop()


def duel_of(fixture: Fixture) -> _core.Duel | None:
    """The same fixture in the core; None if it needs a referee of ours."""
    rules = fixture.rules
    if rules.limits.left is not None or not rules.adjudicator.is_idle:
        return None
    made = zip(fixture.entrants, fixture.seeds(0), strict=True)
    players = [entrant.make(fixture.game, seed) for entrant, seed in made]
    try:
        # A player of a derived class may keep something from game to game.
        if not all(type(player) is NativePlayer for player in players):
            return None
        first, second = (player for player in players if isinstance(player, NativePlayer))
        start = fixture.game.new_initial_state()
        return _core.Duel(
            start,
            first.searcher,
            second.searcher,
            first.core_limits(start, rules.limits),
            second.core_limits(start, rules.limits),
            rules.margin,
        )
    finally:
        close_all(players)


def batch_of(records: Iterable[GameRecord]) -> Batch:
    """What the records of a fixture's games say, to be counted."""
    results, thinking, kept = [], (Thinking(), Thinking()), []
    for record in records:
        assert record.result is not None
        assert record.end is not None
        number = record.event["number"]
        assert isinstance(number, int)
        points = round(record.result[number % 2]) + 1
        opening = hash(record.moves[: record.opening])
        mark = fingerprint(record.moves)
        results.append(Result(number, opening, points, record.end, mark, record.detail))
        for ply, seconds in enumerate(record.times):
            if seconds is not None:
                thinking[(ply + number) % 2].add(seconds)
        kept.append(record)
    return Batch(results, thinking, kept)


def limits_dict(limits: Limits) -> dict[str, float]:
    """The limits that there are, by name."""
    return {name: value for name, value in asdict(limits).items() if value}


def _version(player: Player) -> str:
    return getattr(player, "version", "") or f"inarow {inarow.__version__}"

"""A fixture: two entrants who play pairs of games, the same opening with each colour.

A game depends only on the seed of the fixture and the number of the game, unless the players have
time limits: both players are created for the game, with their own seeds. So games may be played in
any order, in parallel, and after an interruption.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import inarow
from inarow import _core
from inarow.arena.counts import LATE, NOTES, Batch, FinishedGame, Key, ThinkingTime, batch_of
from inarow.arena.entrant import Entrant
from inarow.arena.openings.opening_sets import Openings
from inarow.arena.protocol_log import ProtocolLog
from inarow.arena.referee import MatchConditions, Played, Referee, Stopped
from inarow.games import Game
from inarow.player import Limits, Player, close_all
from inarow.players.native import NativePlayer
from inarow.protocols.record import End, GameRecord

Each = TypeVar("Each")

PLAYER_LIMITS = "player_limits"
"""The limits of both players by seat, in the event of a record, if one of them has its own."""


@dataclass(frozen=True)
class Fixture(Generic[Key]):
    """Game ``n`` belongs to pair ``n // 2``; the first entrant moves first in even games."""

    game: Game
    entrants: tuple[Entrant, Entrant]
    keys: tuple[Key, Key]
    """The keys of the entrants in counters."""
    conditions: MatchConditions
    openings: Openings
    seed: int
    event: Mapping[str, object] = field(default_factory=dict)
    """The data of the match or tournament in records."""
    logs: Path | None = None
    """The folder for a log of the protocol of each game, if there is to be one."""

    def seeds(self, number: int) -> tuple[int, int]:
        """The seeds of both entrants in a game."""
        digest = blake2b(f"{self.seed} {number}".encode(), digest_size=16).digest()
        first, second = (int.from_bytes(half, "little") >> 1 for half in (digest[:8], digest[8:]))
        return first, second

    def seats(self, number: int) -> tuple[Key, Key]:
        """The keys of the players who move first and second in a game."""
        return seated(self.keys, number)

    @property
    def limits(self) -> tuple[Limits, Limits]:
        """The limits of both entrants."""
        first, second = (entrant.limits or self.conditions.limits for entrant in self.entrants)
        return first, second

    def record(
        self, number: int, played: Played, players: Sequence[Player], started: datetime
    ) -> GameRecord:
        """The record of a game, with the players in the order of their seats."""
        first, second = seated(self.entrants, number)
        event = {**self.event, "number": number}
        if any(notes := [player.note for player in players]):
            event[NOTES] = notes
        if any(entrant.limits for entrant in self.entrants):
            event[PLAYER_LIMITS] = list(map(limits_dict, seated(self.limits, number)))
        if played.late is not None:
            event[LATE] = round(played.late, 6)
        return GameRecord(
            game=self.game.spec,
            players=(first.name, second.name),
            moves=played.moves,
            opening=len(self.openings.opening(number // 2)),
            result=played.result,
            end=played.end,
            detail=played.detail,
            times=played.times,
            values=played.values,
            nodes=played.nodes,
            seeds=seated(self.seeds(number), number),
            versions=(_version(players[0]), _version(players[1])),
            limits=limits_dict(self.conditions.limits),
            started=started.isoformat(timespec="seconds"),
            event=event,
        )


def seated(pair: tuple[Each, Each], number: int) -> tuple[Each, Each]:
    """A pair of values of the two entrants, in the order of their seats in a game."""
    return pair if number % 2 == 0 else (pair[1], pair[0])


class Running(Protocol[Key]):
    """A task of the pool that plays games."""

    def run(self) -> Batch[Key] | None: ...
    def stop(self) -> None: ...


class GameTask(Generic[Key]):
    """One game with a referee, and its record."""

    def __init__(self, fixture: Fixture[Key], number: int) -> None:
        self._fixture: Fixture[Key] = fixture
        self._number = number
        self._referee: Referee | None = None
        self._stopped = False

    def run(self) -> Batch[Key] | None:
        """Play the game; None if it was stopped."""
        fixture, number = self._fixture, self._number
        started = datetime.now(UTC)
        players: list[Player] = []
        log = None if fixture.logs is None else ProtocolLog(fixture.logs / self._log_name())
        try:
            for entrant, seed in zip(fixture.entrants, fixture.seeds(number), strict=True):
                players.append(entrant.player(fixture.game, seed))
            seats = players if number % 2 == 0 else players[::-1]
            if log is not None:
                log.begin(fixture.game, [each.name for each in seated(fixture.entrants, number)])
                for side, player in enumerate(seats):
                    player.log_protocol(log.of_player(side))
            self._referee = Referee(
                fixture.game, seats, fixture.conditions, limits=seated(fixture.limits, number)
            )
            if self._stopped:
                return None
            try:
                played = self._referee.play(fixture.openings.opening(number // 2))
            except Stopped:
                return None
            record = fixture.record(number, played, seats, started)
            if log is not None:
                log.finish(record, fixture.game)
            return batch_of(record, fixture.seats(number))
        finally:
            close_all(players)
            if log is not None:
                log.close()

    def _log_name(self) -> str:
        pairing = self._fixture.event.get("pairing")
        game = f"game-{self._number:04}.log"
        return game if pairing is None else f"pairing-{pairing:03}-{game}"

    def stop(self) -> None:
        """Stop the game."""
        self._stopped = True
        if self._referee is not None:
            self._referee.stop()


@dataclass(frozen=True)
class Duel(Generic[Key]):
    """Two native players in the core, and their notes."""

    core: _core.Duel
    notes: Mapping[Key, str]


class DuelTask(Generic[Key]):
    """Many games of native players in the core, without records."""

    def __init__(self, fixture: Fixture[Key], duel: Duel[Key], numbers: Sequence[int]) -> None:
        self._fixture: Fixture[Key] = fixture
        self._duel: Duel[Key] = duel
        self._numbers = numbers

    def run(self) -> Batch[Key]:
        """Play the games."""
        fixture, start = self._fixture, time.perf_counter()
        openings = [fixture.openings.opening(number // 2) for number in self._numbers]
        ends, times = self._duel.core.play(
            [
                (list(opening), number % 2, fixture.seeds(number))
                for number, opening in zip(self._numbers, openings, strict=True)
            ]
        )
        games = []
        seats = fixture.seats(0), fixture.seats(1)
        for number, opening, (outcome, late, full, mark) in zip(
            self._numbers, openings, ends, strict=False
        ):
            result = (1, -1, 0)[outcome - 1]
            end = End.TIMEOUT if late else End.FULL if full else End.LINE
            games.append(FinishedGame(seats[number % 2], result, end, hash(opening), mark, number))
        thinking = [
            (key, ThinkingTime(*spent)) for key, spent in zip(fixture.keys, times, strict=True)
        ]
        seconds = time.perf_counter() - start
        return Batch(games, thinking, seconds=seconds, notes=self._duel.notes)

    def stop(self) -> None:
        """Stop all games of the duel."""
        self._duel.core.stop()


def duel_of(fixture: Fixture[Key]) -> Duel[Key] | None:
    """The same fixture in the core; None if it needs the referee in Python."""
    conditions, limits = fixture.conditions, fixture.limits
    if any(each.left is not None for each in limits) or not conditions.adjudicator.is_idle:
        return None
    made = zip(fixture.entrants, fixture.seeds(0), strict=True)
    players = [entrant.player(fixture.game, seed) for entrant, seed in made]
    try:
        # A player of a derived class may keep state from game to game.
        if not all(type(player) is NativePlayer for player in players):
            return None
        first, second = (player for player in players if isinstance(player, NativePlayer))
        start = fixture.game.new_initial_state()
        core = _core.Duel(
            start,
            first.search,
            second.search,
            first.core_limits(start, limits[0]),
            second.core_limits(start, limits[1]),
            conditions.margin,
        )
        notes = {key: player.note for key, player in zip(fixture.keys, players, strict=True)}
        return Duel(core, {key: note for key, note in notes.items() if note})
    finally:
        close_all(players)


def limits_dict(limits: Limits) -> dict[str, float]:
    """The limits that are set, by name."""
    return {name: value for name, value in asdict(limits).items() if value}


def _version(player: Player) -> str:
    return player.version or f"inarow {inarow.__version__}"

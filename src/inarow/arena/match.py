"""A match: two players, any number of games, and an estimate of who is stronger."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, cast

from inarow.arena.adjudication import Adjudicator, Draw, Resign
from inarow.arena.counts import (
    Batch,
    GameCounter,
    GameNumbers,
    PairCounter,
    ThinkingTime,
    batch_of,
    fault_warning,
)
from inarow.arena.entrant import Entrant, entrant
from inarow.arena.fixture import DuelTask, Fixture, GameTask, Running, duel_of, limits_dict
from inarow.arena.openings.opening_sets import default_openings, load_openings
from inarow.arena.pool import run_tasks
from inarow.arena.records import GameLog
from inarow.arena.referee import MARGIN, MatchConditions
from inarow.arena.report.format import setting_text
from inarow.arena.report.match_html import match_html
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import EloEstimate, estimate_elo
from inarow.arena.statistics.sprt import Sprt
from inarow.arena.stopwatch import Stopwatch
from inarow.errors import BadFile, BadSpec
from inarow.files import AnyPath, create_folder
from inarow.games import Game, as_game
from inarow.player import Limits
from inarow.protocols.record import GameRecord

KEYS = (0, 1)
"""The keys of the two players in counters: both may have the same name."""

GAMES = 100
"""Games of a match by default."""

BATCH_SECONDS = 0.1
"""Seconds of a batch of games in the core: a compromise of overhead and frequent progress."""

PROGRESS_SECONDS = 0.1
"""The shortest interval of progress reports."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match; scores, Elo and SPRT are for the first player."""

    players: tuple[str, str]
    game: str
    counts: Counts
    as_first: Counts
    as_second: Counts
    pairs: tuple[int, ...]
    """The number of pairs in which the first player scored 0, 1/2, 1, 3/2, 2 points."""
    elo: EloEstimate
    distinct: int
    distinct_is_exact: bool
    ends: dict[str, int]
    faults: tuple[dict[str, int], dict[str, int]]
    """Games that each player lost by its own fault: illegal, timeout, crash and so on."""
    reasons: tuple[str, str]
    """The detail of the first such game of each player."""
    thinking: tuple[ThinkingTime, ThinkingTime]
    openings: str
    seed: int
    seconds: float
    notes: tuple[str, str] = ("", "")
    """What the players say about themselves (``Player.note``)."""
    repeats: tuple[str, ...] = ()
    sprt: Sprt | None = None

    @property
    def games(self) -> int:
        """Games that were played."""
        return self.counts.games

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the sequential test, if there is one."""
        return None if self.sprt is None else self.sprt.llr(self.counts, self.pairs)

    @property
    def verdict(self) -> str | None:
        """The result of the sequential test: H0, H1, or None while it is undecided."""
        return None if self.sprt is None or self.llr is None else self.sprt.verdict(self.llr)

    @property
    def warnings(self) -> list[str]:
        """Warnings to readers of the result."""
        return [
            *self.repeats,
            *(
                fault_warning(name, faults, reason)
                for name, faults, reason in zip(
                    self.players, self.faults, self.reasons, strict=True
                )
                if faults
            ),
        ]

    def _repr_html_(self) -> str:
        """The result as notebooks show it."""
        return match_html(
            self.players,
            self.game,
            self.counts,
            (self.as_first, self.as_second),
            self.pairs,
            self.elo,
            sequential_test=None if self.llr is None else (self.llr, self.verdict),
            warnings=self.warnings,
        )

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON."""
        return {
            "players": list(self.players),
            "notes": list(self.notes),
            "game": self.game,
            "games": self.games,
            "wins": self.counts.wins,
            "draws": self.counts.draws,
            "losses": self.counts.losses,
            "score": self.counts.points / self.games if self.games else None,
            "elo": self.elo.elo,
            "elo_low": self.elo.low,
            "elo_high": self.elo.high,
            "elo_bounded": self.elo.bounded,
            "los": self.elo.los,
            "pairs": list(self.pairs),
            "as_first": dict(self.as_first._asdict()),
            "as_second": dict(self.as_second._asdict()),
            "distinct": self.distinct,
            "distinct_is_exact": self.distinct_is_exact,
            "ends": self.ends,
            "faults": list(self.faults),
            "mean_move_seconds": [thinking.mean for thinking in self.thinking],
            "worst_move_seconds": [thinking.worst for thinking in self.thinking],
            "openings": self.openings,
            "seed": self.seed,
            "seconds": self.seconds,
            "sprt": None
            if self.sprt is None
            else {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "llr": self.llr,
                "lower": self.sprt.lower,
                "upper": self.sprt.upper,
                "verdict": self.verdict,
            },
            "warnings": self.warnings,
        }


def play_match(
    first: str | Entrant,
    second: str | Entrant,
    *,
    game: str | Game = "tictactoe",
    games: int | None = None,
    limits: Limits | None = None,
    openings: str | None = None,
    seed: int | None = None,
    concurrency: int | None = None,
    sprt: Sprt | str | None = None,
    margin: float = MARGIN,
    resign: Resign | None = None,
    draw: Draw | None = None,
    max_moves: int | None = None,
    out: AnyPath | None = None,
    resume: AnyPath | None = None,
    logs: AnyPath | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    on_progress: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Play a match, with colours alternated over paired openings.

    ``limits`` apply to each move (``left`` and ``increment`` are a game clock). ``games`` is 100 by
    default, or as many as the sequential test ``sprt`` needs. ``out`` is a new file for the records
    of the games; ``resume`` continues such a file, or creates it. ``max_moves`` is the number of
    moves after which a game is a draw. ``logs`` is a folder for the protocol of external engines, a
    file for each game. ``on_game`` is called with the record of each game when it has ended.

    A player may have limits of its own: ``"engine@time=0.1"``.

    >>> result = play_match("greedy", "random", game="5x5x4", games=20, seed=1)
    >>> result.games, result.counts.points > 15, result.elo.low > 0
    (20, True, True)
    """
    if isinstance(sprt, str):
        sprt = Sprt.parse(sprt)
    if games is None and sprt is None:
        games = GAMES
    if games is not None and games < 1:
        raise BadSpec("A match needs at least one game.")
    if out is not None and resume is not None:
        raise BadSpec("Records go to a new file (out) or to an existing one (resume), not to both.")
    loaded = as_game(game)
    conditions = MatchConditions(limits or Limits(), margin, Adjudicator(resign, draw, max_moves))
    players = (entrant(first), entrant(second))
    path = out or resume
    log = None
    if path is not None:
        log = GameLog.resume(path) if resume else GameLog.create(path)
    with log or nullcontext():
        known = next(iter(log.records()), None) if log else None
        if known is not None:
            seed = _resumed(known, "seed", seed)
            openings = _resumed(known, "openings", openings)
        if seed is None:
            seed = secrets.randbits(31)
        chosen = load_openings(openings or default_openings(loaded), loaded, seed)
        event = {
            "match": [player.name for player in players],
            "openings": chosen.name,
            "seed": seed,
        }
        folder = None if logs is None else Path(logs)
        if folder is not None:
            create_folder(folder)
        fixture = Fixture(loaded, players, KEYS, conditions, chosen, seed, event, folder)
        match = _Match(fixture, games, sprt, log, on_game)
        return match.play(concurrency or processors(), on_progress or (lambda result: None))


class _Match:
    def __init__(
        self,
        fixture: Fixture[int],
        games: int | None,
        sprt: Sprt | None,
        log: GameLog | None,
        on_game: Callable[[GameRecord], None] | None,
    ) -> None:
        self._fixture = fixture
        self._games = games
        self._sprt = sprt
        self._log = log
        self._on_game = on_game
        self._done = GameNumbers()
        self._counter = GameCounter(KEYS)
        self._pairs = PairCounter()
        self._batch_games = 2
        self._watch = Stopwatch()
        if log is not None:
            for record in log.records():
                _check_same(fixture, record)
                number = cast("int", record.event["number"])
                self._done.add(number)
                self._watch.resume(record)
                self._count(batch_of(record, fixture.seats(number)))

    def play(self, workers: int, on_progress: Callable[[MatchResult], None]) -> MatchResult:
        told_at = 0.0
        if not self._is_decided():
            with closing(run_tasks(self._tasks(), workers)) as batches:
                for batch in batches:
                    if batch is None:
                        continue
                    for record in map(self._watch.stamp, batch.records):
                        if self._log is not None:
                            self._log.append(record)
                        if self._on_game is not None:
                            self._on_game(record)
                    self._count(batch)
                    if 0 < batch.seconds < BATCH_SECONDS / 2:
                        self._batch_games *= 2
                    if self._is_decided():
                        break
                    if time.monotonic() - told_at > PROGRESS_SECONDS:
                        on_progress(self.result())
                        told_at = time.monotonic()
        result = self.result()
        on_progress(result)
        return result

    def _count(self, batch: Batch[int]) -> None:
        self._counter.add(batch)
        self._pairs.add(batch.games)

    def result(self) -> MatchResult:
        counter, pairs = self._counter, self._pairs.pairs
        first, second = self._fixture.entrants
        as_first, as_second = self._scores()
        counts = as_first.plus(as_second)
        faults, reasons = counter.faults(), counter.reasons
        return MatchResult(
            players=(first.name, second.name),
            game=self._fixture.game.spec,
            counts=counts,
            as_first=as_first,
            as_second=as_second,
            pairs=tuple(pairs),
            elo=estimate_elo(counts, pairs),
            distinct=counter.distinct.count(),
            distinct_is_exact=counter.distinct.is_exact,
            ends={str(end): number for end, number in counter.total_ends().most_common()},
            faults=(faults[0], faults[1]),
            reasons=(reasons.get(0, ""), reasons.get(1, "")),
            thinking=(counter.thinking[0], counter.thinking[1]),
            openings=self._fixture.openings.name,
            seed=self._fixture.seed,
            seconds=self._watch.seconds(),
            notes=(counter.notes.get(0, ""), counter.notes.get(1, "")),
            repeats=tuple(counter.repetition.warnings(lambda _: "The players")),
            sprt=self._sprt,
        )

    def _scores(self) -> tuple[Counts, Counts]:
        """The scores of the first entrant when it moved first, and when it moved second."""
        scores = self._counter.scores()
        return scores.get((0, 1), Counts()), scores.get((1, 0), Counts()).reversed()

    def _is_decided(self) -> bool:
        pairs = self._pairs.pairs
        if self._sprt is None or not any(pairs):
            return False
        as_first, as_second = self._scores()
        llr = self._sprt.llr(as_first.plus(as_second), pairs)
        return self._sprt.verdict(llr) is not None

    def _tasks(self) -> Iterator[Running[int]]:
        numbers = (
            number
            for number in (count() if self._games is None else range(self._games))
            if number not in self._done
        )
        duel = None
        if self._log is None and self._on_game is None and self._fixture.logs is None:
            duel = duel_of(self._fixture)  # without records
        if duel is None:
            for number in numbers:
                yield GameTask(self._fixture, number)
            return
        while batch := list(islice(numbers, self._batch_games)):
            yield DuelTask(self._fixture, duel, batch)


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _resumed(known: GameRecord, what: str, given: Any) -> Any:
    """A setting of the match that a record belongs to; it cannot be changed."""
    there = known.event.get(what)
    if given is not None and given != there:
        raise BadFile(f"The match to be resumed has {what} {there}, not {given}.")
    return there


def _words(setting: object) -> str:
    return setting_text(setting) or "none"


def _check_same(fixture: Fixture[int], record: GameRecord) -> None:
    """Raise an error if a record is not of this match."""
    names = [player.name for player in fixture.entrants]
    for what, here, there in (
        ("players", names, record.event.get("match")),
        ("game", fixture.game.spec, record.game),
        ("limits", limits_dict(fixture.conditions.limits), dict(record.limits)),
        ("seed", fixture.seed, record.event.get("seed")),
        ("openings", fixture.openings.name, record.event.get("openings")),
    ):
        if here != there:
            raise BadFile(
                f"The file contains games of another match: {what} {_words(there)}, "
                f"not {_words(here)}."
            )
    if not isinstance(record.event.get("number"), int) or record.result is None:
        raise BadFile("The file contains a game without a number or a result.")

"""A tournament: many players, a schedule, and a directory with all files.

The directory contains ``tournament.json``, the settings, ``games.jsonl``, the games as they end,
and the report. A tournament that was interrupted at any moment is resumed from these.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import inarow
from inarow.arena.adjudication import Adjudicator, Draw, Resign
from inarow.arena.counts import Batch, GameNumbers, batch_of
from inarow.arena.entrant import Entrant, entrant, split_limits
from inarow.arena.fixture import Fixture, GameTask, Running, limits_dict
from inarow.arena.match import PROGRESS_SECONDS, processors
from inarow.arena.openings.opening_sets import Openings, default_openings, load_openings
from inarow.arena.pool import run_tasks
from inarow.arena.records import GameLog, complete_size, read_log
from inarow.arena.referee import MARGIN, MatchConditions
from inarow.arena.report import report_page, write_report
from inarow.arena.schedule import Pairing, schedule_of
from inarow.arena.statistics.cross_table import Counts, one_game
from inarow.arena.stopwatch import Stopwatch
from inarow.arena.tournament_state import TournamentSettings, TournamentState
from inarow.errors import BadFile
from inarow.files import AnyPath, create_folder, replacing
from inarow.games import Game, load_game
from inarow.player import Limits
from inarow.players import check_trusted
from inarow.protocols.record import GameRecord

SETTINGS_FILE = "tournament.json"
GAMES_FILE = "games.jsonl"

T = TypeVar("T")


def play_tournament(
    players: Sequence[str | Entrant],
    directory: AnyPath,
    *,
    game: str = "tictactoe",
    format: str = "round-robin",  # noqa: A002 (what everybody calls it)
    games: int = 10,
    rounds: int | None = None,
    limits: Limits | None = None,
    openings: str | None = None,
    seed: int | None = None,
    margin: float = MARGIN,
    resign: Resign | None = None,
    draw: Draw | None = None,
    max_moves: int | None = None,
    logs: AnyPath | None = None,
    concurrency: int | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    on_progress: Callable[[TournamentState], None] | None = None,
) -> TournamentState:
    """Play a new tournament and store it in a directory; ``games`` is per pairing.

    ``max_moves``, ``logs``, ``on_game`` and limits of single players are as in ``play_match``.
    """
    entrants = [entrant(player) for player in players]
    loaded = load_game(game)
    settings = TournamentSettings(
        players=tuple(entrant.name for entrant in entrants),
        game=loaded.spec,
        format=format,
        games=games,
        rounds=rounds,
        limits=limits or Limits(),
        openings=openings or default_openings(loaded),
        seed=secrets.randbits(31) if seed is None else seed,
        margin=margin,
        resign=resign,
        draw=draw,
        max_moves=max_moves,
    )
    where = Path(directory)
    if (where / SETTINGS_FILE).exists():
        raise BadFile(
            f"{where} contains a tournament: continue with --resume, or give another name."
        )
    # Check before anything is written.
    load_openings(settings.openings, loaded, settings.seed)
    for player in entrants:
        player.check(loaded)
    write_settings(where, settings)
    return _run(settings, entrants, where, concurrency, logs, on_game, on_progress)


def resume_tournament(
    directory: AnyPath,
    *,
    players: Sequence[str | Entrant] = (),
    concurrency: int | None = None,
    logs: AnyPath | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    on_progress: Callable[[TournamentState], None] | None = None,
) -> TournamentState:
    """Resume a tournament.

    ``players`` are those of its players that have no description, and those that run a program: the
    files of a tournament may be somebody else's.
    """
    settings = read_settings(directory)
    given = {player.name: player for player in map(entrant, players)}
    for name in settings.players:
        if name not in given:
            check_trusted(
                split_limits(name)[0], (), "give the players of the tournament again to allow it"
            )
    entrants = [given.get(name) or entrant(name) for name in settings.players]
    return _run(settings, entrants, Path(directory), concurrency, logs, on_game, on_progress)


def write_settings(directory: AnyPath, settings: TournamentSettings) -> None:
    """Create the directory of a tournament, which ``resume_tournament`` then plays."""
    directory = Path(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{directory} cannot be created: {error.strerror}.") from None
    with replacing(directory / SETTINGS_FILE) as aside:
        aside.write_text(json.dumps(settings.as_dict(), indent=2) + "\n", encoding="utf-8")


def read_settings(directory: AnyPath) -> TournamentSettings:
    """The settings of the tournament in a directory."""
    path = Path(directory) / SETTINGS_FILE
    try:
        return TournamentSettings.from_dict(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError):
        raise BadFile(f"{path} is not the settings of a tournament.") from None


def _run(
    settings: TournamentSettings,
    entrants: Sequence[Entrant],
    directory: Path,
    concurrency: int | None,
    logs: AnyPath | None,
    on_game: Callable[[GameRecord], None] | None,
    on_progress: Callable[[TournamentState], None] | None,
) -> TournamentState:
    folder = None if logs is None else Path(logs)
    if folder is not None:
        create_folder(folder)
    with GameLog.resume(directory / GAMES_FILE) as log:
        tournament = _Tournament(settings, {e.name: e for e in entrants}, log, folder)
        return tournament.play(
            concurrency or processors(),
            on_game or (lambda record: None),
            on_progress or (lambda state: None),
        )


@dataclass
class _Meeting:
    """The played games of a pairing."""

    done: GameNumbers = field(default_factory=GameNumbers)
    counts: Counts = field(default_factory=Counts)
    players: tuple[str, str] | None = None


class _Tournament:
    def __init__(
        self,
        settings: TournamentSettings,
        entrants: dict[str, Entrant],
        log: GameLog,
        logs: Path | None,
    ) -> None:
        self._settings = settings
        self._entrants = entrants
        self._log = log
        self._logs = logs
        self._game: Game = load_game(settings.game)
        self._openings: Openings = load_openings(settings.openings, self._game, settings.seed)
        self._conditions = MatchConditions(
            settings.limits,
            settings.margin,
            Adjudicator(settings.resign, settings.draw, settings.max_moves),
        )
        self._watch = Stopwatch()
        self._meetings: dict[int, _Meeting] = {}
        self.state = TournamentState(settings)
        for record in log.records():
            self._watch.resume(record)
            self._count(batch_of(record, record.players))

    def play(
        self,
        workers: int,
        on_game: Callable[[GameRecord], None],
        on_progress: Callable[[TournamentState], None],
    ) -> TournamentState:
        state, told_at = self.state, 0.0
        last: list[Pairing] = []
        rounds = schedule_of(self._settings.format)(
            self._settings.players,
            self._settings.games,
            self._settings.rounds,
            lambda pairing: self._meeting(pairing).counts,
        )
        for last in rounds:
            state.round = last[0].round if last else state.round
            state.scheduled += sum(pairing.games for pairing in last)
            with closing(run_tasks(self._tasks(last), workers)) as batches:
                for batch in batches:
                    if batch is None:
                        continue
                    for record in map(self._watch.stamp, batch.records):
                        self._log.append(record)
                        on_game(record)
                    self._count(batch)
                    state.seconds = self._watch.seconds()
                    if time.monotonic() - told_at > PROGRESS_SECONDS:
                        on_progress(state)
                        told_at = time.monotonic()
        if self._settings.format == "knockout" and last:
            state.winner = self._winner(last)
        state.seconds = self._watch.seconds()
        on_progress(state)
        return state

    def _tasks(self, pairings: Sequence[Pairing]) -> Iterator[Running[str]]:
        """The unplayed games of a round; pair by pair, so that all meetings progress alike."""
        fixtures = [
            (self._fixture(pairing), pairing, self._meeting(pairing)) for pairing in pairings
        ]
        most = max((pairing.games for pairing in pairings), default=0)
        for pair in range(0, most, 2):
            for fixture, pairing, meeting in fixtures:
                for number in pairing.game_numbers[pair : pair + 2]:
                    if number not in meeting.done:
                        yield GameTask(fixture, number)

    def _fixture(self, pairing: Pairing) -> Fixture[str]:
        settings = self._settings
        digest = blake2b(f"{settings.seed} {pairing.number}".encode(), digest_size=8).digest()
        first, second = pairing.players
        return Fixture(
            self._game,
            (self._entrants[first], self._entrants[second]),
            pairing.players,
            self._conditions,
            self._openings,
            int.from_bytes(digest, "little") >> 1,
            {"pairing": pairing.number, "round": pairing.round, "seed": settings.seed},
            self._logs,
        )

    def _meeting(self, pairing: Pairing) -> _Meeting:
        meeting = self._meetings.setdefault(pairing.number, _Meeting())
        if meeting.players is None:
            meeting.players = pairing.players
        elif meeting.players != pairing.players:
            raise BadFile(
                f"{GAMES_FILE} does not belong to this tournament: in its pairing "
                f"{pairing.number}, {' and '.join(meeting.players)} met."
            )
        return meeting

    def _count(self, batch: Batch[str]) -> None:
        """Count a game; an error if its record is not of this tournament."""
        (record,) = batch.records
        pairing, number = record.event.get("pairing"), record.event.get("number")
        if not (
            isinstance(pairing, int)
            and isinstance(number, int)
            and record.result is not None
            and record.end is not None
            and record.game == self._game.spec
            and set(record.players) <= set(self._settings.players)
            and record.event.get("seed") == self._settings.seed
        ):
            raise BadFile(f"{GAMES_FILE} contains a game that is not of this tournament.")
        meeting = self._meetings.setdefault(pairing, _Meeting())
        if number in meeting.done:
            raise BadFile(f"{GAMES_FILE} contains game {number} of pairing {pairing} twice.")
        first, second = record.players if number % 2 == 0 else record.players[::-1]
        if meeting.players is None:
            meeting.players = (first, second)
        meeting.done.add(number)
        meeting.counts = meeting.counts.plus(one_game(record.result[number % 2]))
        self.state.counter.add(batch)

    def _winner(self, last: Sequence[Pairing]) -> str:
        (final,) = last
        counts = self._meeting(final).counts
        first, second = final.players
        if counts.wins == counts.losses:
            return min(first, second, key=self._settings.players.index)
        return first if counts.wins > counts.losses else second


def write_tournament_report(directory: AnyPath, state: TournamentState) -> Path:
    """Write the report of a tournament to its directory; returns the path of the page."""
    directory = Path(directory)
    with GameLog.resume(directory / GAMES_FILE) as log:
        return _report(partial(write_report, directory), state, log.records)[0]


def tournament_report(directory: AnyPath) -> str:
    """The report of the tournament in a directory, also while it is being played: only reads."""
    path = Path(directory) / GAMES_FILE
    size = complete_size(path)
    state = TournamentState(read_settings(directory))
    for record in read_log(path, size):
        state.add(record)
    return _report(report_page, state, partial(read_log, path, size))


def _report(
    make: Callable[..., T], state: TournamentState, records: Callable[[], Iterator[GameRecord]]
) -> T:
    """Make a report with what it shows of a tournament."""
    settings = state.settings
    return make(
        f"{settings.format} of {len(settings.players)} players, {settings.game}",
        {**_shown(settings), "records": GAMES_FILE},
        settings.players,
        records,
        state.ratings(),
        state.table(),
        state.counter,
    )


def _shown(settings: TournamentSettings) -> dict[str, object]:
    """The settings that the report shows."""
    shown = {
        "game": settings.game,
        "format": settings.format,
        "rounds": settings.rounds,
        "games of each pairing": settings.games,
        "limits": limits_dict(settings.limits) or "each player's own",
        "openings": settings.openings,
        "draw after": settings.max_moves and f"{settings.max_moves} moves",
        "seed": settings.seed,
        "version": f"inarow {inarow.__version__}",
    }
    return {name: value for name, value in shown.items() if value is not None}

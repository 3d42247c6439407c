"""The lab: tournaments and training runs, seen by everybody and changed by their owners."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from inarow.arena.openings.opening_sets import default_openings, load_openings
from inarow.arena.schedule import planned_games
from inarow.arena.tournament import GAMES_FILE, write_settings
from inarow.arena.tournament_state import TournamentSettings
from inarow.errors import BadFile, InarowError
from inarow.player import Limits
from inarow.server.config import Config
from inarow.server.edge.rate_limit import RateLimiter
from inarow.server.edge.refusals import NotFound, NotNow, NotYours, Refused, TooMany
from inarow.server.lab.cost import check_cost
from inarow.server.lab.downloads import (
    EVENTS_CSV,
    GAMES_SGF,
    RATINGS_FILE,
    Content,
    Exporter,
    attachment,
    events_as_csv,
    filename_of,
    games_as_sgf,
    ratings_as_csv,
    stored_file,
    tournament_files,
    training_files,
)
from inarow.server.lab.export_worker import MAKERS
from inarow.server.lab.game_index import GameIndex, Outcome
from inarow.server.lab.runner import Runner
from inarow.server.lab.training_view import training_view
from inarow.server.lab.trainings import read_training
from inarow.server.lab.views import (
    game_line,
    read_tournament,
    settings_of,
    summary_of,
    tournament_view,
)
from inarow.server.lab.worker import public_message
from inarow.server.play.record import recorded_game
from inarow.server.schema.lab import (
    NewTournament,
    NewTraining,
    RunGames,
    RunList,
    RunSummary,
    RunView,
)
from inarow.server.schema.play import RecordedGame
from inarow.server.search.allowed import check_game, check_player
from inarow.server.search.shown_names import shown_title
from inarow.server.search.trained import is_trained
from inarow.server.storage import StorageFailed, StoredRun
from inarow.server.storage.runs import RunStore

MARGIN_SECONDS = 1.0
"""Tolerated over the time of a move: searches in games have priority over tournaments."""

RUNS_KEPT_OF_ONE = 50  # of one user, in all states
RUNS_WAITING = 200  # of all users
RUNS_LISTED = 100
INDICES_KEPT = 16  # lists of games that are cached
ID_BYTES = 9


class Lab:
    """Tournaments and training runs. ``start`` it on the event loop, and ``close`` it there."""

    def __init__(self, config: Config, store: RunStore) -> None:
        self._config = config
        self._store = store
        self.folder = config.lab_folder
        self.runner = Runner(store, self.folder, config.runs_at_once, self._notify)
        self._new_of_address = RateLimiter(config.new_runs_of_address)
        self._exporter = Exporter()
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._indices: OrderedDict[str, GameIndex] = OrderedDict()

    async def start(self) -> None:
        """Resume what was not finished."""
        await self.runner.start()

    async def close(self) -> None:
        """Stop all runs; they resume at the next start."""
        await self.runner.close()

    async def create_tournament(self, user: str, address: str, new: NewTournament) -> RunSummary:
        """A new tournament, which starts when it is its turn."""
        await self._check_room(user)
        settings = await asyncio.to_thread(self._settings, new)
        run = StoredRun(
            id=secrets.token_urlsafe(ID_BYTES),
            kind="tournament",
            title=title_of(settings),
            owner=user,
            state="waiting",
            settings=new.model_dump(mode="json"),
            scheduled=planned_games(new.format, len(new.players), new.games, new.rounds),
        )
        return await self._create(address, run, lambda path: write_settings(path, settings))

    async def create_training(self, user: str, address: str, new: NewTraining) -> RunSummary:
        """A new training run, which starts when it is its turn."""
        await self._check_room(user)
        training = await asyncio.to_thread(read_training, new, self._config)
        run = StoredRun(
            id=secrets.token_urlsafe(ID_BYTES),
            kind="training",
            title=training.title,
            owner=user,
            state="waiting",
            settings=new.model_dump(mode="json"),
            scheduled=new.games,
        )
        return await self._create(address, run, training.write)

    async def _check_room(self, user: str) -> None:
        self._check_count(user)
        if len(await self._store.find(owner=user, limit=RUNS_KEPT_OF_ONE)) >= RUNS_KEPT_OF_ONE:
            raise TooMany(f"You have {RUNS_KEPT_OF_ONE} runs, which is the most: delete some.")

    async def _create(
        self, address: str, run: StoredRun, write: Callable[[Path], None]
    ) -> RunSummary:
        """Store a new run, whose folder ``write`` makes, and queue it."""
        self._check_count(run.owner)  # the same user may have created others in the meantime
        if not self._new_of_address.take(address):
            raise TooMany("Too many new runs at once: wait a little.")
        try:
            await asyncio.to_thread(write, self.folder / run.id)
            await self._store.create(run)
        except InarowError as error:
            await asyncio.to_thread(shutil.rmtree, self.folder / run.id, ignore_errors=True)
            raise StorageFailed("The run could not be stored; it was not started.") from error
        self.runner.add(run.owner, run.id)
        return summary_of(run, run.owner)

    async def runs(self, user: str) -> RunList:
        """Everybody's runs, the newest first."""
        runs = await self._store.find(limit=RUNS_LISTED)
        return RunList(runs=[summary_of(r, user, self.runner.report(r.id)) for r in runs])

    async def view(self, user: str, key: str) -> RunView:
        """A run with all details; if its files are damaged, its message says so."""
        run = await self._find(key)
        report, directory = self.runner.report(key), self.folder / key
        summary = summary_of(run, user, report)
        try:
            files = await asyncio.to_thread(self._file_names, run, summary.games)
            if run.kind == "training":
                training = await asyncio.to_thread(training_view, run, directory)
                return RunView(run=summary, training=training, files=files)
            if report is not None:
                settings = await asyncio.to_thread(settings_of, directory)
                tournament = tournament_view(settings, report)
            else:
                tournament = await asyncio.to_thread(read_tournament, directory)
            return RunView(run=summary, tournament=tournament, files=files)
        except BadFile as error:
            if self.runner.has(key):
                return RunView(run=summary)
            message = summary.message or str(error)
            return RunView(run=summary.model_copy(update={"state": "failed", "message": message}))

    async def games(
        self,
        key: str,
        offset: int,
        limit: int,
        player: str | None = None,
        opponent: str | None = None,
        outcome: Outcome | None = None,
    ) -> RunGames:
        """Some games of a tournament; ``outcome`` is that of the player, by default of X."""
        index = await self._index(key)
        found, total = index.page(offset, limit, player, opponent, outcome)
        return RunGames(games=[game_line(*one) for one in found], total=total)

    async def game(self, key: str, number: int) -> RecordedGame:
        """One game of a tournament."""
        index = await self._index(key)
        record = await asyncio.to_thread(index.record, number)
        if record is None:
            raise NotFound(f"This tournament has no game {number}: it has {len(index)} so far.")
        return recorded_game(record)

    async def file(self, user: str, key: str, name: str) -> Response:
        """One of the files of a run, as a download."""
        run = await self._find(key)
        games = len(await self._index(key)) if run.kind == "tournament" else 0
        if name not in await asyncio.to_thread(self._file_names, run, games):
            raise NotFound("This run has no such file.")
        directory = self.folder / key
        try:
            content = await self._content(user, run, directory, name)
        except BadFile as error:
            raise BadFile(public_message(error, directory)) from None
        return attachment(content, filename_of(run.title, key, name))

    def _file_names(self, run: StoredRun, games: int) -> list[str]:
        """The files that can be downloaded now."""
        if run.kind == "training":
            return training_files(self.folder / run.id)
        return tournament_files(games)

    async def _content(self, user: str, run: StoredRun, directory: Path, name: str) -> Content:
        if name in MAKERS:
            return await self._exporter.make(user, name, directory)
        if name == RATINGS_FILE:
            tournament = (await self.view(user, run.id)).tournament
            return ratings_as_csv(tournament.table if tournament else [])
        if name == GAMES_SGF:
            return games_as_sgf(await self._index(run.id))
        if name == EVENTS_CSV:
            return await asyncio.to_thread(events_as_csv, directory)
        return await asyncio.to_thread(stored_file, directory / name)

    async def stop(self, user: str, key: str) -> RunSummary:
        """Stop a run; it can be resumed."""
        await self._find_own(user, key)
        if not await self.runner.halt(key):
            raise NotNow("This run is not running, so it cannot be stopped.")
        run = await self._find(key)
        if run.state == "waiting":  # it had not started
            await self._store.update(key, state="stopped")
            run = replace(run, state="stopped")
        self._notify(key)
        return summary_of(run, user)

    async def resume(self, user: str, key: str) -> RunSummary:
        """Resume a run that was stopped, or that failed."""
        run = await self._find_own(user, key)
        if self.runner.has(key):
            raise NotNow("This run is running or waiting for its turn.")
        if run.state == "finished" and (await self.view(user, key)).run.state == "finished":
            raise NotNow("This run is finished: there is nothing left to play.")
        self._check_count(user)
        await self._store.update(key, state="waiting", message="")
        if not self.runner.has(key):
            self.runner.add(user, key)
        self._notify(key)
        return summary_of(replace(run, state="waiting", message=""), user)

    async def delete(self, user: str, key: str) -> None:
        """Delete a run with all its files."""
        await self._find_own(user, key)
        await self.runner.halt(key)
        await self._store.delete(key)
        self._indices.pop(key, None)
        await asyncio.to_thread(shutil.rmtree, self.folder / key, ignore_errors=True)
        self._notify(key)

    @contextmanager
    def watching(self, key: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever a run has changed."""
        event = asyncio.Event()
        self._watchers.setdefault(key, set()).add(event)
        try:
            yield event
        finally:
            self._watchers[key].discard(event)
            if not self._watchers[key]:
                del self._watchers[key]

    def _notify(self, key: str) -> None:
        for event in self._watchers.get(key, ()):
            event.set()

    async def _find(self, key: str) -> StoredRun:
        run = await self._store.load(key)
        if run is None:
            raise NotFound("There is no such run: it may have been deleted.")
        return run

    async def _find_own(self, user: str, key: str) -> StoredRun:
        run = await self._find(key)
        if run.owner != user:
            raise NotYours("This run is somebody else's: you can watch it, but not change it.")
        return run

    def _check_count(self, user: str) -> None:
        most = self._config.runs_of_one
        if self.runner.count(user) >= most:
            raise TooMany(
                f"{most} of your runs are running or waiting, which is the most: wait until one "
                "finishes, or stop one."
            )
        if self.runner.count() >= RUNS_WAITING:
            raise TooMany("Too many runs are waiting: try again when some are done.")

    def _settings(self, new: NewTournament) -> TournamentSettings:
        game = check_game(new.game)
        if trained := next(filter(is_trained, new.players), None):
            raise Refused(f"{trained} cannot take part in a tournament: play against it yourself.")
        settings = TournamentSettings(
            players=tuple(check_player(spec, game, self._config) for spec in new.players),
            game=game.spec,
            format=new.format,
            games=new.games,
            rounds=new.rounds,
            limits=Limits(time=new.time, nodes=new.nodes),
            openings=default_openings(game),
            seed=secrets.randbits(31),
            margin=MARGIN_SECONDS,
        )
        check_cost(settings, game)
        load_openings(settings.openings, game, settings.seed)
        return settings

    async def _index(self, key: str) -> GameIndex:
        run = await self._find(key)
        if run.kind != "tournament":
            raise NotFound("A training run has no games to be listed.")
        index = self._indices.setdefault(key, GameIndex(self.folder / key / GAMES_FILE))
        self._indices.move_to_end(key)
        while len(self._indices) > INDICES_KEPT:
            self._indices.popitem(last=False)
        await asyncio.to_thread(index.extend)
        return index


def title_of(settings: TournamentSettings) -> str:
    """The title of a tournament.

    >>> title_of(TournamentSettings(("random", "greedy", "mcts", "engine"), game="tictactoe"))
    'Tic-tac-toe: random, greedy, mcts and engine'
    """
    names = list(settings.players)
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    return f"{shown_title(check_game(settings.game))}: {', '.join(names[:-1])} and {names[-1]}"


async def get_lab(connection: HTTPConnection) -> Lab:
    """The lab of the server that a request came to."""
    lab: Lab = connection.app.state.services.lab
    return lab


LabDep = Annotated[Lab, Depends(get_lab)]

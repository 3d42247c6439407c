"""Analysis on a socket: the thoughts of one player or of all players, or threats.

A socket runs at most one of each. A new command of a kind cancels the one before; closing the
socket cancels all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, TypeAdapter

from inarow.analysis.threats import list_threats, list_victories
from inarow.errors import GameOver, InarowError
from inarow.games import State
from inarow.player import Limits
from inarow.players.level_player import within
from inarow.server.config import Config, ConfigDep
from inarow.server.edge.identity import UserDep
from inarow.server.edge.problems import error_event, error_message, short_message
from inarow.server.edge.sockets import THOUGHT, Outbox, converse
from inarow.server.schema.search import (
    AnalyseCommand,
    AnalysisCommand,
    AnswerEvent,
    AskCommand,
    DoneEvent,
    PositionRequest,
    ProgressEvent,
    StopCommand,
    Thought,
    ThreatsCommand,
    ThreatsEvent,
    ThreatView,
    VictoryView,
)
from inarow.server.search.allowed import (
    allowed_players_of,
    check_game,
    check_player,
    search_limits,
)
from inarow.server.search.fair_executor import Cancelled, Job
from inarow.server.search.pool import PoolDep, Search, SearchPool
from inarow.server.search.shared_answers import SharedAnswers, SharedDep, Waiting, is_shared

router = APIRouter(prefix="/api", tags=["analysis"])

LOG = logging.getLogger(__name__)

Command = AnalyseCommand | AskCommand | ThreatsCommand | StopCommand
COMMANDS: TypeAdapter[Command] = TypeAdapter(AnalysisCommand)


@router.websocket("/analysis/live")
async def live(
    websocket: WebSocket, pool: PoolDep, shared: SharedDep, config: ConfigDep, user: UserDep
) -> None:
    """Let one player, or every player, analyse a position; look for threats."""
    await websocket.accept()
    outbox = Outbox(websocket)
    session = AnalysisSession(user, pool, shared, config, outbox)
    try:
        await converse(websocket, outbox, COMMANDS, session.handle, config)
    finally:
        session.close()


class AnalysisSession:
    """What runs for one socket."""

    def __init__(
        self, user: str, pool: SearchPool, shared: SharedAnswers, config: Config, outbox: Outbox
    ) -> None:
        self._user = user
        self._pool = pool
        self._shared = shared
        self._config = config
        self._outbox = outbox
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._jobs: set[Job[Thought]] = set()
        self._following: set[Waiting] = set()
        """Answers that another's search will give."""
        self._stops = 0
        """Number of stop commands: players that still wait to be asked then are not asked."""

    async def handle(self, command: Command) -> None:
        """Carry out a command; raises what is wrong with it."""
        if isinstance(command, StopCommand):
            self.stop()
        elif isinstance(command, AnalyseCommand):
            search = self._search(_ongoing(command), command.player, command.time)
            limits = within(search.limits, Limits(nodes=command.nodes))
            endless = command.time is None
            search = replace(
                search, limits=limits, lines=command.lines, endless=endless, thorough=True
            )
            self._start("analyse", self._analyse(command.request, search, self._stops))
        elif isinstance(command, AskCommand):
            state = _ongoing(command)
            searches = [
                self._search(state, player.name, command.time)
                for player in allowed_players_of(state.game)
            ]
            self._start("ask", self._ask(command.request, searches))
        else:
            self._start("threats", self._look_for_threats(command.request, _position(command)))

    def stop(self) -> None:
        """Searches that run answer now; those that wait are cancelled."""
        self._stops += 1
        for job in list(self._jobs):
            if job.waiting:
                job.cancel()
            else:
                job.stop()
        for waiting in self._following:
            if not waiting.done():
                waiting.set_exception(Cancelled("The search was stopped."))

    def close(self) -> None:
        """Cancel everything."""
        for task in self._tasks.values():
            task.cancel()

    def _start(self, kind: str, work: Coroutine[None, None, None]) -> None:
        if before := self._tasks.pop(kind, None):
            before.cancel()
        task = self._tasks[kind] = asyncio.create_task(work)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        for kind, known in list(self._tasks.items()):
            if known is task:
                del self._tasks[kind]
        if not task.cancelled() and (error := task.exception()):
            LOG.error("An analysis failed.", exc_info=error)

    def _send(self, event: BaseModel) -> None:
        self._outbox.add(event.model_dump_json())

    def _search(self, state: State, player: str, time: float | None) -> Search:
        spec = check_player(player, state.game, self._config)
        limits = search_limits(spec, time, self._config)
        return Search(state.game, tuple(state.history()), spec, limits)

    async def _analyse(self, request: int, search: Search, stops: int) -> None:
        try:
            if stops == self._stops:  # else it was stopped before it began
                await self._answer(request, search)
        finally:
            self._send(DoneEvent(request=request))

    async def _ask(self, request: int, searches: list[Search]) -> None:
        """Ask many players, as many at once as one user may run, so that other requests can run."""
        stops, turns = self._stops, asyncio.Semaphore(self._pool.workers)

        async def ask(search: Search) -> None:
            async with turns:
                if stops == self._stops:
                    await self._answer(request, search)

        try:
            async with asyncio.TaskGroup() as group:
                for search in searches:
                    group.create_task(ask(search))
        finally:
            self._send(DoneEvent(request=request))

    async def _answer(self, request: int, search: Search) -> None:
        """Let a player search, and send its thoughts."""
        try:
            look_up = self._find_or_think if is_shared(search) else self._think
            thought = await look_up(request, search)
            self._outbox.discard(THOUGHT)  # the answer replaces a progress that still waits
            self._send(AnswerEvent(request=request, player=search.spec, thought=thought))
        except Cancelled:
            return
        except InarowError as error:
            message = short_message(error_message(error))
            self._send(
                AnswerEvent(request=request, player=search.spec, thought=None, message=message)
            )

    async def _find_or_think(self, request: int, search: Search) -> Thought:
        """The answer that is known, or will be soon; else search for all who ask meanwhile."""
        while (known := self._shared.find(search)) is None:
            waiting = self._shared.follow(search)
            if waiting is None:
                stops = self._stops
                with self._shared.lead(search) as lead:
                    thought = await self._think(request, search)
                    if stops == self._stops:
                        lead.found = thought
                return thought
            self._following.add(waiting)
            try:
                found = await waiting
            finally:
                self._following.discard(waiting)
            if found is not None:
                return found
            # Who searched has left, or stopped it: look again, and be the next if nobody else is.
        return known

    async def _think(self, request: int, search: Search) -> Thought:
        """Let a player search, and send how far it is."""

        def show(thought: Thought) -> None:
            event = ProgressEvent(request=request, thought=thought)
            self._outbox.put(THOUGHT, event.model_dump_json())

        job = self._pool.submit(self._user, search, show)
        self._jobs.add(job)
        try:
            return await job.result()
        finally:
            self._jobs.discard(job)
            job.cancel()

    async def _look_for_threats(self, request: int, state: State) -> None:
        job: Job[ThreatsEvent] | None = None
        try:
            job = self._pool.call(self._user, lambda: _threats(request, state))
            self._send(await job.result())
        except Cancelled:
            return
        except InarowError as error:
            self._outbox.add(error_event(error))
        finally:
            if job is not None:
                job.cancel()


def _position(command: PositionRequest) -> State:
    return check_game(command.game).state_from(command.moves)


def _ongoing(command: PositionRequest) -> State:
    state = _position(command)
    if state.is_terminal():
        raise GameOver(f"The game is over ({state.status()}): there is no move to think about.")
    return state


def _threats(request: int, state: State) -> ThreatsEvent:
    """Threats and forced wins; in the pool, because it takes some time."""
    return ThreatsEvent(
        request=request,
        victories=[
            VictoryView.model_validate(
                {
                    "kind": victory.kind,
                    "player": victory.player,
                    "plies": victory.plies,
                    "line": list(victory.line),
                }
            )
            for victory in ([] if state.is_terminal() else list_victories(state))
        ],
        marks=[
            ThreatView.model_validate(
                {
                    "kind": threat.kind,
                    "player": threat.player,
                    "cell": threat.cell,
                    "stones": list(threat.stones),
                }
            )
            for threat in list_threats(state)
        ],
    )

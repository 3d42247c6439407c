"""Routes of the lab: /api/lab, with a socket on which a run is watched."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import BeforeValidator, TypeAdapter
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect

from inarow.errors import InarowError
from inarow.server.config import ConfigDep
from inarow.server.edge.identity import UserDep
from inarow.server.edge.problems import problem_responses
from inarow.server.edge.sockets import read_commands, refuse
from inarow.server.edge.user_addresses import AddressDep
from inarow.server.lab.game_index import Outcome
from inarow.server.lab.lab import Lab, LabDep
from inarow.server.lab.trainings import list_learners
from inarow.server.play.routes import FILE
from inarow.server.schema.base import Spec
from inarow.server.schema.lab import (
    LearnerList,
    NewTournament,
    NewTraining,
    RunEvent,
    RunGames,
    RunList,
    RunSummary,
    RunView,
)
from inarow.server.schema.play import RecordedGame

LIVE_SECONDS = 0.4
"""Between two events of a run on one socket."""

NO_NUMBER = 1 << 31  # of a game; far more than a tournament has

router = APIRouter(prefix="/api/lab", tags=["lab"])

Key = Annotated[str, Path(alias="id", pattern=r"^[A-Za-z0-9_-]{1,64}$", description="The run")]


NO_RUN = {404: "There is no such run."}
NOT_OWN = {**NO_RUN, 403: "It is somebody else's.", 409: "Not possible in its state."}
BAD_FILES = {**NO_RUN, 400: "Its files are damaged."}


@router.post(
    "/tournaments",
    status_code=201,
    summary="A new tournament",
    responses=problem_responses({400: "It cannot be played.", 429: "You have too many."}),
)
async def create_tournament(
    lab: LabDep, user: UserDep, address: AddressDep, tournament: NewTournament
) -> RunSummary:
    """Start a tournament; it waits if others are running."""
    return await lab.create_tournament(user, address, tournament)


@router.get("/learners", summary="The learners, with their settings")
def get_learners(config: ConfigDep) -> LearnerList:
    """The learners that may be started, with the settings that may be given and their values."""
    return list_learners(config)


@router.post(
    "/trainings",
    status_code=201,
    summary="A new training run",
    responses=problem_responses({400: "It cannot be learned.", 429: "You have too many."}),
)
async def create_training(
    lab: LabDep, user: UserDep, address: AddressDep, training: NewTraining
) -> RunSummary:
    """Start a training; it waits if others are running."""
    return await lab.create_training(user, address, training)


@router.get("/runs", summary="All runs, the newest first")
async def list_runs(lab: LabDep, user: UserDep) -> RunList:
    """Tournaments and training runs of all users."""
    return await lab.runs(user)


@router.get("/runs/{id}", summary="One run", responses=problem_responses(NO_RUN))
async def read_run(lab: LabDep, user: UserDep, run: Key) -> RunView:
    """A run with its table and the history of its ratings; or its curves and checkpoints."""
    return await lab.view(user, run)


@router.get(
    "/runs/{id}/games", summary="Games of a tournament", responses=problem_responses(BAD_FILES)
)
async def list_run_games(
    lab: LabDep,
    run: Key,
    offset: Annotated[int, Query(ge=0, lt=NO_NUMBER)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    player: Annotated[Spec | None, Query(description="Who played")] = None,
    opponent: Annotated[Spec | None, Query(description="Against whom")] = None,
    outcome: Annotated[Outcome | None, Query(description="Of the player, or else of X")] = None,
) -> RunGames:
    """Games in the order in which they ended."""
    return await lab.games(run, offset, limit, player, opponent, outcome)


@router.get(
    "/runs/{id}/games/{number}",
    summary="One game of a tournament",
    responses=problem_responses(BAD_FILES),
)
async def read_run_game(
    lab: LabDep,
    run: Key,
    number: Annotated[int, Path(ge=1, lt=NO_NUMBER, description="Of the game, from 1")],
) -> RecordedGame:
    """A game with its moves, their values and their times."""
    return await lab.game(run, number)


@router.get(
    "/runs/{id}/files/{name}",
    summary="A file of a run",
    response_class=Response,
    responses={**FILE, **problem_responses({**BAD_FILES, 429: "Another is being prepared."})},
)
async def read_run_file(
    lab: LabDep,
    user: UserDep,
    run: Key,
    name: Annotated[str, Path(pattern=r"^[a-z]+\.[a-z0-9]+$", max_length=40)],
) -> Response:
    """Ratings, games, the report; or events, plots, networks, settings: see ``files`` of the run.

    Reports and plots are made when they are asked for.
    """
    return await lab.file(user, run, name)


@router.post("/runs/{id}/stop", summary="Stop a run", responses=problem_responses(NOT_OWN))
async def stop_run(lab: LabDep, user: UserDep, run: Key) -> RunSummary:
    """Stop a run of yours; games that ended are kept."""
    return await lab.stop(user, run)


@router.post(
    "/runs/{id}/resume",
    summary="Resume a run",
    responses=problem_responses({**NOT_OWN, 429: "You have too many."}),
)
async def resume_run(lab: LabDep, user: UserDep, run: Key) -> RunSummary:
    """Resume a run of yours that was stopped, or that failed."""
    return await lab.resume(user, run)


@router.delete(
    "/runs/{id}", status_code=204, summary="Delete a run", responses=problem_responses(NOT_OWN)
)
async def delete_run(lab: LabDep, user: UserDep, run: Key) -> None:
    """Delete a run of yours with all its games."""
    await lab.delete(user, run)


@router.websocket("/runs/{id}/live")
async def watch_run(
    websocket: WebSocket, lab: LabDep, config: ConfigDep, user: UserDep, run: Key
) -> None:
    """Send a run now and whenever it changes."""
    await websocket.accept()
    sender = asyncio.create_task(_send_run(websocket, lab, user, run))
    try:
        async for _ in read_commands(websocket, _NOTHING, config):
            pass
    finally:
        sender.cancel()


def _refuse_command(value: object) -> object:
    raise ValueError("this socket sends a run and takes no commands")


_NOTHING: TypeAdapter[object] = TypeAdapter(Annotated[object, BeforeValidator(_refuse_command)])


async def _send_run(websocket: WebSocket, lab: Lab, user: str, key: str) -> None:
    try:
        with lab.watching(key) as changed:
            while True:
                changed.clear()
                view = await lab.view(user, key)
                await websocket.send_text(RunEvent(run=view).model_dump_json())
                await asyncio.sleep(LIVE_SECONDS)
                await changed.wait()
    except InarowError as error:  # there is no such run, or it was deleted
        await refuse(websocket, error)
    except (WebSocketDisconnect, RuntimeError):  # the client is gone
        return

"""The addresses of the lab: /api/lab, with a socket on which a run is watched."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, WebSocket
from pydantic import BeforeValidator, TypeAdapter
from starlette.websockets import WebSocketDisconnect

from inarow.errors import InarowError
from inarow.server.edge.identity import user_of
from inarow.server.edge.middleware import address_of
from inarow.server.edge.sockets import accept, read_commands, refuse
from inarow.server.lab.game_index import Outcome
from inarow.server.lab.lab import Lab
from inarow.server.schema.base import Spec
from inarow.server.schema.edge import Problem
from inarow.server.schema.lab import NewTournament, RunEvent, RunGames, RunList, RunSummary, RunView
from inarow.server.schema.play import ImportedGame

LIVE_SECONDS = 0.4
"""Between two events of a run on one socket."""

LOOK_SECONDS = 2.0
"""Between two looks at files that others write: the curves of a training run."""

NO_NUMBER = 1 << 31  # of a game; far more than a tournament has

router = APIRouter(prefix="/api/lab", tags=["lab"])

Key = Annotated[str, Path(alias="id", pattern=r"^[A-Za-z0-9_-]{1,64}$", description="The run")]


def _problems(**described: str) -> dict[int | str, dict[str, Any]]:
    return {
        int(status[1:]): {"model": Problem, "description": text}
        for status, text in described.items()
    }


_NO_RUN = {"_404": "There is no such run."}
_OWN = {**_NO_RUN, "_403": "It is somebody else's.", "_409": "Not as it stands."}
_FILES = {**_NO_RUN, "_400": "Its files are damaged."}


def _lab(connection: Request | WebSocket) -> Lab:
    lab: Lab = connection.app.state.services.lab
    return lab


@router.post(
    "/tournaments",
    status_code=201,
    summary="A new tournament",
    responses=_problems(_400="It cannot be played.", _429="You have too many."),
)
async def create_tournament(request: Request, tournament: NewTournament) -> RunSummary:
    """Start a tournament; it waits for its turn if others are being played."""
    address = address_of(request.scope)
    return await _lab(request).create(user_of(request), address, tournament)


@router.get("/runs", summary="All runs, the newest first")
async def list_runs(request: Request) -> RunList:
    """Tournaments and training runs of everybody."""
    return await _lab(request).runs(user_of(request))


@router.get("/runs/{id}", summary="One run", responses=_problems(**_NO_RUN))
async def read_run(request: Request, run: Key) -> RunView:
    """A run with its table, its ratings and how they grew; or with its curves."""
    return await _lab(request).view(user_of(request), run)


@router.get("/runs/{id}/games", summary="Games of a tournament", responses=_problems(**_FILES))
async def list_run_games(
    request: Request,
    run: Key,
    offset: Annotated[int, Query(ge=0, lt=NO_NUMBER)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    player: Annotated[Spec | None, Query(description="Who played")] = None,
    opponent: Annotated[Spec | None, Query(description="Against whom")] = None,
    outcome: Annotated[Outcome | None, Query(description="Of the player, or else of X")] = None,
) -> RunGames:
    """Games in the order in which they ended."""
    return await _lab(request).games(run, offset, limit, player, opponent, outcome)


@router.get(
    "/runs/{id}/games/{number}",
    summary="One game of a tournament",
    responses=_problems(**_FILES),
)
async def read_run_game(
    request: Request, run: Key, number: Annotated[int, Path(ge=0, lt=NO_NUMBER)]
) -> ImportedGame:
    """A game with its moves, what the players thought they were worth, and how long they took."""
    return await _lab(request).game(run, number)


@router.post("/runs/{id}/stop", summary="Stop a tournament", responses=_problems(**_OWN))
async def stop_run(request: Request, run: Key) -> RunSummary:
    """Stop a tournament of yours; games that ended are kept."""
    return await _lab(request).stop(user_of(request), run)


@router.post(
    "/runs/{id}/resume",
    summary="Go on with a tournament",
    responses=_problems(**_OWN, _429="You have too many."),
)
async def resume_run(request: Request, run: Key) -> RunSummary:
    """Go on with a tournament of yours that was stopped, or that failed."""
    return await _lab(request).resume(user_of(request), run)


@router.delete("/runs/{id}", status_code=204, summary="Delete a run", responses=_problems(**_OWN))
async def delete_run(request: Request, run: Key) -> None:
    """Delete a run of yours with all its games."""
    await _lab(request).delete(user_of(request), run)


@router.websocket("/runs/{id}/live")
async def watch_run(websocket: WebSocket, run: Key) -> None:
    """Send a run now and whenever it changes."""
    await accept(websocket)
    sender = asyncio.create_task(_send_run(websocket, run))
    try:
        async for _ in read_commands(websocket, _NOTHING, websocket.app.state.services.config):
            pass
    finally:
        sender.cancel()


def _refuse_command(value: object) -> object:
    raise ValueError("this socket tells of a run and takes no commands")


_NOTHING: TypeAdapter[object] = TypeAdapter(Annotated[object, BeforeValidator(_refuse_command)])


async def _send_run(websocket: WebSocket, key: str) -> None:
    lab, user = _lab(websocket), user_of(websocket)
    try:
        with lab.watching(key) as changed:
            while True:
                changed.clear()
                size = await lab.curves_size(key)
                view = await lab.view(user, key)
                await websocket.send_text(RunEvent(run=view).model_dump_json())
                await asyncio.sleep(LIVE_SECONDS)
                if view.training is None:
                    await changed.wait()
                # The learner may be another process, so its file is looked at.
                while not changed.is_set() and await lab.curves_size(key) == size:
                    await asyncio.sleep(LOOK_SECONDS)
    except InarowError as error:  # there is no such run, or not any more
        await refuse(websocket, error)
    except (WebSocketDisconnect, RuntimeError):  # nobody is there any more
        return

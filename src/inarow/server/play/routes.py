"""Routes of games: create, list, read, rematch, download, and the socket to play on."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import TypeAdapter
from starlette.responses import Response

from inarow.errors import InarowError
from inarow.protocols.formats import find_format
from inarow.server.config import ConfigDep
from inarow.server.edge.identity import UserDep
from inarow.server.edge.sockets import Outbox, converse, refuse
from inarow.server.play.record import record_of
from inarow.server.play.room import Command
from inarow.server.play.rooms import RoomsDep
from inarow.server.schema.base import MOST_MOVES
from inarow.server.schema.play import GameCommand, GameList, GameView, NewGame, Rematch
from inarow.server.schema.search import Thought

router = APIRouter(prefix="/api/games", tags=["games"])

COMMANDS: TypeAdapter[Command] = TypeAdapter(GameCommand)

Id = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]

FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file, as a download.",
        "content": {"application/octet-stream": {"schema": {"type": "string"}}},
    }
}


@router.post("", status_code=201, summary="A new game")
async def create_game(rooms: RoomsDep, user: UserDep, new: NewGame) -> GameView:
    """Make a game; X moves first. Open its address to play: machines move once it is watched."""
    return await rooms.create(user, new)


@router.get("", summary="Your games")
async def list_games(rooms: RoomsDep, user: UserDep) -> GameList:
    """The games that you made or have a seat in, the last changed first."""
    return await rooms.list_games(user)


@router.get("/{id}", summary="One game")
async def get_game(rooms: RoomsDep, id: Id) -> GameView:  # noqa: A002 (as in the address)
    """A game as it is now; everybody who has its address can see it."""
    return (await rooms.look(id)).view()


@router.post("/{id}/rematch", status_code=201, summary="The same again")
async def rematch(
    rooms: RoomsDep,
    user: UserDep,
    id: Id,  # noqa: A002
    wish: Rematch,
) -> GameView:
    """Make a game with the same seats; its id is sent to all watchers of the old one.

    Between two people a rematch is an offer on the socket of the game.
    """
    return await rooms.rematch(user, id, wish.swap)


@router.get("/{id}/thoughts/{ply}", summary="What a machine thought before its move")
async def get_thought(
    rooms: RoomsDep,
    id: Id,  # noqa: A002
    ply: Annotated[int, Path(ge=0, le=MOST_MOVES)],
) -> Thought:
    """The thought behind the move that was made after ``ply`` moves."""
    return await rooms.load_thought(id, ply)


@router.get("/{id}/record", summary="The game as a file", response_class=Response, responses=FILE)
async def get_record(
    rooms: RoomsDep,
    id: Id,  # noqa: A002
    format: Annotated[str, Query(max_length=20)] = "psq",  # noqa: A002 (as people call it)
) -> Response:
    """The moves on the board, with times and values, in a format of the catalogue."""
    chosen = find_format(format)
    room = await rooms.look(id)
    name = f"inarow-{room.state.game.name}-{id[:6]}{chosen.suffixes[0]}"
    return Response(
        chosen.encode(record_of(room.state)),
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.websocket("/{id}/live")
async def live(
    websocket: WebSocket,
    rooms: RoomsDep,
    config: ConfigDep,
    user: UserDep,
    id: str,  # noqa: A002
) -> None:
    """Moves and all other commands of a game; every change is sent."""
    try:
        async with rooms.enter(id) as room:
            await websocket.accept()
            outbox = Outbox(websocket)
            watcher = room.join(user, outbox)
            try:
                await converse(websocket, outbox, COMMANDS, partial(room.handle, user), config)
            finally:
                room.leave(watcher)
    except InarowError as error:
        await refuse(websocket, error)

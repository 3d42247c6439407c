"""What stands between the net and the sockets: who may open one, and what is read from it.

``middleware.py`` refuses requests of other sites, floods and large bodies before any of this; it
also counts the sockets.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from inarow.errors import InarowError
from inarow.server.config import Config
from inarow.server.edge.problems import error_event, validation_message
from inarow.server.edge.rate_limit import TokenBucket
from inarow.server.edge.refusals import PayloadTooLarge, Refused, TooMany

LONGEST_FLOOD = 100  # messages that had to wait without a calm between, then a socket is closed

# Why a socket is closed, in the numbers of RFC 6455.
POLICY = 1008
TOO_BIG = 1009
BROKEN = 1011

Command = TypeVar("Command")


async def accept(websocket: WebSocket) -> None:
    """Open a socket; whether it may be was seen to before."""
    await websocket.accept()


async def refuse(websocket: WebSocket, error: InarowError, code: int = POLICY) -> None:
    """Say what is wrong, as browsers cannot see why an open failed, and close the socket."""
    if websocket.application_state == WebSocketState.CONNECTING:
        await websocket.accept()
    if await tell(websocket, error):
        await close(websocket, code)


async def tell(websocket: WebSocket, error: InarowError) -> bool:
    """Send an error on a socket; False if nobody is there any more."""
    try:
        await websocket.send_text(error_event(error))
    except (WebSocketDisconnect, RuntimeError):
        return False
    return True


async def close(websocket: WebSocket, code: int) -> None:
    """Close a socket, if it is not closed already."""
    try:
        await websocket.close(code)
    except (WebSocketDisconnect, RuntimeError):
        return


async def read_commands(
    websocket: WebSocket, adapter: TypeAdapter[Command], config: Config
) -> AsyncIterator[Command]:
    """The commands that come in on a socket, until it closes.

    What is no command is answered with an error. Who sends too fast is read more slowly; who does
    not stop, or sends too much at once, is told so and closed.
    """
    bucket = TokenBucket(config.messages_of_socket)
    waits = 0
    while True:
        try:
            message = await websocket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
        if bucket.calm:
            waits = 0
        if not bucket.take():
            waits += 1
            if waits > LONGEST_FLOOD:
                rate = config.messages_of_socket[0]
                await refuse(websocket, TooMany(f"A socket takes {rate:g} messages a second."))
                return
            await asyncio.sleep(bucket.wait())
            bucket.take()
        text = message.get("text")
        if text is None:
            await tell(websocket, Refused("Messages are text in JSON, not bytes."))
            continue
        if len(text.encode()) > config.socket_bytes:
            most = config.socket_bytes
            await refuse(
                websocket, PayloadTooLarge(f"A message has at most {most} bytes."), TOO_BIG
            )
            return
        try:
            command = adapter.validate_json(text)
        except ValidationError as error:
            await tell(websocket, Refused(validation_message(error)))
            continue
        yield command

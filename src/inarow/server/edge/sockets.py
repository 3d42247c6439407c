"""Both directions of a socket: commands are read at a bounded rate, events are sent from an outbox.

``middleware.py`` refuses sockets of other sites and counts the open ones before any of this.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from inarow.errors import InarowError
from inarow.server.config import Config
from inarow.server.edge.problems import error_event, validation_message
from inarow.server.edge.rate_limit import TokenBucket
from inarow.server.edge.refusals import PayloadTooLarge, Refused, TooMany

LONGEST_FLOOD = 100  # messages over the rate, without a pause between, after which a socket closes
SLOW_SECONDS = 15.0  # for one message to be sent, after which the socket is given up
MOST_MESSAGES = 50  # events that wait for a client that does not read, beside the latest of a kind

# Why a socket is closed: the codes of RFC 6455.
POLICY_VIOLATION = 1008
MESSAGE_TOO_BIG = 1009
INTERNAL_ERROR = 1011

GAME, YOU, THOUGHT = "game", "you", "thought"
"""The kinds of events of which only the latest is sent, in the order in which they are sent."""

Command = TypeVar("Command")


class Outbox:
    """Events for one socket; a slow client gets the latest of each kind, and nobody waits for it.

    A snapshot of a game makes older ones useless, as does a later progress of the same search. So
    there is one place for each kind, and a few for events that must not be dropped.
    """

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._latest: dict[str, str] = {}
        self._messages: deque[str] = deque(maxlen=MOST_MESSAGES)
        self._filled = asyncio.Event()
        self._code: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._sending_since: float | None = None

    def put(self, kind: str, message: str) -> None:
        """Send a message instead of an earlier one of its kind that still waits."""
        self._latest[kind] = message
        self._wake()

    def discard(self, kind: str) -> None:
        """Do not send what waits of a kind."""
        self._latest.pop(kind, None)

    def add(self, message: str) -> None:
        """Send a message that must not be dropped."""
        self._messages.append(message)
        self._wake()

    def close(self, code: int) -> None:
        """Close the socket once what waits is sent."""
        self._code = code
        self._wake()

    async def run(self) -> None:
        """Send what is put in, until the socket is closed."""
        self._task = asyncio.current_task()
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while (message := self._next()) is not None:
                    self._sending_since = time.monotonic()
                    await self._websocket.send_text(message)
                    self._sending_since = None
                if self._code is not None:
                    await close(self._websocket, self._code)
                    return
        except (WebSocketDisconnect, RuntimeError):
            return  # the client is gone; reading from the socket ends, too

    def _wake(self) -> None:
        # Checked here: a timer for each message would cost more than to send it. A client that does
        # not read while there is nothing new costs nothing, and uvicorn's pings find it.
        since = self._sending_since
        if since is not None and self._task and time.monotonic() - since > SLOW_SECONDS:
            self._task.cancel()
        self._filled.set()

    def _next(self) -> str | None:
        for kind in (GAME, YOU):
            if kind in self._latest:
                return self._latest.pop(kind)
        if self._messages:
            return self._messages.popleft()
        return self._latest.pop(THOUGHT, None)


async def converse(
    websocket: WebSocket,
    outbox: Outbox,
    commands: TypeAdapter[Command],
    handle: Callable[[Command], Awaitable[None]],
    config: Config,
) -> None:
    """Hand each command to ``handle`` and send the outbox, until the socket closes.

    What ``handle`` refuses is sent as an error.
    """

    async def read() -> None:
        async for command in read_commands(websocket, commands, config):
            try:
                await handle(command)
            except InarowError as error:
                outbox.add(error_event(error))

    tasks = {asyncio.create_task(outbox.run()), asyncio.create_task(read())}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def read_commands(
    websocket: WebSocket, adapter: TypeAdapter[Command], config: Config
) -> AsyncIterator[Command]:
    """The commands that come in on a socket, until it closes.

    What is not a command is answered with an error. A client that sends too fast is read more
    slowly; one that does not stop, or sends too much at once, gets an error and is closed.
    """
    bucket = TokenBucket(config.messages_of_socket)
    delayed = 0
    while True:
        try:
            message = await websocket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
        if bucket.half_full:
            delayed = 0
        if not bucket.take():
            delayed += 1
            if delayed > LONGEST_FLOOD:
                rate = config.messages_of_socket[0]
                await refuse(websocket, TooMany(f"A socket takes {rate:g} messages a second."))
                return
            await asyncio.sleep(bucket.wait())
            bucket.take()
        text = message.get("text")
        if text is None:
            await send_error(websocket, Refused("Messages are text in JSON, not bytes."))
            continue
        most = config.socket_bytes
        if len(text.encode()) > most:
            too_large = PayloadTooLarge(f"A message has at most {most} bytes.")
            await refuse(websocket, too_large, MESSAGE_TOO_BIG)
            return
        try:
            command = adapter.validate_json(text)
        except ValidationError as error:
            await send_error(websocket, Refused(validation_message(error)))
            continue
        yield command


async def refuse(websocket: WebSocket, error: InarowError, code: int = POLICY_VIOLATION) -> None:
    """Send an error and close the socket; browsers cannot see why opening one failed."""
    if websocket.application_state == WebSocketState.CONNECTING:
        await websocket.accept()
    if await send_error(websocket, error):
        await close(websocket, code)


async def send_error(websocket: WebSocket, error: InarowError) -> bool:
    """Send an error on a socket; False if the client is gone."""
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

"""What waits to be sent on one socket: a slow reader gets the latest only, and nobody waits for it.

A snapshot of a game makes older ones useless, as does a later progress of the same search. So there
is one place for each kind, and a few for messages that all count.
"""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from inarow.server.guards import close

SLOW_SECONDS = 15.0  # for one message to be taken, after which the socket is given up
MOST_MESSAGES = 50  # of those that all count, for a reader that does not read

TRY_AGAIN = 1013  # the number of RFC 6455 for a socket that is closed for being slow

GAME, YOU, THINKING = "game", "you", "thinking"
"""The kinds of which only the latest counts, in the order in which they are sent."""
KINDS = (GAME, YOU, THINKING)


class Outbox:
    """Messages for one socket; ``run`` sends them until it is cancelled or nobody reads."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._latest: dict[str, str] = {}
        self._messages: deque[str] = deque(maxlen=MOST_MESSAGES)
        self._filled = asyncio.Event()
        self._code: int | None = None

    def put(self, kind: str, message: str) -> None:
        """Send a message instead of an earlier one of its kind, if that still waits."""
        self._latest[kind] = message
        self._filled.set()

    def take_back(self, kind: str) -> None:
        """Do not send what waits of a kind."""
        self._latest.pop(kind, None)

    def add(self, message: str) -> None:
        """Send a message that counts."""
        self._messages.append(message)
        self._filled.set()

    def close(self, code: int) -> None:
        """Close the socket once what waits is sent."""
        self._code = code
        self._filled.set()

    async def run(self) -> None:
        """Send what is put in, until the socket is closed."""
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while (message := self._next()) is not None:
                    async with asyncio.timeout(SLOW_SECONDS):
                        await self._websocket.send_text(message)
                if self._code is not None:
                    await close(self._websocket, self._code)
                    return
        except TimeoutError:
            await self._give_up()
        except (WebSocketDisconnect, RuntimeError):
            return  # nobody is there any more; whoever reads from the socket hears it, too

    def _next(self) -> str | None:
        for kind in (GAME, YOU):
            if kind in self._latest:
                return self._latest.pop(kind)
        if self._messages:
            return self._messages.popleft()
        return self._latest.pop(THINKING, None)

    async def _give_up(self) -> None:
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await close(self._websocket, TRY_AGAIN)
        except TimeoutError:
            return  # it does not even take that: uvicorn's pings end it

"""What waits to be sent on one socket: a slow reader gets the latest only, and nobody waits for it.

A snapshot of a game makes older ones useless, as does a later progress of the same search. So there
is one place for each kind, and a few for messages that all count.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from inarow.server.edge.sockets import close

SLOW_SECONDS = 15.0  # for one message to be taken, after which the socket is given up
MOST_MESSAGES = 50  # of those that all count, for a reader that does not read

GAME, YOU, THOUGHT = "game", "you", "thought"
"""The kinds of which only the latest counts, in the order in which they are sent."""


class Outbox:
    """Messages for one socket; ``run`` sends them until it is cancelled or nobody reads."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._latest: dict[str, str] = {}
        self._messages: deque[str] = deque(maxlen=MOST_MESSAGES)
        self._filled = asyncio.Event()
        self._code: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._sending_since: float | None = None

    def put(self, kind: str, message: str) -> None:
        """Send a message instead of an earlier one of its kind, if that still waits."""
        self._latest[kind] = message
        self._wake()

    def take_back(self, kind: str) -> None:
        """Do not send what waits of a kind."""
        self._latest.pop(kind, None)

    def add(self, message: str) -> None:
        """Send a message that counts."""
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
            return  # nobody is there any more; whoever reads from the socket hears it, too

    def _wake(self) -> None:
        # Looked at here, for a timer for each message would cost more than to send it. Who does
        # not read while there is nothing new costs nothing, and uvicorn's pings find them.
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

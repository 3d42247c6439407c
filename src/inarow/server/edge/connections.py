"""Limits for connections that misbehave, where uvicorn would wait for ever.

The head of a request must arrive in time and have a bounded size, a socket may not send pings and
parts of messages without end, and a client that does not read is disconnected. ``middleware.py``
and ``sockets.py`` limit everything after that.

A connection can also die without a word, in a tunnel or with a sleeping computer. So every socket
has a heartbeat, by which both sides notice it within ten seconds.
"""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from inarow.server.edge.rate_limit import TokenBucket
from inarow.server.edge.sockets import POLICY_VIOLATION
from inarow.server.schema.edge import PingEvent

HEAD_SECONDS = 20.0  # for the request line and the headers
HEAD_BYTES = 1 << 16  # of both; the last piece that is read may exceed it
FRAMES = (10.0, 200)  # pings, pongs and parts of messages: per second, and at once
MOST_FILES = 1 << 16  # open at once, connections among them
PING_SECONDS = 4.0  # between the heartbeats of a socket
PONG_SECONDS = 6.0  # for the answer to one, after which the connection counts as dead
SEND_TIMEOUT_SECONDS = 30.0  # for the client to read something of what was sent

PING = PingEvent().model_dump_json().encode()


class LimitedHttpProtocol(HttpToolsProtocol):
    """HTTP on one connection; a request that is not finished in time is aborted."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timer: asyncio.TimerHandle | None = None
        self._in_head = False
        self._head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request."""
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read bytes, unless a head has become too long."""
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response("The request's head is too long.")

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        """The head is complete."""
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Start to wait for the next request, if it has not come yet."""
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._await_head()

    def _await_head(self) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket with a heartbeat, whose control frames and parts are counted.

    ``sockets.py`` counts messages.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frames = TokenBucket(FRAMES)
        self._heard = 0.0  # when the last message came

    def handle_text(self, event: Frame) -> None:
        """Accept a message, which is as good as the answer to a ping."""
        self._heard = self.loop.time()
        super().handle_text(event)

    def send_keepalive_ping(self) -> None:
        """Send a ping, and a message that says the same: browsers hide pings from their pages.

        Who has just sent a message gets an answer anyway, and needs neither.
        """
        if self.loop.time() - self._heard < PING_SECONDS:
            self.schedule_ping()
            return
        if not (self.close_sent or self.transport.is_closing()):
            self.conn.send_text(PING)
        super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """End a dead connection at once, also if something waits to be sent on it."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        """Answer; an answer that is not read stays in memory."""
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Accept the answer to a ping."""
        if self._allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Accept a further part of a message; empty parts never reach the size limit."""
        if self._allowed():
            super().handle_cont(event)

    def _allowed(self) -> bool:
        """Whether the client may send one more frame; if not, the socket is closed."""
        if self.transport.is_closing():
            return False
        if self._frames.take():
            return True
        self.queue.put_nowait(
            {"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": ""}
        )
        self.conn.fail(POLICY_VIOLATION, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        return False


def set_send_timeout(listeners: Iterable[socket.socket]) -> None:
    """Have the system close connections whose client has stopped reading."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections inherit it from their listener
        for listener in listeners:
            milliseconds = int(SEND_TIMEOUT_SECONDS * 1000)
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


def raise_open_file_limit() -> None:
    """Raise the limit of open files, often 1024, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems have a further limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

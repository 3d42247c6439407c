"""The web app behind uvicorn, on a socket that already listens."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from inarow.server.config import Config
from inarow.server.edge.connections import (
    PING_SECONDS,
    PONG_SECONDS,
    LimitedHttpProtocol,
    LimitedWebSocketProtocol,
    raise_open_file_limit,
    set_send_timeout,
)
from inarow.server.edge.log_limit import limit_repeats

SHUTDOWN_SECONDS = 1  # for running requests when the server ends

# Allocations until the next garbage collection, and collections until one of older generations. The
# default of 700 would have a busy server scan all its games many times a second.
GARBAGE = (50_000, 20, 50)

# Seconds for which a thread keeps Python's lock while another waits for it. The event loop gives
# it up with each message that it sends, and would get it back from a search or the writer after the
# default of 5 ms only.
SWITCH_SECONDS = 0.0005


def tune_interpreter() -> None:
    """Collect garbage less often, as nearly all is freed without that; switch threads sooner."""
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH_SECONDS)


class WebServer(uvicorn.Server):
    """A server for an app; ``on_ready`` is called once it answers."""

    def __init__(
        self, app: FastAPI, config: Config, on_ready: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=LimitedHttpProtocol,
                ws=LimitedWebSocketProtocol,
                ws_max_size=config.socket_bytes,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PONG_SECONDS,
                ws_per_message_deflate=False,  # costs more time than it saves: messages are small
                proxy_headers=False,  # else anybody could pretend to have another address
                server_header=False,
                access_log=False,
                log_level="critical",  # until it has started: the caller reports why it cannot
                lifespan="on",
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            )
        )
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call ``on_ready``."""
        set_send_timeout(sockets or ())
        raise_open_file_limit()
        await super().startup(sockets)
        if self.started:
            log = logging.getLogger("uvicorn.error")
            log.setLevel(logging.WARNING)
            limit_repeats(log)
            self._on_ready()

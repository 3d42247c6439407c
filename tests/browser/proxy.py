"""A TCP proxy before a server, for connections that die without a word, as in a tunnel."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Any

PIECE = 1 << 16


class Proxy:
    """Passes everything on, until it is cut: then nothing, but nothing is closed either.

    After it is mended, new connections work; those that were open stay dead, as they would be after
    a change of the network.
    """

    def __init__(self, port: int) -> None:
        self._server = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._upwards = threading.Event()
        self._downwards = threading.Event()
        self._links: list[tuple[socket.socket, socket.socket]] = []
        self.mend()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self, *, upwards: bool = True) -> None:
        """Pass nothing on; without ``upwards``, only what the server answers is lost."""
        self._downwards.set()
        if upwards:
            self._upwards.set()

    def mend(self, *, deaf: bool = False) -> None:
        """Serve new connections; if ``deaf``, the server hears only the request that opens one."""
        self._deaf = deaf
        # Threads of old connections keep the old events.
        self._upwards, self._downwards = threading.Event(), threading.Event()

    def close(self) -> None:
        """Close everything."""
        for end in (self._listener, *(end for link in self._links for end in link)):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                client = self._listener.accept()[0]
                server = socket.create_connection(self._server)
            except OSError:
                return
            self._links.append((client, server))
            upwards = (client, server, self._upwards, self._deaf)
            downwards = (server, client, self._downwards, False)
            for link in (upwards, downwards):
                threading.Thread(target=_pump, args=link, daemon=True).start()


def _pump(source: socket.socket, target: socket.socket, cut: threading.Event, once: bool) -> None:
    with suppress(OSError):
        while piece := source.recv(PIECE):
            if not cut.is_set():
                target.sendall(piece)
            if once:
                cut = threading.Event()
                cut.set()
        if not cut.is_set():
            target.shutdown(socket.SHUT_WR)


class ProxiedServer:
    """A server whose pages are opened through a proxy."""

    def __init__(self, server: Any, proxy: Proxy) -> None:
        self.url = proxy.url
        self.proxy = proxy
        self.direct = server.url
        self.errors = server.errors
        self.log = server.log

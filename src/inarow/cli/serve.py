"""``inarow serve``: the web app."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from inarow.errors import InarowError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from inarow.server.config import Config

HOST = "127.0.0.1"
PORT = 8000
WAITING_CONNECTIONS = 2048


class CannotListen(InarowError):
    """The address cannot be listened on."""


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; the default is this machine only.")
    ] = HOST,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help=f"Port; 0 is any that is free. Without it: {PORT}, or a free one if it is taken.",
        ),
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Database, as in postgresql://user@host/name; the default is a SQLite file.",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser once it is there.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Searches at once; the default is one a core."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where games and tournaments are kept."),
    ] = None,
) -> None:
    """Play, watch and analyse in the browser.

    Games are kept and can be opened again by their address. Ctrl-C ends the server; what machines
    were thinking about goes on at the next start.

    \b
    inarow serve --open
    inarow serve --host 0.0.0.0 --db postgresql://inarow@db/inarow
    """
    # The server is large; other commands should not wait for it.
    from inarow.server.app import create_app  # noqa: PLC0415
    from inarow.server.config import Config, data_folder  # noqa: PLC0415
    from inarow.server.edge.origin import is_loopback  # noqa: PLC0415

    listener = _listen(host, PORT if port is None else port, any_port=port is None)
    config = Config(
        host=host,
        port=listener.getsockname()[1],
        folder=(data or data_folder()).expanduser(),
        db=db,
        workers=workers or os.cpu_count() or 1,
    )
    if not is_loopback(host):
        typer.echo(
            "Everyone who can reach this machine over the network can play here, without a "
            "password.",
            err=True,
        )
    _run(create_app(config), config, listener, open_browser)


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    """Take the port, or a free one if that is taken and any will do."""
    try:
        return _bind(host, port)
    except OSError as error:
        if any_port:
            with suppress(OSError):
                return _bind(host, 0)
        raise CannotListen(
            f"Cannot listen on {host}, port {port}: {error.strerror or error}; "
            "--port 0 takes a free one."
        ) from None


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # A port that was ours a moment ago can be taken again at once.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # Now, so that a port is not taken from somebody who listens on it.
        listener.listen(WAITING_CONNECTIONS)
    except OSError:
        listener.close()
        raise
    return listener


def page_address(host: str, port: int) -> str:
    """Where a browser finds a server that listens there.

    >>> page_address("127.0.0.1", 8000), page_address("::1", 80), page_address("0.0.0.0", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:80/', 'http://127.0.0.1:8000/')
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _run(app: FastAPI, config: Config, listener: socket.socket, open_browser: bool) -> None:
    from inarow.server.serving import WebServer, collect_garbage_less_often  # noqa: PLC0415 (see above)

    address = page_address(config.host, config.port)

    def tell() -> None:
        typer.echo(f"Serving inarow at {address}")
        if sys.stdout.isatty():
            typer.echo("Ctrl-C to stop")
        if open_browser:
            threading.Thread(target=_open_page, args=(address,), daemon=True).start()

    server = WebServer(app, config, tell)
    collect_garbage_less_often()
    # uvicorn hands a signal on to whoever handled it before: to end by it is what was asked for.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    try:
        server.run(sockets=[listener])
    except SystemExit:
        if app.state.failure is None:
            raise
        raise app.state.failure from None


def _open_page(address: str) -> None:
    with suppress(Exception):  # no browser here: the address is on the screen
        webbrowser.open(address)

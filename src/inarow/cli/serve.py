"""``inarow serve``: the web app."""

from __future__ import annotations

import errno
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

from inarow.errors import BadFile, InarowError
from inarow.extras import needs
from inarow.files import expand_home
from inarow.untrusted_text import shorten

if TYPE_CHECKING:
    from fastapi import FastAPI

    from inarow.server.config import Config

HOST = "127.0.0.1"
PORT = 8000
WAITING_CONNECTIONS = 2048
PORT_REFUSED = {errno.EADDRINUSE, errno.EACCES}
"""Another port may do."""


class CannotListen(InarowError):
    """The server cannot listen on this address."""


def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Address to listen on; the default is this machine only."
        ),
    ] = HOST,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=0,
            max=65535,
            help=f"Port; 0 is any free one. Default: {PORT}, or a free one if it is in use.",
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
        bool, typer.Option("--open", help="Open the page in a browser.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=256, help="Searches at once; the default is one per core."
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The folder of the games (inarow.db) and of the lab's tournaments and trainings "
            "(lab/); default: the user's folder for data, as in ~/.local/share/inarow.",
        ),
    ] = None,
    metrics: Annotated[
        bool,
        typer.Option(
            "--metrics",
            help="Let everybody read /metrics, for Prometheus; else only this machine.",
        ),
    ] = False,
    backup: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Copy the SQLite database to a new file and exit; a server may be running.",
        ),
    ] = None,
) -> None:
    """Play, watch and analyse in the browser.

    Games are stored and can be opened again by their address. Ctrl-C ends the server with status
    130, SIGTERM with 0; searches and tournaments that were running resume at the next start.

    \b
    inarow serve --open
    inarow serve --host 0.0.0.0 --db postgresql://inarow@db/inarow
    inarow serve --backup games-2026-11-17.db
    """
    # The server takes long to import; other commands should not wait for it.
    with needs("The web app", "server"):
        from inarow.server.app import create_app  # noqa: PLC0415
        from inarow.server.config import Config, data_folder  # noqa: PLC0415
        from inarow.server.edge.origin import is_loopback  # noqa: PLC0415

    folder = expand_home(data or data_folder())
    if backup is not None:
        _back_up(Config(folder=folder, db=db), expand_home(backup))
        return
    listener = _listen(host, PORT if port is None else port, any_port=port is None)
    config = Config(
        host=host,
        port=listener.getsockname()[1],
        folder=folder,
        db=db,
        workers=workers or os.cpu_count() or 1,
        metrics=metrics,
    )
    if not is_loopback(host):
        typer.echo(
            "Everyone who can reach this machine over the network can play here, without a "
            "password.",
            err=True,
        )
    _run(create_app(config), config, listener, open_browser)


def _back_up(config: Config, target: Path) -> None:
    from inarow.server.storage.sqlite_file import back_up  # noqa: PLC0415 (see above)

    if not target.absolute().parent.is_dir():
        raise BadFile(f"There is no folder {target.parent} for the copy: make it first.")
    typer.echo(f"Copied {back_up(config.database, target)} to {target}")


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    """Listen on the port, or on a free one if it is in use and any port is fine."""
    try:
        return _bind(host, port)
    except UnicodeError:  # from Python's codec of host names
        raise CannotListen(f"Cannot listen on {shorten(host, 80)}: it is no host name.") from None
    except OSError as error:
        if any_port:
            with suppress(OSError):
                return _bind(host, 0)
        other_port = "; --port 0 chooses a free one" if error.errno in PORT_REFUSED else ""
        raise CannotListen(
            f"Cannot listen on {host}, port {port}: {error.strerror or error}{other_port}."
        ) from None


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # A port that was in use a moment ago can be used again at once.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # Now, because two sockets may bind to a port but only one may listen.
        listener.listen(WAITING_CONNECTIONS)
    except OSError:
        listener.close()
        raise
    return listener


def page_address(host: str, port: int) -> str:
    """The URL of a server that listens on this address.

    >>> page_address("127.0.0.1", 8000), page_address("::1", 80), page_address("0.0.0.0", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:80/', 'http://127.0.0.1:8000/')
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _run(app: FastAPI, config: Config, listener: socket.socket, open_browser: bool) -> None:
    from inarow.server.serving import WebServer, tune_interpreter  # noqa: PLC0415 (see above)

    address = page_address(config.host, config.port)

    def announce() -> None:
        typer.echo(f"Serving inarow at {address}")
        if sys.stdout.isatty():
            typer.echo("Ctrl-C to stop")
        if open_browser:
            threading.Thread(target=_open_page, args=(address,), daemon=True).start()

    server = WebServer(app, config, announce)
    tune_interpreter()
    # uvicorn passes a signal on to its former handler: after Ctrl-C that raises KeyboardInterrupt,
    # as everywhere, but whoever sends SIGTERM has the server end as it should, without an error.
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        server.run(sockets=[listener])
    except SystemExit:
        if app.state.failure is None:
            raise
        raise app.state.failure from None


def _open_page(address: str) -> None:
    with suppress(Exception):  # there is no browser: the address is on the screen
        webbrowser.open(address)

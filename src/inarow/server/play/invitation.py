"""How a friend's device reaches this server: its address in the network, and how to serve there."""

from __future__ import annotations

import shlex
import socket

from fastapi import APIRouter, Request
from sqlalchemy import make_url

from inarow.server.config import Config, ConfigDep, data_folder
from inarow.server.edge.origin import is_loopback
from inarow.server.edge.problems import problem_responses
from inarow.server.edge.refusals import NotYours
from inarow.server.schema.play import Network

# An address of RFC 5737 that nobody has: the system only chooses the interface that leads there.
ELSEWHERE = ("192.0.2.1", 9)

router = APIRouter(prefix="/api", tags=["server"])


@router.get(
    "/network",
    summary="The server in its network",
    responses=problem_responses({403: "Asked by another machine."}),
)
def get_network(request: Request, config: ConfigDep) -> Network:
    """Where other devices reach the server, for invitations; only its own machine may ask."""
    # A page that was opened by another name can use that name in its links.
    if not is_loopback(request.url.hostname or ""):
        raise NotYours("Only a page on the server's own computer may ask for its address.")
    own = network_address()
    return Network(
        reachable=not is_loopback(config.host),
        url=None if own is None else f"http://{own}:{config.port}",
        command=restart_command(config),
    )


def restart_command(config: Config) -> str:
    """The command that serves the network, with the same games.

    Where other machines can ask already, it names no folder and no database.
    """
    words = ["inarow", "serve", "--host", "0.0.0.0", "--port", str(config.port)]
    if is_loopback(config.host):
        if config.folder != data_folder():
            words += ["--data", str(config.folder.absolute())]
        if config.db is not None:
            words += ["--db", make_url(config.db).render_as_string(hide_password=True)]
    return shlex.join(words)


def network_address() -> str | None:
    """The address of this machine in its network; None without one."""
    # Connecting a UDP socket sends nothing: it only looks up the route.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if is_loopback(address) or address == "0.0.0.0" else address

"""What the parts of a running server share; made when it starts, found from each request."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from inarow.server.config import Config
from inarow.server.lab.lab import Lab
from inarow.server.play.rooms import Rooms
from inarow.server.search.pool import SearchPool
from inarow.server.storage import Store


@dataclass(frozen=True)
class Services:
    """The parts of a running server."""

    config: Config
    store: Store
    pool: SearchPool
    rooms: Rooms
    lab: Lab


def services_of(connection: HTTPConnection) -> Services:
    """The services of the server that a request or a socket came to."""
    services: Services = connection.app.state.services
    return services

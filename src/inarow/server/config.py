"""How a server is set up: where it listens and keeps things, and what it lets one person use."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from fastapi import Depends
from platformdirs import user_data_path
from sqlalchemy import URL
from starlette.requests import HTTPConnection


def data_folder() -> Path:
    """Where games and tournaments are kept unless told otherwise: the user's own data folder."""
    return user_data_path("inarow", appauthor=False)


@dataclass(frozen=True)
class Config:
    """Settings of one server; the limits keep a person's cost bounded, whatever is sent."""

    host: str = "127.0.0.1"
    port: int = 8000
    folder: Path = field(default_factory=data_folder)
    db: str | None = None
    """SQLAlchemy's address of the database; None is a SQLite file in the folder."""

    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Searches at once."""
    longest_think: float = 30.0  # seconds a move
    waiting_searches: int = 16  # of one person, beyond which more are refused
    player_mb: int = 64  # memory of one player's tables and trees
    tournaments_at_once: int = 1
    tournaments_of_one: int = 5  # of one person, waiting or running

    body_bytes: int = 1 << 20
    socket_bytes: int = 1 << 14  # of one message on a socket
    sockets: int = 2000
    sockets_of_one: int = 64
    sockets_of_address: int = 1000
    # A bucket refills so many a second, up to so many.
    new_games_of_one: tuple[float, int] = (0.5, 30)
    new_games_of_address: tuple[float, int] = (10.0, 1000)  # people may share an address
    new_tournaments_of_address: tuple[float, int] = (0.1, 100)  # whoever forgets a cookie is new
    requests_of_one: tuple[float, int] = (50.0, 200)
    requests_of_address: tuple[float, int] = (1000.0, 4000)
    messages_of_socket: tuple[float, int] = (20.0, 60)

    @property
    def database(self) -> str:
        """The address of the database."""
        # The name of a folder may have any character, also those that mean something in addresses.
        file = URL.create("sqlite", database=str(self.folder / "inarow.db"))
        return self.db or file.render_as_string()


async def get_config(connection: HTTPConnection) -> Config:
    """The settings of the server that a request came to."""
    config: Config = connection.app.state.services.config
    return config


ConfigDep = Annotated[Config, Depends(get_config)]

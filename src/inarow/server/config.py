"""The settings of a server: where it listens and stores data, and the limits of one user."""

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
    """Where games and tournaments are stored by default: the data folder of the system's user."""
    return user_data_path("inarow", appauthor=False)


@dataclass(frozen=True)
class Config:
    """Settings of one server; the limits bound what one user can cost."""

    host: str = "127.0.0.1"
    port: int = 8000
    folder: Path = field(default_factory=data_folder)
    db: str | None = None
    """The database as an SQLAlchemy URL; None is a SQLite file in the folder."""

    metrics: bool = False
    """Whether others than this machine may read ``/metrics``."""

    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Searches at once."""
    longest_think: float = 30.0  # seconds a move
    longest_analysis: float = 600.0  # seconds of an analysis that runs until it is stopped
    waiting_searches: int = 16  # of one user, beyond which more are refused
    player_mb: int = 64  # memory of one player's tables and trees
    runs_at_once: int = 1  # of the lab: tournaments and training runs
    runs_of_one: int = 5  # of one user, waiting or running

    body_bytes: int = 1 << 20
    socket_bytes: int = 1 << 14  # of one message on a socket
    sockets: int = 2000
    sockets_of_one: int = 64
    sockets_of_address: int = 1000
    # Token buckets: tokens a second, and the size of the bucket.
    new_games_of_one: tuple[float, int] = (0.5, 30)
    new_games_of_address: tuple[float, int] = (10.0, 1000)  # many users may share an address
    new_runs_of_address: tuple[float, int] = (0.1, 100)  # a cookie is easily dropped
    requests_of_one: tuple[float, int] = (50.0, 200)
    requests_of_address: tuple[float, int] = (1000.0, 4000)
    messages_of_socket: tuple[float, int] = (20.0, 60)

    @property
    def lab_folder(self) -> Path:
        """Where the lab's runs are, a folder for each."""
        return self.folder / "lab"

    @property
    def database(self) -> str:
        """The URL of the database."""
        # The name of a folder may have characters that have a meaning in URLs.
        file = URL.create("sqlite", database=str(self.folder / "inarow.db"))
        return self.db or file.render_as_string()


async def get_config(connection: HTTPConnection) -> Config:
    """The settings of the server that a request came to."""
    config: Config = connection.app.state.services.config
    return config


ConfigDep = Annotated[Config, Depends(get_config)]

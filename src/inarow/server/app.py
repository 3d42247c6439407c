"""The web app: ``create_app`` makes it for a config."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, FastAPI

import inarow
from inarow.errors import BadFile, InarowError
from inarow.server import metrics, openapi
from inarow.server.config import Config
from inarow.server.edge.link_preview import Preview
from inarow.server.edge.middleware import EdgeMiddleware
from inarow.server.edge.problems import add_error_handlers
from inarow.server.edge.static_files import add_page
from inarow.server.edge.traffic import Traffic
from inarow.server.edge.user_addresses import UserAddresses
from inarow.server.lab import routes as lab_routes
from inarow.server.lab.lab import Lab
from inarow.server.play import catalogue, files, invitation, methods, positions
from inarow.server.play import routes as play
from inarow.server.play.previews import preview_of
from inarow.server.play.rooms import Rooms
from inarow.server.schema.edge import Health, ProblemDetails
from inarow.server.search import analysis
from inarow.server.search.pool import SearchPool
from inarow.server.search.shared_answers import SharedAnswers
from inarow.server.search.trained import loadable_spec
from inarow.server.storage import Store

EMPTY_DAYS = 7  # after which games without moves are deleted
DELETE_SECONDS = 3600.0

router = APIRouter(prefix="/api", tags=["server"])

ROUTERS: tuple[APIRouter, ...] = (
    router,
    methods.router,
    catalogue.router,  # before the games, one of which could be called "info"
    play.router,
    positions.router,
    files.router,
    invitation.router,
    analysis.router,
    lab_routes.router,
    openapi.router,
    metrics.router,
)


@dataclass(frozen=True)
class Services:
    """The parts of a running server, as ``app.state.services``; routes get them as dependencies."""

    config: Config
    store: Store
    pool: SearchPool
    rooms: Rooms
    lab: Lab
    traffic: Traffic
    shared_answers: SharedAnswers = field(default_factory=SharedAnswers)
    started: float = field(default_factory=time.monotonic)


@router.get("/health", summary="The server is up")
async def health() -> Health:
    """The version of a server that is up."""
    return Health(version=inarow.__version__)


def create_app(config: Config) -> FastAPI:
    """The web app: interface, sockets and page."""
    user_addresses, traffic = UserAddresses(), Traffic()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            async with _services(config, user_addresses, traffic) as app.state.services:
                yield
        except Exception as error:
            app.state.failure = error  # ``inarow serve`` reports it
            raise

    app = FastAPI(
        title="inarow",
        version=inarow.__version__,
        summary="Play, watch and analyse k-in-a-row games.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # it would load scripts from other sites; openapi.py has a page without
        redoc_url=None,
    )
    app.state.failure = None
    refusals = {"model": ProblemDetails, "description": "Refused; the message says why."}
    for part in ROUTERS:
        app.include_router(part, responses={"4XX": refusals})
    openapi.describe_sockets(app, ROUTERS)
    add_error_handlers(app, ROUTERS)
    app.add_middleware(
        EdgeMiddleware, config=config, user_addresses=user_addresses, traffic=traffic
    )

    async def describe(path: str) -> Preview | None:
        return await preview_of(app.state.services.rooms, path)

    add_page(app, describe=describe)
    return app


@asynccontextmanager
async def _services(
    config: Config, user_addresses: UserAddresses, traffic: Traffic
) -> AsyncIterator[Services]:
    """Start all parts, and stop them in reverse order."""
    try:
        config.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadFile(
            f"{config.folder} cannot be used to store games: {error.strerror}; give another folder."
        ) from None
    store = await asyncio.to_thread(Store.open, config.database)
    pool = SearchPool(
        config.workers,
        config.waiting_searches,
        address_of=user_addresses.of,
        loadable=lambda spec: loadable_spec(spec, config.lab_folder),
    )
    rooms = Rooms(config, store.games, pool, user_addresses.of)
    lab = Lab(config, store.runs)
    await lab.start()
    background = [
        asyncio.create_task(rooms.sweep_forever()),
        asyncio.create_task(_delete_empty_forever(store)),
    ]
    try:
        yield Services(config, store, pool, rooms, lab, traffic)
    finally:
        for task in background:
            task.cancel()
        await rooms.close()
        await lab.close()
        await asyncio.to_thread(pool.close)
        await store.close()


async def _delete_empty_forever(store: Store) -> None:
    while True:
        before = datetime.now(UTC) - timedelta(days=EMPTY_DAYS)
        with suppress(InarowError):  # it is tried again later
            await store.games.delete_empty(before.isoformat())
        await asyncio.sleep(DELETE_SECONDS)

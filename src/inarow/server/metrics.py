"""``/metrics``: how busy the server is, in Prometheus' text format.

https://prometheus.io/docs/instrumenting/exposition_formats/

It is for whoever runs the server: on a server that others can reach it is there only with
``--metrics``. It has counts and nothing about people, games or addresses.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse

import inarow
from inarow.server.config import ConfigDep
from inarow.server.edge.origin import is_loopback
from inarow.server.edge.refusals import NotFound
from inarow.server.edge.traffic import CLASSES, Traffic
from inarow.server.play.rooms import Rooms, RoomsDep
from inarow.server.search.pool import PoolDep, SearchPool

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter()


@dataclass(frozen=True)
class Metric:
    """One metric: a value, or one for each value of a label.

    >>> print(Metric("games", "gauge", "Open games.", {"": 3}).text())
    # HELP games Open games.
    # TYPE games gauge
    games 3
    <BLANKLINE>
    """

    name: str
    kind: Literal["counter", "gauge"]
    help: str
    values: Mapping[str, float]
    """By the value of the label; a metric without one has the value of ``""``."""
    label: str = field(default="")

    def text(self) -> str:
        """The metric in Prometheus' format."""
        lines = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} {self.kind}"]
        for named, value in self.values.items():
            labels = f'{{{self.label}="{named}"}}' if self.label else ""
            lines.append(f"{self.name}{labels} {value}")
        return "\n".join(lines) + "\n"


@router.get("/metrics", include_in_schema=False)
async def metrics(
    request: Request, config: ConfigDep, rooms: RoomsDep, pool: PoolDep
) -> PlainTextResponse:
    """The metrics of the server."""
    if not (config.metrics or is_loopback(config.host)):
        raise NotFound("This server does not show its metrics; inarow serve --metrics does.")
    services = request.app.state.services
    moves, uptime = services.store.games.added_moves, time.monotonic() - services.started
    found = collect(rooms, pool, services.traffic, moves, uptime)
    text = "".join(metric.text() for metric in found)
    return PlainTextResponse(text, media_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})


def collect(
    rooms: Rooms, pool: SearchPool, traffic: Traffic, moves: int, uptime: float
) -> Iterator[Metric]:
    """All metrics as they are now."""

    def gauge(name: str, text: str, value: float) -> Metric:
        return Metric(name, "gauge", text, {"": value})

    def counter(name: str, text: str, value: float) -> Metric:
        return Metric(name, "counter", text, {"": value})

    version = {inarow.__version__: 1}
    yield Metric("inarow_info", "gauge", "Always 1; the label is the version.", version, "version")
    yield gauge("inarow_uptime_seconds", "Seconds since the start.", round(uptime, 3))
    yield gauge("inarow_open_games", "Games that are in memory: watched now or lately.", len(rooms))
    yield gauge("inarow_open_sockets", "Open sockets.", traffic.open_sockets)
    yield gauge("inarow_searches_running", "Searches that run.", pool.count_running())
    yield gauge("inarow_searches_waiting", "Searches that wait for a thread.", pool.count_waiting())
    yield counter("inarow_moves_total", "Moves that were stored.", moves)
    answers = {each: traffic.answers[each] for each in CLASSES}
    yield Metric(
        "inarow_requests_total", "counter", "Answered requests, by status.", answers, "status"
    )
    yield counter("inarow_refused_sockets_total", "Refused sockets.", traffic.refused_sockets)
    if memory := _resident_bytes():
        yield gauge("process_resident_memory_bytes", "Memory of the server's process.", memory)


def _resident_bytes() -> int:
    """The memory of this process; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")

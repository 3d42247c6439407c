"""The web app under load: many open games, and one user with many searches beside one with few.

Server and clients share this machine, on loopback. Every client is a user of its own, with a socket
and a game against ``greedy``, and makes a move each second. The time is measured from sending a
move to the machine's answer, once all users have come. At the end the server is stopped, and every
move that was acknowledged must be in its database.

``web-long`` keeps the load up for ten minutes and watches the server's memory. Games are in SQLite,
or in the empty database that ``INAROW_BENCH_DB`` names: postgresql://…
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from inarow.games import load_game
from inarow.player import Player
from inarow.players import load_player
from inarow.server.edge.identity import COOKIE, TOKEN_BYTES
from inarow.server.storage import Store

GAME = load_game("gomoku")
GAMES = 500
SECONDS = 30.0
LONG_LOAD = 600.0  # seconds of web-long
EARLY = 120.0  # seconds after which its memory is what the later one is compared with
GROWTH = 1.1  # of the memory, at most
DATABASE = os.environ.get("INAROW_BENCH_DB")
EVERY = 1.0  # second between the moves of one person
PROMISED = 0.25  # seconds, for 99 of 100 answers
ARRIVALS = 50  # people a second, until all are there
# Of the people, all on loopback, as Linux has them: new games of one address are limited.
ADDRESSES = tuple(f"127.0.0.{number}" for number in range(1, 11))
LOST_AFTER = 10.0  # seconds without an answer
PATIENCE = 30.0  # seconds for the server to start
LONG_SEARCHES = 12  # of the user with many searches
LONG_SECONDS = 2.0


@dataclass
class Times:
    """What one run measured, in seconds."""

    stones: list[float] = field(default_factory=list)  # until the own stone was there
    answers: list[float] = field(default_factory=list)  # until the machine had answered
    counted_from: float = 0.0  # when all people are there
    lost: int = 0
    games: dict[str, list[int]] = field(default_factory=dict)  # what was acknowledged


def web() -> Iterator[str]:
    """500 open games against greedy; then how fairly strong players queue."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        with _server(folder) as (url, _):
            times = asyncio.run(_load(url, SECONDS))
            waits = asyncio.run(_fairness(url))
        missing = asyncio.run(_missing(folder, times.games))
    yield _sentence("own stone", times.stones)
    yield _sentence("answer", times.answers)
    yield f"moves lost: {times.lost}; acknowledged but not in the database: {missing}"
    modest, greedy = waits
    yield (
        f"one person asks for {LONG_SEARCHES} searches of {LONG_SECONDS:g} s, then another for one:"
        f" the other has its answer after {modest:.1f} s, the first its last after {greedy:.1f} s"
    )


def web_long() -> Iterator[str]:
    """The same load for ten minutes: answers, and the memory of the server."""

    async def load(url: str, process: int) -> tuple[Times, list[float]]:
        watching = asyncio.create_task(_watch_memory(process))
        return await _load(url, LONG_LOAD), await watching

    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        with _server(folder) as (url, process):
            times, (early, late) = asyncio.run(load(url, process))
        missing = asyncio.run(_missing(folder, times.games))
    yield _sentence("answer", times.answers, LONG_LOAD)
    yield f"moves lost: {times.lost}; acknowledged but not in the database: {missing}"
    yield (
        f"memory after {EARLY:g} s {early:.0f} MB, after {LONG_LOAD:g} s {late:.0f} MB: "
        f"{late / early:.2f} times (promised: at most {GROWTH:g}): "
        f"{'kept' if late <= GROWTH * early else 'BROKEN'}"
    )


async def _watch_memory(process: int) -> list[float]:
    """Resident megabytes of a process, early and late in a long load."""
    await asyncio.sleep(EARLY)
    early = _megabytes(process)
    await asyncio.sleep(LONG_LOAD - EARLY)
    return [early, _megabytes(process)]


def _megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1024


def _sentence(name: str, seconds: list[float], duration: float = SECONDS) -> str:
    cut = statistics.quantiles(seconds, n=100)
    share = sum(each <= PROMISED for each in seconds) / len(seconds)
    return (
        f"{GAMES} games, {name}: {len(seconds)} in {duration:g} s, median {1000 * cut[49]:.0f} ms, "
        f"99 % within {1000 * cut[98]:.0f} ms, longest {1000 * max(seconds):.0f} ms; "
        f"{share:.2%} within {1000 * PROMISED:.0f} ms (promised: 99 %): "
        f"{'kept' if share >= 0.99 else 'BROKEN'}"
    )


@contextmanager
def _server(folder: Path) -> Iterator[tuple[str, int]]:
    """A server's address, and the number of its process."""
    command = [sys.executable, "-c", "from inarow.cli.main import main; main()"]
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", "--data", str(folder), *_database_option()],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].rstrip("/"), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _database_option() -> list[str]:
    return [] if DATABASE is None else ["--db", DATABASE]


async def _load(url: str, seconds: float) -> Times:
    times = Times()
    until = time.perf_counter() + GAMES / ARRIVALS + seconds
    times.counted_from = until - seconds
    # Connections that idle are closed by the server; a new one for each request is no great cost.
    once = httpx.Limits(max_keepalive_connections=0)
    async with AsyncExitStack() as stack:
        clients = []
        for address in ADDRESSES:
            transport = httpx.AsyncHTTPTransport(limits=once, local_address=address)
            client = httpx.AsyncClient(base_url=url, timeout=PATIENCE, transport=transport)
            clients.append(await stack.enter_async_context(client))
        await asyncio.gather(*(_person(clients, number, until, times) for number in range(GAMES)))
    return times


async def _person(
    clients: list[httpx.AsyncClient], number: int, until: float, times: Times
) -> None:
    """Open a game, make a move each second, and a new game when it is over."""
    client = clients[number % len(clients)]
    source = (ADDRESSES[number % len(clients)], 0)
    player = load_player("greedy", GAME, seed=number)
    await asyncio.sleep(number / ARRIVALS)
    who = {"Cookie": _cookie(f"person {number}")}
    seats = [{"kind": "human"}, {"kind": "player", "spec": "greedy"}]
    while time.perf_counter() < until:
        answer = await client.post(
            "/api/games", json={"game": GAME.spec, "seats": seats}, headers=who
        )
        answer.raise_for_status()
        address = f"ws://{client.base_url.netloc.decode()}/api/games/{answer.json()['id']}/live"
        async with connect(
            address, additional_headers=who, open_timeout=PATIENCE, local_addr=source
        ) as socket:
            await _play(socket, player, until, times)


def _cookie(name: str) -> str:
    """A person's cookie: whoever knows a token is that person."""
    token = blake2b(name.encode(), digest_size=TOKEN_BYTES).digest()
    return f"{COOKIE}={urlsafe_b64encode(token).decode()}"


async def _play(socket: ClientConnection, player: Player, until: float, times: Times) -> None:
    game = await _next_game(socket, 0)
    while time.perf_counter() < until and game["result"] is None:
        ply = game["ply"]
        action = player.act(GAME.state_from(game["moves"])).action
        start = time.perf_counter()
        await socket.send(json.dumps({"type": "move", "action": action, "ply": ply}))
        try:
            async with asyncio.timeout(LOST_AFTER):
                game = await _next_game(socket, ply + 1)
                stone = time.perf_counter() - start
                if game["result"] is None and game["ply"] == ply + 1:
                    game = await _next_game(socket, ply + 2)
                answer = time.perf_counter() - start
        except TimeoutError:
            times.lost += 1
            return
        if start >= times.counted_from:
            times.stones.append(stone)
            times.answers.append(answer)
        times.games[game["id"]] = game["moves"]
        await asyncio.sleep(max(0.0, start + EVERY - time.perf_counter()))


async def _next_game(socket: ClientConnection, least_ply: int) -> dict[str, Any]:
    while True:
        event = json.loads(await socket.recv())
        if event["type"] == "error":
            raise RuntimeError(event["message"])
        if event["type"] == "game" and event["game"]["ply"] >= least_ply:
            game: dict[str, Any] = event["game"]
            return game


async def _fairness(url: str) -> tuple[float, float]:
    """Seconds until a modest person, who comes last, and until a greedy one has all answers."""
    greedy = [
        asyncio.create_task(_analyse(url, cookie=_cookie("greedy"))) for _ in range(LONG_SEARCHES)
    ]
    await asyncio.sleep(0.5)
    modest = await _analyse(url, cookie=_cookie("modest"))
    return modest, max(await asyncio.gather(*greedy))


async def _analyse(url: str, cookie: str) -> float:
    start = time.perf_counter()
    address = f"ws{url.removeprefix('http')}/api/analysis/live"
    request = {"game": GAME.spec, "moves": [112, 113], "player": "engine", "time": LONG_SECONDS}
    async with connect(address, additional_headers={"Cookie": cookie}) as socket:
        await socket.send(json.dumps({"type": "analyse", "request": 1, "lines": 1, **request}))
        while json.loads(await socket.recv())["type"] != "done":
            pass
    return time.perf_counter() - start


async def _missing(folder: Path, games: dict[str, list[int]]) -> int:
    """Acknowledged moves that a server that opens the database again would not find."""
    store = Store.open(DATABASE or f"sqlite:///{folder / 'inarow.db'}")
    missing = 0
    for id_, moves in games.items():
        stored = await store.games.load(id_)
        kept = [] if stored is None else [move.action for move in stored.moves]
        missing += sum(a != b for a, b in zip(moves, kept, strict=False))
        missing += max(0, len(moves) - len(kept))
    await store.close()
    return missing

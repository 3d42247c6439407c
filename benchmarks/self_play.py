"""The speed of self-play: ours against a plain loop with the same network on the same cores."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import inarow
from benchmarks import plain_alphazero as plain
from benchmarks.random_network import random_network_int8, richest_encoding
from benchmarks.timing import Row, median_row
from inarow.learning.jobs import Job, Processes
from inarow.learning.replay import shard_from_bytes
from inarow.spec import Value

CORES = 2
AT_ONCE = 64
GAMES = 192  # of each core and round: the last ones, in small batches, are a small part of them
ROUNDS = 3
PROMISED = 30


class Speed(NamedTuple):
    """Of self-play, per second. Our searches end early when they have a proof: fewer for a move."""

    sims: float
    moves: float


def self_play() -> Iterator[Row]:
    """Ours, as jobs in processes, and the plain loop, in as many, in turns."""
    network = random_network_int8(inarow.load_game(plain.GAME))
    with ExitStack() as opened:
        ours = opened.enter_context(Processes(CORES))
        peers = [opened.enter_context(_plain_player(core)) for core in range(CORES)]
        _our_speed(ours, network, 0, games=1)  # starts the processes
        _plain_speed(peers, games=0)
        pairs = [
            (_our_speed(ours, network, 1 + number, games=GAMES), _plain_speed(peers, games=1))
            for number in range(ROUNDS)
        ]
    name = f"self-play, {plain.GAME}, {plain.SIMS} simulations, {CORES} processes"
    peer = "plain Python and PyTorch"
    sims = [(our.sims, other.sims) for our, other in pairs]
    moves = [(our.moves, other.moves) for our, other in pairs]
    yield median_row(name, "simulations/s", PROMISED, peer, sims)
    yield median_row(name, "moves/s", PROMISED, peer, moves)


def _our_speed(processes: Processes, network: bytes, seed: int, *, games: int) -> Speed:
    """From the first job to the end of the last."""
    settings: dict[str, Value] = {
        "encoding": richest_encoding(inarow.load_game(plain.GAME)),
        "at_once": AT_ONCE,
        "sims": plain.SIMS,
        "full_share": 1.0,
        "considered": 0,  # PUCT, without noise, as in the plain loop
        "noise": 0.0,
        "c": plain.EXPLORATION,
        "fpu": -1.0,
        "images": 0,
        "random_plies": 0,
        "temperature": 1.0,
        "temperature_plies": plain.TEMPERATURE_PLIES,
    }
    checksum = hashlib.sha256(network).hexdigest()
    jobs = [
        Job("alphazero", plain.GAME, checksum, seed, core * games, games, settings)
        for core in range(CORES)
    ]
    start = time.perf_counter()
    contents = processes.run(jobs, {checksum: network})
    seconds = time.perf_counter() - start
    shards = [shard_from_bytes(Path("job"), content) for content in contents]
    moves = sum(int(shard.arrays["lengths"].sum()) for shard in shards)
    return Speed(sum(shard.sims for shard in shards) / seconds, moves / seconds)


def _plain_player(seed: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.plain_alphazero", str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _plain_speed(players: list[subprocess.Popen[str]], *, games: int) -> Speed:
    """Of all together; that one ends before the other does not count against them."""
    for player in players:
        assert player.stdin is not None
        player.stdin.write(f"{games}\n")
        player.stdin.flush()
    total = 0.0
    for player in players:
        assert player.stdout is not None
        moves, seconds = map(float, player.stdout.readline().split())
        total += moves / seconds
    return Speed(plain.SIMS * total, total)

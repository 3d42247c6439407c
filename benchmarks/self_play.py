"""The speed of self-play: ours against plain loops with the same network on the same cores.

The plain loop has its rules in Python, as the one that it follows; the second one has ours.
"""

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
PEERS = {"python": ("plain Python and PyTorch", 30.0), "core": ("the same with our rules", 0.0)}
"""Plain loops by where their rules are: their names, and how much faster we promise to be."""


class Speed(NamedTuple):
    """Of self-play, per second. Our searches end early when they have a proof: fewer for a move."""

    sims: float
    moves: float


def self_play() -> Iterator[Row]:
    """Ours, as jobs in processes, and each plain loop, in as many, in turns."""
    network = random_network_int8(inarow.load_game(plain.GAME))
    rounds = []
    with ExitStack() as opened:
        ours = opened.enter_context(Processes(CORES))
        peers = {
            rules: [opened.enter_context(_plain_player(core, rules)) for core in range(CORES)]
            for rules in plain.RULES
        }
        _our_speed(ours, network, 0, games=1)  # starts the processes
        for players in peers.values():
            _plain_speed(players, games=0)
        for number in range(ROUNDS):
            our = _our_speed(ours, network, 1 + number, games=GAMES)
            others = {rules: _plain_speed(players, games=1) for rules, players in peers.items()}
            rounds.append((our, others))
    name = f"self-play, {plain.GAME}, {plain.SIMS} simulations, {CORES} processes"
    for rules in plain.RULES:
        peer, promised = PEERS[rules]
        sims = [(our.sims, others[rules].sims) for our, others in rounds]
        moves = [(our.moves, others[rules].moves) for our, others in rounds]
        yield median_row(name, "simulations/s", promised, peer, sims)
        yield median_row(name, "moves/s", promised, peer, moves)


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


def _plain_player(seed: int, rules: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.plain_alphazero", str(seed), "--rules", rules],
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

"""AlphaZero: what the search costs without its network and with it, and the speed of self-play."""

from __future__ import annotations

import hashlib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import numpy as np

import inarow
from benchmarks import plain_alphazero as plain
from benchmarks.timing import Row, enough, median_row, rate
from inarow import _core
from inarow.learning.jobs import Job, Processes
from inarow.learning.networks.export import to_int8, to_onnx
from inarow.learning.replay import shard_from_bytes
from inarow.models.onnx import Floats, NetworkModel, network_from_bytes
from inarow.models.policy_value import find_network, nearest_network
from inarow.players.alphazero import BATCH, EXPLORATION, FIRST_PLAY
from inarow.spec import Value

# What a simulation costs without a network: game, simulations/s that we promise.
UNIFORM = (("ultimate", 800_000), ("gomoku", 300_000))
PROMISED_FROM_PYTHON = 100_000
FULL_BATCH = 64
SIMS_UNIFORM = 2000  # for one move, from the start position, as for the other searches
SECONDS, ROUNDS = 0.3, 7

# The share of the network in the time of a search: games of the players that ship.
SHARES = ("9x9x5", "gomoku", "ultimate")
PROMISED_SHARE = 0.85
SIMS_NETWORK = 400  # as the player has by default
CALIBRATION, CALIBRATION_PLIES = 512, 12  # random positions for int8

# Self-play: for the settings of both sides see plain_alphazero.py.
CORES = 2
GAMES = 64  # of each core and round, all at once
SELF_PLAY_ROUNDS = 3
PROMISED_RATIO = 30


def alphazero() -> Iterator[str]:
    """Lines of the report, in the order of the promises."""
    for spec, promised in UNIFORM:
        encoding = plain.richest_encoding(inarow.load_game(spec))
        for how, network, least in (
            ("uniform network in C++", _core.Network.uniform(encoding), promised),
            ("from Python", _core.Network(_uniform, encoding), PROMISED_FROM_PYTHON),
        ):
            yield (
                f"alphazero, {spec}, {how}, batches of {FULL_BATCH}: "
                f"{_simulations(spec, network):,.0f} simulations/s (promised {least:,})"
            )
    for spec in SHARES:
        yield str(_share(spec))
    yield from map(_line, _self_play())


# --- the search alone ---


def _uniform(planes: Floats) -> tuple[Floats, Floats]:
    """A network in Python that costs nothing."""
    count, _, rows, columns = planes.shape
    return np.zeros((count, rows * columns), np.float32), np.zeros(count, np.float32)


def _simulations(spec: str, network: _core.Network) -> float:
    """Simulations per second in one thread, median over the rounds."""
    state = inarow.load_game(spec).new_initial_state()
    search = _search(state, network, FULL_BATCH)

    def decide(times: int) -> None:
        for _ in range(times):
            found = search.decide(state, None, None, SIMS_UNIFORM, None)
            if found["sims"] != SIMS_UNIFORM:
                raise RuntimeError(f"the search was done after {found['sims']} simulations")

    amount = enough(decide, SECONDS)
    return statistics.median(rate(decide, amount, SIMS_UNIFORM) for _ in range(ROUNDS))


def _search(state: inarow.State, network: _core.Network, batch: int) -> _core.Search:
    """The search of the player; each decision begins with an empty tree. It needs the state."""
    return _core.alphazero(
        state, 1, network=network, batch=batch, c=EXPLORATION, fpu=FIRST_PLAY, fold=0, reuse=False
    )


# --- the share of the network ---


class Share(NamedTuple):
    """How much of a search's time is in its network."""

    game: str
    network: str
    share: float
    evaluations: float
    """Per second."""

    def __str__(self) -> str:
        return (
            f"alphazero, {self.game}, {self.network}, batches of up to {BATCH}: "
            f"{self.share:.1%} of the time in the network (promised {PROMISED_SHARE:.0%}), "
            f"{self.evaluations:,.0f} evaluations/s"
        )


class TimedNetwork:
    """A network that measures the time of its answers."""

    def __init__(self, model: NetworkModel) -> None:
        self._model = model
        self.seconds = 0.0
        self.positions = 0

    def evaluate(self, planes: Floats) -> tuple[Floats, Floats]:
        """As the network does."""
        start = time.perf_counter()
        found = self._model.evaluate(planes)
        self.seconds += time.perf_counter() - start
        self.positions += len(planes)
        return found


def _share(spec: str) -> Share:
    """Searches like those of the player, with the network that ships or a random one."""
    game = inarow.load_game(spec)
    if nearest_network(game) is not None:
        name, model = "the network that ships", find_network("", game).model
    else:
        name = f"random network {plain.BLOCKS}x{plain.CHANNELS} in int8"
        model = network_from_bytes(Path("random"), _random_int8(game))
    timed = TimedNetwork(model)
    state = game.new_initial_state()
    search = _search(state, _core.Network(timed.evaluate, model.about["encoding"]), BATCH)

    def decide(times: int) -> None:
        for _ in range(times):
            search.decide(state, None, None, SIMS_NETWORK, None)

    amount = enough(decide, SECONDS)
    shares, evaluations = [], []
    for _ in range(ROUNDS):
        timed.seconds, timed.positions = 0.0, 0
        start = time.perf_counter()
        decide(amount)
        seconds = time.perf_counter() - start
        shares.append(timed.seconds / seconds)
        evaluations.append(timed.positions / seconds)
    return Share(spec, name, statistics.median(shares), statistics.median(evaluations))


def _random_int8(game: inarow.Game) -> bytes:
    """The network of the plain loop as a file in int8."""
    encoding = plain.richest_encoding(game)
    planes, rows, columns = game.observation_tensor_shape(encoding)
    about = {"game": game.spec, "encoding": encoding, "network": "res"}
    net = plain.new_network(game)
    exact = to_onnx(net, planes=planes, rows=rows, columns=columns, about=about)
    games = inarow.vector(game, CALIBRATION, seed=1, encoding=encoding)
    for _ in range(CALIBRATION_PLIES):
        games.step(games.random_actions())
    return to_int8(exact, games.observations.copy())


# --- self-play ---


class Speed(NamedTuple):
    """Of self-play, per second. Our searches end early when they have a proof: fewer for a move."""

    sims: float
    moves: float


def _self_play() -> Iterator[Row]:
    """Ours, as jobs in processes, and the plain loop, in as many, in turns."""
    network = _random_int8(inarow.load_game(plain.GAME))
    with ExitStack() as opened:
        ours = opened.enter_context(Processes(CORES))
        peers = [opened.enter_context(_plain_player(core)) for core in range(CORES)]
        _our_speed(ours, network, 0, games=1)  # starts the processes
        _plain_speed(peers, games=0)
        pairs = [
            (_our_speed(ours, network, 1 + number, games=GAMES), _plain_speed(peers, games=1))
            for number in range(SELF_PLAY_ROUNDS)
        ]
    name = f"self-play, {plain.GAME}, {plain.SIMS} simulations, {CORES} processes"
    peer = "plain Python and PyTorch"
    sims = [(our.sims, other.sims) for our, other in pairs]
    moves = [(our.moves, other.moves) for our, other in pairs]
    yield median_row(name, "simulations/s", PROMISED_RATIO, peer, sims)
    yield median_row(name, "moves/s", PROMISED_RATIO, peer, moves)


def _our_speed(processes: Processes, network: bytes, seed: int, *, games: int) -> Speed:
    """From the first job to the end of the last."""
    settings: dict[str, Value] = {
        "encoding": plain.richest_encoding(inarow.load_game(plain.GAME)),
        "at_once": games,
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
    return Speed(sum(shard.evaluations for shard in shards) / seconds, moves / seconds)


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


def _line(row: Row) -> str:
    return (
        f"{row.name}: {row.ours:,.0f} {row.unit}, {row.peer_name} {row.peer:,.1f}: "
        f"{row.ratio:.1f} times as fast (promised {row.target:g})"
    )

"""AlphaZero: what the search costs without its network and with it, and the speed of self-play."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import inarow
from benchmarks.random_network import BLOCKS, CHANNELS, random_network_int8, richest_encoding
from benchmarks.self_play import self_play
from benchmarks.timing import Row, enough, rate
from inarow import _core
from inarow.models.onnx import Floats, network_from_bytes
from inarow.models.policy_value import find_network, nearest_network
from inarow.models.residual import Evaluate
from inarow.players.alphazero import BATCH, EXPLORATION, FIRST_PLAY

# What a simulation costs without a network: game, simulations/s that we promise.
UNIFORM = (("ultimate", 800_000), ("gomoku", 300_000))
PROMISED_FROM_PYTHON = 100_000
FULL_BATCH = 64
SIMS_UNIFORM = 2000  # for one move, from the start position, as for the other searches
SECONDS, ROUNDS = 0.3, 7

# The share of the network in the time of a search: games of the players that ship.
SHARES = ("tictactoe", "5x5x4", "6x6x4", "9x9x5", "gomoku", "ultimate")
PROMISED_SHARE = 0.85
SIMS_NETWORK = 800  # as the player has by default


def alphazero() -> Iterator[str]:
    """Lines of the report, in the order of the promises."""
    for spec, promised in UNIFORM:
        encoding = richest_encoding(inarow.load_game(spec))
        for how, network, least in (
            ("uniform network in C++", _core.Network.uniform(encoding), promised),
            ("from Python", _core.Network(_uniform, encoding), PROMISED_FROM_PYTHON),
        ):
            yield (
                f"alphazero, {spec}, {how}, batches of {FULL_BATCH}: "
                f"{_simulations(spec, network):,.0f} simulations/s (promised {least:,})"
            )
    for spec in SHARES:
        yield from map(str, _shares(spec))
    yield from map(_line, self_play())


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
    """The search of the player; each decision begins with an empty tree. Keep the state."""
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
    promised: float

    def __str__(self) -> str:
        promise = f" (promised {self.promised:.0%})" if self.promised else ""
        return (
            f"alphazero, {self.game}, {self.network}, batches of up to {BATCH}: "
            f"{self.share:.1%} of the time in the network{promise}, "
            f"{self.evaluations:,.0f} evaluations/s"
        )


class TimedNetwork:
    """A network that measures the time of its answers."""

    def __init__(self, evaluate: Evaluate) -> None:
        self._evaluate = evaluate
        self.seconds = 0.0
        self.positions = 0

    def evaluate(self, planes: Floats) -> tuple[Floats, Floats]:
        """As the network does."""
        start = time.perf_counter()
        found = self._evaluate(planes)
        self.seconds += time.perf_counter() - start
        self.positions += len(planes)
        return found


def _shares(spec: str) -> Iterator[Share]:
    """Searches like those of the player, with the network that ships or a random one.

    The promise is for ONNX Runtime: the faster a network is, the less of the time it has. What the
    core runs is asked from Python here, too, which the player does not do.
    """
    game = inarow.load_game(spec)
    if nearest_network(game) is not None:
        name, model = "the network that ships", find_network("", game).model
    else:
        name = f"random network {BLOCKS}x{CHANNELS} in int8"
        model = network_from_bytes(Path("random"), random_network_int8(game))
    yield _share(game, name, model.about["encoding"], model.run_session, PROMISED_SHARE)
    if model.runs_in_core:
        yield _share(game, f"{name}, in the core", model.about["encoding"], model.evaluate, 0.0)


def _share(
    game: inarow.Game, name: str, encoding: str, evaluate: Evaluate, promised: float
) -> Share:
    timed = TimedNetwork(evaluate)
    state = game.new_initial_state()
    search = _search(state, _core.Network(timed.evaluate, encoding), BATCH)

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
    return Share(
        game.spec, name, statistics.median(shares), statistics.median(evaluations), promised
    )


# --- self-play ---


def _line(row: Row) -> str:
    return (
        f"{row.name}: {row.ours:,.0f} {row.unit}, {row.peer_name} {row.peer:,.1f}: "
        f"{row.ratio:.1f} times as fast (promised {row.target:g})"
    )

"""The bench of the engine: its speed, and whether it still searches the same tree.

Each position of ``data/bench/engine.txt`` (five in a row) or ``ultimate.txt`` is searched by a new
engine. The **signature** is the start of a SHA-256 over nodes, move, value and proof of each
position: it changes only when the search changes. It is the same on every run, machine and build,
because

- the limit is a number of nodes, with one thread and without a clock;
- every position has its own engine, with a table of fixed size and a fixed seed;
- values have four digits, so that the last bit of a mathematical library does not matter.

What it cannot do: tell whether a search is better. That takes games: see docs/engine.md.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources

from inarow.errors import BadSpec
from inarow.games import Game, State, load_game
from inarow.player import Decision, Limits, Player
from inarow.players.registry import load_player
from inarow.spec import value_text

NODES = 100_000
"""Nodes per position by default: depth 7 to 9, about ten seconds altogether."""

MEGABYTES = 32
"""Memory of each engine in MB; another size changes the search."""

GAMES = {"gomoku": "engine.txt", "ultimate": "ultimate.txt"}
"""The games that there are positions of, and their files."""

NETWORK = "ours"
"""The evaluation of the engine; another one changes the search."""

SEED = 1

SIGNATURE_DIGITS = 12
"""Digits of the hexadecimal hash: enough to tell all searches apart."""


@dataclass(frozen=True)
class BenchPosition:
    """A position to search."""

    game: Game
    kind: str
    moves: str

    @property
    def state(self) -> State:
        """The position to search."""
        return self.game.state_from(self.moves)


@dataclass(frozen=True)
class Searched:
    """A position and the result of its search; ``processor`` is in seconds, over all threads."""

    position: BenchPosition
    decision: Decision
    processor: float

    @property
    def nodes(self) -> int:
        """Nodes of the search."""
        return self.decision.stats["nodes"]

    @property
    def seconds(self) -> float:
        """Seconds of the search."""
        return self.decision.stats["seconds"]

    def as_text(self) -> str:
        """The text that enters the signature."""
        decision = self.decision
        value = None if decision.value is None else round(decision.value * 10_000)
        game = self.position.game
        return (
            f"{game.spec} {self.position.moves}: {decision.stats['nodes']} nodes, "
            f"{game.action_to_string(decision.action)} {value} {decision.stats['proven']}"
        )


def bench_positions(game: str = "gomoku") -> list[BenchPosition]:
    """The fixed set of positions of a game.

    >>> positions = bench_positions()
    >>> len(positions), sorted({str(position.game) for position in positions})
    (36, ['gomoku', 'gomoku:rule=standard', 'gomoku:size=20', 'gomoku:size=20,rule=standard'])
    >>> len(bench_positions("ultimate"))
    18
    """
    if game not in GAMES:
        raise BadSpec(f"There are no positions of {game} to search: use {' or '.join(GAMES)}.")
    file = resources.files("inarow.data").joinpath("bench", GAMES[game])
    rows = (line.split() for line in file.read_text(encoding="utf-8").splitlines())
    return [
        BenchPosition(load_game(row[0]), row[1], row[2])
        for row in rows
        if row and not row[0].startswith("#")
    ]


def search_position(
    position: BenchPosition, limits: Limits, threads: int = 1, network: str = NETWORK
) -> Searched:
    """Search a position with a new engine; ``network`` is the engine's parameter."""
    spec = f"engine:mb={MEGABYTES},threads={threads},network={value_text(network)}"
    return search_with(load_player(spec, position.game, SEED), position, limits)


def search_with(player: Player, position: BenchPosition, limits: Limits) -> Searched:
    """Search a position with a player that has not searched anything yet."""
    state = position.state
    begun = time.process_time()
    decision = player.act(state, limits)
    return Searched(position, decision, time.process_time() - begun)


def signature(searched: Iterable[Searched]) -> str:
    """A hash of searches: equal only for equal searches."""
    text = "\n".join(one.as_text() for one in searched)
    return hashlib.sha256(text.encode()).hexdigest()[:SIGNATURE_DIGITS]


@dataclass(frozen=True)
class Speeds:
    """One thread and several, measured in turns: nodes per second, and per processor second."""

    threads: int
    one: float
    several: float
    one_processor: float
    several_processor: float

    @property
    def ratio(self) -> float:
        """The speed of several threads relative to one, by wall clock."""
        return self.several / self.one

    @property
    def free_ratio(self) -> float:
        """The relative speed with a free core per thread, by processor time."""
        return self.threads * self.several_processor / self.one_processor


def measure_threads(
    threads: int, seconds: float, network: str = NETWORK, game: str = "gomoku"
) -> Speeds:
    """The speed of several threads and of one; both search each position for so many seconds.

    The order alternates, so that other load on the machine affects both alike. Positions that are
    decided within half of the time do not count.
    """
    runs: dict[int, list[Searched]] = {1: [], threads: []}
    for number, position in enumerate(bench_positions(game)):
        order = (1, threads) if number % 2 == 0 else (threads, 1)
        limits = Limits(time=seconds)
        pair = {count: search_position(position, limits, count, network) for count in order}
        if min(run.seconds for run in pair.values()) > seconds / 2:
            for count, run in pair.items():
                runs[count].append(run)
    if not runs[1]:
        raise BadSpec(f"All positions were decided within {seconds:g} s: give them less time.")
    return Speeds(threads, *(_speed(runs[n], by) for by in (False, True) for n in (1, threads)))


def _speed(runs: list[Searched], by_processor: bool) -> float:
    spent = sum(run.processor if by_processor else run.seconds for run in runs)
    return sum(run.nodes for run in runs) / spent if spent else 0.0

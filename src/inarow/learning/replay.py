"""The games that a network learns from: shards of self-play, and a window over the newest.

A shard has the games of one job: their moves, results and samples, which are the positions that
were searched in full. Planes are made from the moves when a shard is read, so that a file stays
small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile
from inarow.files import AnyPath
from inarow.games import Game, load_game
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes
from inarow.protocols.record import GameRecord

FORMAT = "inarow games 2"
SUFFIX = ".games"
PLAYER = "alphazero"
"""Of both sides, in records."""
NO_REPLY = -100
"""The reply to the last move of a game; PyTorch's losses leave it out."""

KINDS = {
    "moves": ("uint16", 1),
    "lengths": ("int32", 1),
    "openings": ("int32", 1),
    "results": ("int8", 1),
    "sample_games": ("int32", 1),
    "sample_plies": ("int32", 1),
    "values": ("float32", 1),
    "policies": ("float16", 2),
}
"""The arrays of a shard: their types and dimensions."""
COUNTS = ("sims", "evaluations")
"""What a shard says of the whole job."""


class Shard(NamedTuple):
    """The games of one job."""

    game: Game
    arrays: Mapping[str, NDArray[Any]]
    sims: int
    evaluations: int
    """Positions that the network was asked about; less than the simulations by what was kept."""

    @property
    def games(self) -> int:
        """How many."""
        return len(self.arrays["lengths"])


class Samples(NamedTuple):
    """Positions to learn from; all for the player to move."""

    planes: NDArray[Any]
    """Positions x planes x rows x columns."""
    policies: NDArray[Any]
    """What the search made of the policy, by cell; all 0 where the position is lost."""
    values: NDArray[Any]
    """What the search found, from -1 to 1."""
    results: NDArray[Any]
    """How the game ended: 1, 0 or -1."""
    replies: NDArray[Any]
    """The move after the one that was played here, or NO_REPLY."""

    def __len__(self) -> int:
        return len(self.planes)

    def pick(self, which: NDArray[np.intp]) -> Samples:
        """Some of them."""
        return Samples(*(array[which] for array in self))


def shard_to_bytes(game: Game, played: Mapping[str, Any]) -> bytes:
    """The content of a file, of what the core's self-play returned."""
    arrays = {name: played[name].astype(kind) for name, (kind, _) in KINDS.items()}
    counts = {name: str(played[name]) for name in COUNTS}
    about = {"format": FORMAT, "game": game.spec, **counts}
    return tensors_to_bytes(arrays, about)


def shard_from_bytes(path: Path, content: bytes) -> Shard:
    """The games; BadFile if they are none."""
    arrays, about = tensors_from_bytes(path, content)
    kinds = {name: (array.dtype.name, array.ndim) for name, array in arrays.items()}
    if about.get("format") != FORMAT or kinds != KINDS:
        raise BadFile(f"{path} has no games of self-play.")
    try:
        return Shard(load_game(about["game"]), arrays, *(int(about[name]) for name in COUNTS))
    except (KeyError, ValueError):
        raise BadFile(f"{path} does not say what its games are.") from None


def samples_of(path: Path, shard: Shard, encoding: str) -> Samples:
    """The positions to learn from."""
    game, arrays = shard.game, shard.arrays
    games, plies = arrays["sample_games"], arrays["sample_plies"]
    cells = game.num_distinct_actions()
    if (arrays["moves"] >= cells).any() or arrays["policies"].shape != (len(plies), cells):
        raise BadFile(f"{path} has no games of self-play: they are of another board.")
    try:
        planes = _core.replay_planes(
            game.new_initial_state(), arrays["moves"], arrays["lengths"], games, plies, encoding
        )
    except ValueError as error:
        raise BadFile(f"{path} has no games of self-play: {error}.") from None
    starts = np.concatenate([[0], np.cumsum(arrays["lengths"])])
    has_reply = plies + 1 < arrays["lengths"][games]
    places = np.where(has_reply, starts[games] + plies + 1, 0)
    replies = np.where(has_reply, arrays["moves"][places].astype(np.int64), NO_REPLY)
    results = arrays["results"][games] * np.where(plies % 2 == 0, 1, -1).astype(np.int8)
    return Samples(planes, arrays["policies"], arrays["values"], results, replies)


def records_of(path: AnyPath) -> Iterator[GameRecord]:
    """The games of a shard, with the values of the moves that were searched in full."""
    path = Path(path)
    try:
        shard = shard_from_bytes(path, path.read_bytes())
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
    arrays, start = shard.arrays, 0
    for number, length in enumerate(arrays["lengths"].tolist()):
        moves = tuple(arrays["moves"][start : start + length].tolist())
        start += length
        values: list[float | None] = [None] * length
        for sample in np.flatnonzero(arrays["sample_games"] == number):
            values[arrays["sample_plies"][sample]] = float(arrays["values"][sample])
        result = float(arrays["results"][number])
        yield GameRecord(
            game=shard.game.spec,
            players=(PLAYER, PLAYER),
            moves=moves,
            opening=int(arrays["openings"][number]),
            result=(result, -result),
            values=tuple(values),
            event={"selfplay": path.stem, "number": number},
        )


class ReplayWindow:
    """The samples of the newest shards, by board: a curriculum has several sizes."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._shards: dict[str, tuple[tuple[int, int], Samples]] = {}
        self._boards: dict[tuple[int, int], Samples] | None = {}
        self.total = 0
        """Samples so far, also those that were dropped."""

    def __len__(self) -> int:
        return sum(len(samples) for _, samples in self._shards.values())

    def add(self, name: str, shard: Shard) -> int:
        """Add the samples of a shard; returns how many there are."""
        samples = samples_of(Path(name), shard, self._encoding)
        self._shards[name] = (shard.game.rows, shard.game.columns), samples
        self.total += len(samples)
        self._boards = None
        return len(samples)

    def drop_beyond(self, size: int) -> list[str]:
        """Drop the oldest shards as long as the newer ones have so many samples; their names."""
        dropped = []
        left = len(self)
        for name, (_, samples) in list(self._shards.items()):
            left -= len(samples)
            if left < size:
                break
            del self._shards[name]
            dropped.append(name)
            self._boards = None
        return dropped

    def boards(self) -> Sequence[Samples]:
        """All samples, those of one board together."""
        if self._boards is None:
            by_board: dict[tuple[int, int], list[Samples]] = {}
            for board, samples in self._shards.values():
                by_board.setdefault(board, []).append(samples)
            self._boards = {
                board: Samples(*map(np.concatenate, zip(*parts, strict=True)))
                for board, parts in by_board.items()
            }
        return list(self._boards.values())

    def draw(self, count: int, rng: np.random.Generator) -> Samples:
        """Random samples of one board; boards are drawn by their share."""
        boards = self.boards()
        sizes = np.array([len(board) for board in boards], float)
        board = boards[rng.choice(len(boards), p=sizes / sizes.sum())]
        return board.pick(rng.integers(len(board), size=count))


GROWTH, POWER = 0.4, 0.75
"""Of the window (Wu 2019): how fast it grows at first, and the power of all samples."""


def window_size(total: int, least: int, growth: float = GROWTH) -> int:
    """How many samples to learn from after ``total``: more, but ever more slowly (Wu 2019).

    >>> window_size(1000, 10_000), window_size(100_000, 10_000) < 100_000
    (10000, True)
    """
    if total <= least:
        return least
    return int(least * (1 + growth * ((total / least) ** POWER - 1) / POWER))

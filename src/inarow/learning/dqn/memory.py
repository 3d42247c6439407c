"""The replay memory: positions of the newest games, drawn by how wrong their values were.

The target of a move looks up to n moves ahead. With r the reward of a move for who made it and
t = -gamma, as every move changes who is to move:

    y = r_0 + t r_1 + ... + t^(k-1) r_(k-1) + t^k max Q(s_k)       k moves, or as many as are left

k is n, or less: the moves after the first must be those that the network thought best, as the
target is to be the value of best play (Watkins's rule for Q(lambda), 1989). What is known when the
games are over (rewards and k) is computed once; the last term is left to the learner.

A position is drawn with probability P = p^alpha / sum of p^alpha, where p is the last error of its
value, and its loss has the weight (N P)^-beta (Schaul et al. 2016). The first error of a position
is known from the game, where the network was asked about all positions anyway (Horgan et al. 2018).
A draw is a cumulative sum and a binary search for the whole batch: 4 ms for 200,000
positions, where a step of the network on 9x9 takes 80; a sum tree would gain little.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile
from inarow.games import Game
from inarow.learning.dqn.acting import Played
from inarow.learning.dqn.shaping import shaped_rewards
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes

FORMAT = "inarow moves 1"
SUFFIX = ".moves"
LEAST_ERROR = 0.01
"""Added to errors, so that everything is drawn now and then."""
KINDS = {
    "moves": "uint16",
    "chosen": "bool",
    "lengths": "int32",
    "results": "int8",
    "values": "float16",
    "best": "float16",
}


class Positions(NamedTuple):
    """Positions to learn from, game by game and move by move; all for the player to move."""

    planes: NDArray[Any]
    """Positions x planes x rows x columns."""
    actions: NDArray[Any]
    returns: NDArray[Any]
    """The rewards of the moves up to the target's position."""
    jumps: NDArray[Any]
    """How many positions further the target's is; 0 if the game is over before."""
    errors: NDArray[Any]
    """How far values were from their targets, by what the network said when it played."""


def shard_to_bytes(game: Game, played: Played) -> bytes:
    """The content of a file with games."""
    return tensors_to_bytes(played._asdict(), {"format": FORMAT, "game": game.spec})


def shard_from_bytes(path: Path, content: bytes) -> Played:
    """The games; BadFile if they are none."""
    arrays, about = tensors_from_bytes(path, content)
    kinds = {name: array.dtype.name for name, array in arrays.items()}
    if about.get("format") != FORMAT or kinds != KINDS:
        raise BadFile(f"{path} has no games of DQN.")
    return Played(**arrays)


def positions_of(
    game: Game, encoding: str, played: Played, *, n_step: int, turn: float, shaping: float
) -> Positions:
    """All positions of games; ``turn`` is what a value is worth one move earlier, -gamma."""
    lengths = played.lengths
    games = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    starts = np.cumsum(lengths) - lengths
    plies = np.arange(len(games), dtype=np.int32) - starts[games].astype(np.int32)
    planes = _core.replay_planes(
        game.new_initial_state(), played.moves, lengths, games, plies, encoding
    )
    left = lengths[games] - plies
    ahead = np.ones(len(games), np.int32)  # moves up to the target's position
    rewards = np.zeros(len(games), np.float32)
    last = left == 1
    rewards[last] = np.where(plies[last] % 2 == 0, 1, -1) * played.results
    best = played.chosen | (rewards > 0)  # a win is best, whatever the network thought
    following = np.concatenate([best[1:], np.zeros(n_step, np.bool_)])
    for move in range(1, n_step):
        goes_on = (ahead == move) & following[move - 1 : move - 1 + len(games)]
        ahead += goes_on & (move < left)
    if shaping:
        rewards += shaping * shaped_rewards(game, planes, played.moves, last)
    padded = np.concatenate([rewards, np.zeros(n_step, np.float32)])
    returns = np.zeros(len(games), np.float32)
    for move in range(n_step):
        within = move < ahead
        returns += within * turn**move * padded[move : move + len(games)]
    jumps = np.where(ahead >= left, 0, ahead).astype(np.int8)
    later = np.minimum(np.arange(len(games)) + jumps, len(games) - 1)
    ends = np.where(jumps > 0, turn ** jumps.astype(np.float32) * played.best[later], 0)
    errors = np.abs(np.clip(returns + ends, -1, 1) - played.values).astype(np.float32)
    return Positions(planes, played.moves.astype(np.int64), returns, jumps, errors)


class Draw(NamedTuple):
    """A batch: places in the memory, and the weights of their losses."""

    places: NDArray[np.intp]
    weights: NDArray[np.float32]


class ReplayMemory:
    """The positions of the newest shards, with the last known error of each."""

    def __init__(self) -> None:
        self._sizes: dict[str, int] = {}
        self._positions: Positions | None = None

    def __len__(self) -> int:
        return sum(self._sizes.values())

    @property
    def positions(self) -> Positions:
        """All of them, the oldest first."""
        assert self._positions is not None, "There must be a shard."
        return self._positions

    @property
    def errors(self) -> NDArray[np.float32]:
        """Of all positions; may be changed."""
        return self.positions.errors if self._sizes else np.zeros(0, np.float32)

    def add(self, name: str, positions: Positions) -> None:
        """Add the positions of a shard."""
        self._sizes[name] = len(positions.actions)
        if self._positions is not None:
            both = zip(self._positions, positions, strict=True)
            positions = Positions(*map(np.concatenate, both))
        self._positions = positions

    def drop_beyond(self, size: int) -> list[str]:
        """Drop the oldest shards as long as the newer ones have so many positions; their names."""
        dropped = []
        count = 0
        for name, own in list(self._sizes.items()):
            if len(self) - own < size:
                break
            count += self._sizes.pop(name)
            dropped.append(name)
        if count:
            self._positions = Positions(*(array[count:] for array in self.positions))
        return dropped

    def draw(
        self, count: int, priority: float, importance: float, rng: np.random.Generator
    ) -> Draw:
        """Positions by their priorities."""
        shares = (self.errors.astype(np.float64) + LEAST_ERROR) ** priority
        sums = np.cumsum(shares)
        # One from each of `count` equal parts, so that a batch has no two by accident.
        wanted = (np.arange(count) + rng.random(count)) * (sums[-1] / count)
        places = np.minimum(np.searchsorted(sums, wanted, side="right"), len(self) - 1)
        weights = (len(self) * shares[places] / sums[-1]) ** -importance
        return Draw(places, (weights / weights.max()).astype(np.float32))

"""Self-play of AlphaZero in plain Python and PyTorch, which ours is compared with.

It follows the algorithm that alpha-zero-general published (Thakoor, Nair, Jhunjhunwala, "Learning
to play Othello without human knowledge", 2016): one game after the other, a recursive search whose
statistics are in dictionaries by position and action, the network asked about one leaf at a time.
A simulation goes down by the action with the largest

    Q(s, a) + c P(s, a) sqrt(sum_b N(s, b)) / (1 + N(s, a))

until it finds a new position or the end of the game, and adds the value there to all actions on its
way. Moves are drawn by their visits at first; later the most visited one is played.

As there, a position is an array with the stones of the player to move as 1, and the rules are in
Python. ``--rules core`` takes them from our core, which is faster. Images of the samples are left
to the training.

What it cannot do, and our search can: prove a win or a loss, and see those of the next two plies
without a simulation.

As a program it plays as many games as a line of its input says, and answers with the number of
moves and the seconds that they took.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import inarow
from benchmarks.random_network import random_network, richest_encoding
from inarow.learning.networks.base import Network, Outputs

GAME = "9x9x5"
SIMS = 100
"""Simulations for each move."""
EXPLORATION = 1.0
TEMPERATURE_PLIES = 15
"""From this ply on, the most visited move is played."""
LITTLE = 1e-8
"""A position without visits is explored by its priors."""


class Position(Protocol):
    """What the search asks of a position; values are for the player to move."""

    def copy(self) -> Position:
        """Another one, to be played on."""

    def play(self, action: int) -> None:
        """Make a move."""

    def key(self) -> Hashable:
        """Equal positions have equal keys."""

    def result(self) -> float | None:
        """None while the game goes on."""

    def legal(self) -> list[int]:
        """The moves."""

    def planes(self) -> NDArray[np.float32]:
        """What the network sees."""


class PythonPosition:
    """An array and rules in Python."""

    def __init__(self, game: inarow.Game) -> None:
        self._lines = lines_of(game.rows, game.columns, game.in_a_row)
        self._board = np.zeros((game.rows, game.columns), np.int8)
        """1 for the player to move, -1 for the other."""

    def copy(self) -> PythonPosition:
        """Another one; moves make new arrays, so this one is shared."""
        other = PythonPosition.__new__(PythonPosition)
        other._lines, other._board = self._lines, self._board
        return other

    def play(self, action: int) -> None:
        """Make a move, and see the board as the other player."""
        board = self._board.copy()
        board.flat[action] = 1
        self._board = -board

    def key(self) -> bytes:
        """The array's bytes."""
        return self._board.tobytes()

    def result(self) -> float | None:
        """A row of the player who has just moved is a loss; a full board is a draw."""
        board = self._board.ravel().tolist()
        if any(all(board[cell] == -1 for cell in line) for line in self._lines):
            return -1.0
        return None if 0 in board else 0.0

    def legal(self) -> list[int]:
        """The empty cells."""
        found: list[int] = np.flatnonzero(self._board == 0).tolist()
        return found

    def planes(self) -> NDArray[np.float32]:
        """Mine, theirs, empty."""
        return np.stack([self._board == side for side in (1, -1, 0)]).astype(np.float32)


@cache
def lines_of(rows: int, columns: int, length: int) -> list[list[int]]:
    """The cells of each row that would win."""

    def lines() -> Iterator[list[int]]:
        for row in range(rows):
            for column in range(columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    last = row + down * (length - 1), column + right * (length - 1)
                    if last[0] < rows and 0 <= last[1] < columns:
                        first, step = row * columns + column, down * columns + right
                        yield [first + step * number for number in range(length)]

    return list(lines())


class CorePosition:
    """A state of our core."""

    def __init__(self, game: inarow.Game) -> None:
        self._state = game.new_initial_state()
        self._encoding = richest_encoding(game)

    def copy(self) -> CorePosition:
        """Another one, to be played on."""
        other = CorePosition.__new__(CorePosition)
        other._state, other._encoding = self._state.clone(), self._encoding
        return other

    def play(self, action: int) -> None:
        """Make a move."""
        self._state.apply_action(action)

    def key(self) -> int:
        """The state's key."""
        return self._state.key()

    def result(self) -> float | None:
        """None while the game goes on."""
        state = self._state
        return state.returns()[state.move_number() % 2] if state.is_terminal() else None

    def legal(self) -> list[int]:
        """The moves."""
        return self._state.legal_actions()

    def planes(self) -> NDArray[np.float32]:
        """What the player to move sees."""
        return self._state.observation_tensor(self._encoding)


RULES: dict[str, Callable[[inarow.Game], Position]] = {
    "python": PythonPosition,
    "core": CorePosition,
}


class Sample(NamedTuple):
    """A position to learn from, for the player to move."""

    planes: NDArray[np.float32]
    policy: dict[int, float]
    result: float


class PlainSearch:
    """The search of one game; what it knows is kept from move to move."""

    def __init__(self, net: Network) -> None:
        self._net = net
        self._results: dict[Hashable, float | None] = {}
        self._priors: dict[Hashable, dict[int, float]] = {}
        self._position_visits: dict[Hashable, int] = {}
        self._visits: dict[tuple[Hashable, int], int] = {}
        self._values: dict[tuple[Hashable, int], float] = {}

    def policy(self, position: Position) -> dict[int, float]:
        """The share of the visits of each move after a search."""
        for _ in range(SIMS):
            self._simulate(position.copy())
        key = position.key()
        visits = {action: self._visits.get((key, action), 0) for action in self._priors[key]}
        total = sum(visits.values())
        return {action: count / total for action, count in visits.items()}

    def _simulate(self, position: Position) -> float:
        """One simulation; returns the value for the player to move."""
        key = position.key()
        if key not in self._results:
            self._results[key] = position.result()
        if (result := self._results[key]) is not None:
            return result
        if key not in self._priors:
            self._priors[key], value = self._evaluate(position)
            self._position_visits[key] = 0
            return value
        action = self._select(key)
        position.play(action)
        value = -self._simulate(position)
        edge = key, action
        visits = self._visits.get(edge, 0)
        self._values[edge] = (visits * self._values.get(edge, 0.0) + value) / (visits + 1)
        self._visits[edge] = visits + 1
        self._position_visits[key] += 1
        return value

    def _select(self, key: Hashable) -> int:
        spread = EXPLORATION * math.sqrt(self._position_visits[key] + LITTLE)
        chosen, most = -1, -math.inf
        for action, prior in self._priors[key].items():
            edge = key, action
            bound = spread * prior
            if edge in self._visits:
                bound = self._values[edge] + bound / (1 + self._visits[edge])
            if bound > most:
                chosen, most = action, bound
        return chosen

    @torch.inference_mode()
    def _evaluate(self, position: Position) -> tuple[dict[int, float], float]:
        """The priors of the legal moves, and the value for the player to move."""
        found: Outputs = self._net(torch.from_numpy(position.planes())[None])
        legal = position.legal()
        priors = found.policy[0, legal].softmax(0)
        return dict(zip(legal, priors.tolist(), strict=True)), found.value.item()


def play_game(net: Network, position: Position, rng: random.Random) -> list[Sample]:
    """One game against itself."""
    search = PlainSearch(net)
    found = []
    while (result := position.result()) is None:
        policy = search.policy(position)
        found.append((position.planes(), policy))
        if len(found) <= TEMPERATURE_PLIES:
            (action,) = rng.choices(list(policy), list(policy.values()))
        else:
            action = max(policy, key=policy.__getitem__)
        position.play(action)
    # The result is for the player who would move next: for those an even number of plies before.
    signs = [1 if (len(found) - ply) % 2 == 0 else -1 for ply in range(len(found))]
    return [Sample(*each, sign * result) for each, sign in zip(found, signs, strict=True)]


def main() -> None:
    """Play games as the input says; in one thread."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("seed")
    parser.add_argument("--rules", choices=RULES, default="python")
    options = parser.parse_args()
    torch.set_num_threads(1)
    game = inarow.load_game(GAME)
    net = random_network(game)
    # These heads are for training only; here they would cost time.
    net.soft_policy, net.reply = nn.Identity(), nn.Identity()
    rng, start_of = random.Random(options.seed), RULES[options.rules]
    for line in sys.stdin:
        start = time.perf_counter()
        moves = sum(len(play_game(net, start_of(game), rng)) for _ in range(int(line)))
        print(moves, time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()

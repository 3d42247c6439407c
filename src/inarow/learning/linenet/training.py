"""Training of the line network on positions of games.

The value is trained on a mix of the search's value and the result of the game, the policy on the
move that was made. Every twentieth game is held out for tests.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from inarow.errors import BadFile
from inarow.games import Game
from inarow.learning.linenet.learner import LineNetSettings
from inarow.learning.linenet.model import LineNet
from inarow.learning.linenet.positions import Positions, PositionsBySize, read_positions
from inarow.learning.network_state import pick_device, restore_state, state_to_bytes, take_weights
from inarow.learning.recorded_games import checksum_of, game_files
from inarow.learning.run import Algorithm, Figures, model_of
from inarow.learning.selfplay import self_play
from inarow.models.linenet import arrays_from_bytes, network_from_bytes, network_to_bytes
from inarow.player import Limits, Player
from inarow.players import load_player
from inarow.players.engine import engine_player
from inarow.protocols.jsonl import read_jsonl, to_json
from inarow.shards import Shards

MODEL_FILE = "model.linenet"
STATE_FILE = "state.safetensors"
DATA = "data"  # what the file of the state says of recorded games: their checksum
HELD_OUT = 20  # every so many games
MOST_TESTED = 4096  # positions of each size in a test
TEST_BATCH = 2048
CERTAIN = 0.01  # how often a value of +-1 may still be wrong
WARM_UP = 0.1  # share of the games in which the rate rises
OWN_DECAY = 0.1  # weight decay of the part of a row that belongs to one window


@dataclass(frozen=True)
class _Part:
    """Positions of one size, and which of them are fitted and tested."""

    positions: Positions
    fitted: NDArray[np.intp]
    tested: NDArray[np.intp]


class LineNetAlgorithm(Algorithm):
    """Learns from all games so far, a few steps for each new one."""

    def __init__(self, game: Game, settings: LineNetSettings, seed: int, shards: Shards) -> None:
        self._game, self._settings, self._seed, self._shards = game, settings, seed, shards
        self.limits: Limits = Limits(nodes=settings.nodes)
        self._positions, self._checksum = PositionsBySize(), ""
        if settings.data:
            paths = game_files(Path(settings.data))
            self._checksum = checksum_of(paths)
            self._positions = read_positions(paths)
        else:
            load_player(settings.player, game).close()  # it must exist
        self._parts = _parts(self._positions)
        if settings.data and not self._fitted():
            raise BadFile(f"{settings.data} has nothing to learn from: the first game is held out.")
        torch.set_num_threads(settings.threads)
        torch.manual_seed(seed)
        self._device = pick_device(settings.device)
        self._net = LineNet().to(self._device)
        others = [tensor for name, tensor in self._net.named_parameters() if name != "own"]
        self._optimizer = torch.optim.AdamW(
            [
                {"params": [self._net.own], "weight_decay": OWN_DECAY},
                {"params": others, "weight_decay": 0.0},
            ],
            lr=settings.rate,
        )

    def train(self, first: int, count: int) -> Figures:
        """Losses of the steps, and what the network says of the games that are held out."""
        settings = self._settings
        new = self._new_positions(first, count)
        steps = max(1, round(new * settings.passes / settings.batch))
        rng = np.random.default_rng([self._seed, first])
        losses = np.zeros(2)
        for step in range(steps):
            self._set_rate(first + count * step / steps)
            losses += self._step(rng)
        value, policy = losses / steps
        return {
            "loss": value + settings.policy * policy,
            "value_loss": value,
            "policy_loss": policy,
            **self._test(),
            "rate": self._optimizer.param_groups[0]["lr"],
            "positions": sum(len(part.positions) for part in self._parts),
        }

    def _new_positions(self, first: int, count: int) -> float:
        """How many positions came with the games; of recorded ones all are there from the start."""
        settings = self._settings
        before = self._fitted()
        if settings.data:
            return before * count / self._positions.games
        numbers = range(first, first + count)
        records = self_play(
            self._game, settings.player, self.limits, self._seed, numbers, settings.workers
        )
        name = f"{first:09d}.jsonl"
        lines = "".join(f"{to_json(record)}\n" for record in records)
        self._shards.add(name, lines.encode())
        self._add_shards([name])
        return self._fitted() - before

    def _add_shards(self, names: Iterable[str]) -> None:
        """Always from the file, which has rounded values, so that a resumed run has the same."""
        contents = (io.BytesIO(self._shards.read(name)) for name in names)
        self._positions.add(chain.from_iterable(map(read_jsonl, contents)))
        self._parts = _parts(self._positions)

    def _fitted(self) -> int:
        return sum(len(part.fitted) for part in self._parts)

    def _set_rate(self, games: float) -> None:
        """A linear rise, then a cosine, over the games of the run."""
        share = min(1.0, games / (self._settings.rate_games or self._settings.games))
        if share < WARM_UP:
            factor = max(share, 1e-3) / WARM_UP
        else:
            factor = 0.5 + 0.5 * math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))
        for group in self._optimizer.param_groups:
            group["lr"] = self._settings.rate * factor

    def _step(self, rng: np.random.Generator) -> tuple[float, float]:
        """One step on random positions of one size; the losses of value and policy."""
        sizes = np.array([len(part.fitted) for part in self._parts], float)
        if not sizes.sum():
            return 0.0, 0.0  # the first games are held out
        part = self._parts[rng.choice(len(sizes), p=sizes / sizes.sum())]
        chosen = part.fitted[rng.integers(len(part.fitted), size=self._settings.batch)]
        positions = part.positions
        values, policies = self._net(self._tensor(positions.boards[chosen]))
        results, thoughts = positions.results[chosen], positions.values[chosen]
        thoughts = np.where(np.isnan(thoughts), results, thoughts.clip(CERTAIN, 1 - CERTAIN))
        share = self._settings.thoughts
        target = self._tensor(share * thoughts + (1 - share) * results)
        value_loss = binary_cross_entropy_with_logits(values, target)
        policy_loss = cross_entropy(policies, self._tensor(positions.moves[chosen]))
        self._optimizer.zero_grad()
        (value_loss + self._settings.policy * policy_loss).backward()
        self._optimizer.step()
        return value_loss.item(), policy_loss.item()

    def _test(self) -> dict[str, float]:
        loss = right = decided = named = total = 0.0
        with torch.no_grad():
            for part in self._parts:
                for chosen in np.split(
                    part.tested, range(TEST_BATCH, len(part.tested), TEST_BATCH)
                ):
                    values, policies = self._net(self._tensor(part.positions.boards[chosen]))
                    results = self._tensor(part.positions.results[chosen])
                    loss += binary_cross_entropy_with_logits(
                        values, results, reduction="sum"
                    ).item()
                    has_winner = results != 0.5
                    right += ((values > 0) == (results > 0.5))[has_winner].sum().item()
                    decided += has_winner.sum().item()
                    moves = self._tensor(part.positions.moves[chosen])
                    named += (policies.argmax(1) == moves).sum().item()
                    total += len(chosen)
        return {
            "held_out_loss": loss / max(1, total),
            "names_winner": right / max(1, decided),
            "names_move": named / max(1, total),
        }

    def _tensor(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    def model(self) -> tuple[str, bytes]:
        """The network in whole numbers, as the engine reads it."""
        return MODEL_FILE, network_to_bytes(self._net.arrays())

    def save(self) -> dict[str, bytes]:
        """The network as it is trained, and the state of its optimiser."""
        about = {DATA: self._checksum}
        return {STATE_FILE: state_to_bytes(self._net, self._optimizer, about)}

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on with a network and the games of self-play so far."""
        path = Path(STATE_FILE)
        about = restore_state(path, files[STATE_FILE], self._net, self._optimizer)
        if about.get(DATA) != self._checksum:
            raise BadFile(f"The games in {self._settings.data} have changed since the run began.")
        self._add_shards(self._shards.checksums)

    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Start with a network of any board: as it was trained, or in whole numbers."""
        if STATE_FILE in files:
            take_weights(Path(STATE_FILE), files[STATE_FILE], self._net)
        else:
            self._net.set_arrays(arrays_from_bytes(*model_of(files)))

    def player(self, seed: int) -> Player:
        """The engine with this network."""
        name, content = self.model()
        return engine_player(self._game, seed, network_from_bytes(Path(name), content))


def _parts(positions: PositionsBySize) -> list[_Part]:
    parts = []
    for some in positions.by_size.values():
        is_tested = some.games % HELD_OUT == 0
        tested = np.flatnonzero(is_tested)
        every = -(-len(tested) // MOST_TESTED) or 1
        parts.append(_Part(some, np.flatnonzero(~is_tested), tested[::every]))
    return parts

"""Training of the pattern network, in generations of games.

The value is trained on a mix of the search's value and the result of the game; where a random move
came later, on the search's value alone. Each position is seen as one of its eight images. Every
twentieth game is held out for tests.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from inarow.errors import BadFile
from inarow.games import Game
from inarow.learning.network_state import pick_device, restore_state, state_to_bytes, take_weights
from inarow.learning.recorded_games import checksum_of, game_files
from inarow.learning.run import Algorithm, Figures, model_of
from inarow.learning.ultimate_net.features import IMAGES, image
from inarow.learning.ultimate_net.games import play_ultimate
from inarow.learning.ultimate_net.learner import UltimateNetSettings
from inarow.learning.ultimate_net.model import UltimateNet, inputs
from inarow.learning.ultimate_net.positions import Positions, join, positions_of
from inarow.models.ultimate_net import (
    SUFFIX,
    arrays_from_bytes,
    network_from_bytes,
    network_to_bytes,
)
from inarow.player import Limits, Player
from inarow.players import load_player
from inarow.players.engine import ultimate_player
from inarow.protocols.formats import read_games
from inarow.protocols.jsonl import read_jsonl, to_json
from inarow.shards import Shards

MODEL_FILE = f"model{SUFFIX}"
LABELLER_FILE = f"labeller{SUFFIX}"
STATE_FILE = "state.safetensors"
DATA = "data"  # what the file of the state says of recorded games: their checksum
HELD_OUT = 20  # every so many games
MOST_TESTED = 1 << 16  # positions in a test
TEST_BATCH = 1 << 13
CERTAIN = 0.99  # the largest target: a value of +-1 would ask for infinite weights
WARM_UP = 0.05  # share of a generation in which the rate rises
WEIGHT_DECAY = 1e-4
SELF_PLAY_MB = 2  # of the engine: a large table takes longer to clear than the search
ENGINE = "engine with the network of the generation before"


class UltimateNetAlgorithm(Algorithm):
    """Learns from the games of the last generations, some steps for each new game."""

    def __init__(
        self, game: Game, settings: UltimateNetSettings, seed: int, shards: Shards
    ) -> None:
        self._game, self._settings, self._seed, self._shards = game, settings, seed, shards
        self.limits: Limits = Limits(nodes=settings.nodes)
        self._recorded_games, self._checksum = 0, ""
        self._parts: dict[str, Positions] = {}
        if settings.data:
            self._read_recorded(Path(settings.data))
        elif settings.teacher:
            load_player(settings.teacher, game).close()  # it must exist
        self._collect()
        torch.set_num_threads(settings.threads)
        torch.manual_seed(seed)
        self._device = pick_device(settings.device)
        self._net = UltimateNet().to(self._device)
        self._labeller = b""
        self._optimizer = torch.optim.AdamW(
            self._net.parameters(), lr=settings.rate, weight_decay=WEIGHT_DECAY
        )

    def train(self, first: int, count: int) -> Figures:
        """Losses of the steps, and what the network says of the games that are held out."""
        end, size = first + count, self._settings.generation
        figures: Figures = {}
        while first < end:
            stop = min(end, (first // size + 1) * size)
            figures = self._train_in_generation(first, stop - first)
            first = stop
        return figures

    def _train_in_generation(self, first: int, count: int) -> Figures:
        new = self._new_positions(first, count)
        steps = max(1, round(new * self._settings.passes / self._settings.batch))
        rng = np.random.default_rng([self._seed, first])
        loss = 0.0
        for step in range(steps):
            self._set_rate(first + count * step / steps)
            loss += self._step(rng) / steps
        return {
            "loss": loss,
            **self._test(),
            "rate": self._optimizer.param_groups[0]["lr"],
            "generation": first // self._settings.generation,
            "positions": len(self._positions),
        }

    def _new_positions(self, first: int, count: int) -> float:
        """How many positions came with the games; of recorded ones all are there from the start."""
        settings = self._settings
        if settings.data:
            return len(self._fitted) * count / self._recorded_games
        before, size = len(self._fitted), settings.generation
        if first % size == 0:
            self._labeller = self.model()[1]
            self._drop_before(first - (settings.window - 1) * size)
            before = len(self._fitted)
        self._play(first, count)
        return len(self._fitted) - before

    def _play(self, first: int, count: int) -> None:
        settings, name = self._settings, f"{first:09d}.jsonl"
        by_teacher = bool(settings.teacher) and first < settings.generation
        network = None
        if not by_teacher:
            network = network_from_bytes(Path(LABELLER_FILE), self._labeller)

        def make(game: Game, seed: int) -> Player:
            if network is None:
                return load_player(settings.teacher, game, seed)
            return ultimate_player(game, seed, network, SELF_PLAY_MB)

        records = play_ultimate(
            make,
            settings.teacher if by_teacher else ENGINE,
            Limits() if by_teacher else self.limits,
            self._seed,
            range(first, first + count),
            settings.workers,
            opening=settings.opening,
            slips=settings.slips,
        )
        lines = "".join(f"{to_json(record)}\n" for record in records)
        self._shards.add(name, lines.encode())
        self._add_shards([name])

    def _add_shards(self, names: Iterable[str]) -> None:
        """Always from the file, which has rounded values, so that a resumed run has the same."""
        for name in names:
            records = read_jsonl(io.BytesIO(self._shards.read(name)))
            self._parts[name] = positions_of(records, int(Path(name).stem))
        self._collect()

    def _drop_before(self, first: int) -> None:
        for name in [name for name in self._parts if int(Path(name).stem) < first]:
            self._shards.drop(name)
            del self._parts[name]
        self._collect()

    def _read_recorded(self, path: Path) -> None:
        paths = game_files(path)
        self._checksum = checksum_of(paths)
        records = list(chain.from_iterable(map(read_games, paths)))
        self._recorded_games = len(records)
        self._parts[DATA] = positions_of(records)
        if not np.any(self._parts[DATA].games % HELD_OUT):
            raise BadFile(f"{path} has nothing to learn from: the first game is held out.")

    def _collect(self) -> None:
        """All positions as one, and which of them are fitted and tested."""
        self._positions = join(self._parts.values())
        is_tested = self._positions.games % HELD_OUT == 0
        self._fitted = np.flatnonzero(~is_tested)
        tested = np.flatnonzero(is_tested)
        self._tested = tested[:: -(-len(tested) // MOST_TESTED) or 1]

    def _set_rate(self, games: float) -> None:
        """A linear rise, then a cosine, over the games of each generation."""
        share = games % self._settings.generation / self._settings.generation
        if share < WARM_UP:
            factor = max(share, 1e-3) / WARM_UP
        else:
            factor = 0.5 + 0.5 * math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))
        for group in self._optimizer.param_groups:
            group["lr"] = self._settings.rate * factor

    def _step(self, rng: np.random.Generator) -> float:
        """One step on images of random positions; the loss."""
        if not len(self._fitted):
            return 0.0  # the first games are held out
        size = self._settings.batch
        chosen = self._fitted[rng.integers(len(self._fitted), size=size)]
        loss = self._loss(chosen, rng.integers(len(IMAGES), size=size))
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        self._net.clip()
        return loss.item()

    def _loss(self, chosen: NDArray[np.intp], symmetry: NDArray[np.int64]) -> Tensor:
        target = self._tensor((self._targets(chosen) + 1) / 2)
        return binary_cross_entropy_with_logits(2 * self._outputs(chosen, symmetry), target)

    def _outputs(self, chosen: NDArray[np.intp], symmetry: NDArray[np.int64]) -> Tensor:
        """The network's output for the rule of each position."""
        positions = self._positions
        seen = image(positions.patterns[chosen], positions.forced[chosen], symmetry)
        both: Tensor = self._net(*map(self._tensor, inputs(*seen)))
        return both.gather(1, self._tensor(positions.rules[chosen])[:, None])[:, 0]

    def _targets(self, chosen: NDArray[np.intp]) -> NDArray[np.float32]:
        values, results = self._positions.values[chosen], self._positions.results[chosen]
        share = self._settings.thoughts
        mixed = share * values + (1 - share) * np.where(np.isnan(results), values, results)
        return (CERTAIN * mixed).astype(np.float32)

    def _test(self) -> dict[str, float]:
        loss = right = decided = 0.0
        with torch.no_grad():
            for chosen in np.split(self._tested, range(TEST_BATCH, len(self._tested), TEST_BATCH)):
                symmetry = np.zeros(len(chosen), np.int64)
                if len(chosen):
                    loss += self._loss(chosen, symmetry).item() * len(chosen)
                    outputs = self._outputs(chosen, symmetry).cpu().numpy()
                    results = self._positions.results[chosen]
                    has_winner = np.abs(results) == 1
                    right += ((outputs > 0) == (results > 0))[has_winner].sum()
                    decided += has_winner.sum()
        return {
            "held_out_loss": loss / max(1, len(self._tested)),
            "names_winner": float(right / max(1, decided)),
        }

    def _tensor(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    def model(self) -> tuple[str, bytes]:
        """The network, as the engine reads it."""
        return MODEL_FILE, network_to_bytes(self._net.arrays())

    def save(self) -> dict[str, bytes]:
        """Network and optimiser as they are trained, and the network that plays the games."""
        about = {DATA: self._checksum}
        files = {STATE_FILE: state_to_bytes(self._net, self._optimizer, about)}
        return {**files, LABELLER_FILE: self._labeller} if self._labeller else files

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on with a network and the games of self-play so far."""
        about = restore_state(Path(STATE_FILE), files[STATE_FILE], self._net, self._optimizer)
        if about.get(DATA) != self._checksum:
            raise BadFile(f"The games in {self._settings.data} have changed since the run began.")
        self._labeller = files.get(LABELLER_FILE, b"")
        self._add_shards(self._shards.checksums)

    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Start with a network: a checkpoint's or an exported one."""
        if STATE_FILE in files:
            take_weights(Path(STATE_FILE), files[STATE_FILE], self._net)
        else:
            self._net.set_arrays(arrays_from_bytes(*model_of(files)))

    def player(self, seed: int) -> Player:
        """The engine with this network."""
        name, content = self.model()
        return ultimate_player(self._game, seed, network_from_bytes(Path(name), content))

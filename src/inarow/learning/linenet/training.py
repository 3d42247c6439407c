"""Training of the line network on positions of games.

The value is trained on a mix of the search's value and the result of the game, the policy on the
move that was made. Every twentieth game is held out for tests. After each epoch the state of the
run is written to ``state.npz`` in the folder, and the network as the engine reads it to
``model.linenet``; a run that was killed resumes after its last complete epoch and ends the same.
"""

from __future__ import annotations

import json
import math
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from inarow.errors import BadFile
from inarow.files import replacing
from inarow.learning.linenet.model import LineNet
from inarow.learning.linenet.positions import Positions
from inarow.models.linenet import write_network

MODEL_FILE = "model.linenet"
HELD_OUT = 20  # every so many games
CERTAIN = 0.01  # how often a value of +-1 may still be wrong
WARM_UP = 0.1  # share of the steps in which the rate rises
OWN_DECAY = 0.1  # weight decay of the part of a row that belongs to one window


@dataclass(frozen=True)
class TrainingSettings:
    """How to train."""

    epochs: int = 5
    batch: int = 512
    rate: float = 3e-3
    thoughts: float = 0.5  # share of the search's value in the target; the rest is the result
    policy: float = 0.15  # weight of the policy's loss
    seed: int = 1


@dataclass(frozen=True)
class TrainingReport:
    """Results on the games that were held out, after an epoch."""

    epoch: int
    loss: float  # cross entropy against the results
    right: float  # how often the value names the winner, of games that have one
    policy: float  # how often the best move of the policy is the one that was made


@dataclass(frozen=True)
class _Part:
    """Positions of one size as tensors, and which of them are held out."""

    boards: Tensor
    moves: Tensor
    targets: Tensor
    results: Tensor
    fitted: Tensor
    tested: Tensor


def train(
    positions: list[Positions],
    folder: Path,
    settings: TrainingSettings,
    *,
    resume: bool = False,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[TrainingReport]:
    """Train, with a report after each epoch; ``step`` gets the steps that are done and their total.

    ``resume`` continues the run in the folder.
    """
    torch.manual_seed(settings.seed)
    parts = [_part(some, settings) for some in positions]
    net = LineNet()
    others = [tensor for name, tensor in net.named_parameters() if name != "own"]
    optimizer = torch.optim.AdamW(
        [
            {"params": [net.own], "weight_decay": OWN_DECAY},
            {"params": others, "weight_decay": 0.0},
        ],
        lr=settings.rate,
    )
    an_epoch = sum(math.ceil(len(part.fitted) / settings.batch) for part in parts)
    steps = settings.epochs * an_epoch
    first = 0
    if resume:
        first = _resume(folder, settings, net, optimizer)
        write_network(folder / MODEL_FILE, net.arrays())  # an old file may be of another version
    done = first * an_epoch
    for epoch in range(first, settings.epochs):
        for part, chosen in _batches(parts, settings, epoch):
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * _rate(done / steps)
            values, policies = net(part.boards[chosen])
            loss = binary_cross_entropy_with_logits(values, part.targets[chosen])
            loss = loss + settings.policy * cross_entropy(policies, part.moves[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            done += 1
            step(done, steps)
        _save(folder, settings, net, optimizer, epoch + 1)
        yield _test(net, parts, epoch + 1)


def _rate(share: float) -> float:
    """The learning rate's share after a share of the steps: a linear rise, then a cosine."""
    if share < WARM_UP:
        return max(share, 1e-3) / WARM_UP
    return 0.5 + 0.5 * math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))


def _part(positions: Positions, settings: TrainingSettings) -> _Part:
    results = torch.from_numpy(positions.results)
    values = torch.from_numpy(positions.values)
    thoughts = torch.where(values.isnan(), results, values.clamp(CERTAIN, 1 - CERTAIN))
    tested = positions.games % HELD_OUT == 0
    return _Part(
        torch.from_numpy(positions.boards),
        torch.from_numpy(positions.moves),
        settings.thoughts * thoughts + (1 - settings.thoughts) * results,
        results,
        torch.from_numpy(np.flatnonzero(~tested)),
        torch.from_numpy(np.flatnonzero(tested)),
    )


def _batches(
    parts: list[_Part], settings: TrainingSettings, epoch: int
) -> Iterator[tuple[_Part, Tensor]]:
    """The batches of an epoch, in an order that depends on the seed and the epoch alone."""
    rng = np.random.default_rng([settings.seed, epoch])
    batches = [
        (part, chosen)
        for part in parts
        for chosen in torch.from_numpy(rng.permutation(part.fitted.numpy())).split(settings.batch)
    ]
    return (batches[i] for i in rng.permutation(len(batches)))


def _test(net: LineNet, parts: list[_Part], epoch: int) -> TrainingReport:
    loss = right = decided = first = total = 0.0
    with torch.no_grad():
        for part in parts:
            for chosen in part.tested.split(2048):
                values, policies = net(part.boards[chosen])
                results = part.results[chosen]
                loss += binary_cross_entropy_with_logits(values, results, reduction="sum").item()
                has_winner = results != 0.5
                right += ((values > 0) == (results > 0.5))[has_winner].sum().item()
                decided += has_winner.sum().item()
                first += (policies.argmax(1) == part.moves[chosen]).sum().item()
                total += len(chosen)
    return TrainingReport(
        epoch, loss / max(1, total), right / max(1, decided), first / max(1, total)
    )


def _save(
    folder: Path, settings: TrainingSettings, net: LineNet, optimizer: torch.optim.Adam, epoch: int
) -> None:
    arrays: dict[str, NDArray[Any]] = {
        "settings": np.array(json.dumps(asdict(settings))),
        "epoch": np.array(epoch),
    }
    for name, tensor in net.named_parameters():
        arrays[name] = tensor.detach().numpy()
        for key, value in optimizer.state[tensor].items():
            arrays[f"{name}/{key}"] = value.numpy()
    with replacing(folder / "state.npz") as aside, aside.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    write_network(folder / MODEL_FILE, net.arrays())


def _resume(
    folder: Path, settings: TrainingSettings, net: LineNet, optimizer: torch.optim.Adam
) -> int:
    """Load the saved state; returns how many epochs are done."""
    path = folder / "state.npz"
    try:
        with np.load(path) as saved:  # arrays only: nothing in it can run
            before = json.loads(str(saved["settings"]))
            if before != asdict(settings):
                raise BadFile(f"{path} was made with other settings: {before}.")
            with torch.no_grad():
                for name, tensor in net.named_parameters():
                    tensor.copy_(torch.from_numpy(saved[name]))
                    optimizer.state[tensor] = {
                        key: torch.from_numpy(np.array(saved[f"{name}/{key}"]))
                        for key in ("step", "exp_avg", "exp_avg_sq")
                    }
            return int(saved["epoch"])
    except FileNotFoundError:
        return 0
    except (OSError, RuntimeError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise BadFile(f"{path} cannot be used to resume: {error}.") from None

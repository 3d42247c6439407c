"""Networks in PyTorch as files: their weights and the state of their optimiser, and back.

Arrays only, in safetensors: nothing in such a file can run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.optim import Optimizer

from inarow.errors import BadFile, InarowError
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes

OPTIMIZER = "optimizer/"
"""Before the names of the optimiser's arrays."""


def pick_device(name: str) -> torch.device:
    """The device of a setting: auto, cpu or cuda."""
    has_card = torch.cuda.is_available()
    if name == "cuda" and not has_card:
        raise InarowError("PyTorch finds no graphics card here: use --set device=cpu.")
    return torch.device("cuda" if has_card and name != "cpu" else "cpu")


def state_to_bytes(net: nn.Module, optimizer: Optimizer, about: Mapping[str, str]) -> bytes:
    """The content of a file."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, tensor in net.state_dict().items():
        arrays[name] = tensor.cpu().numpy()
    for name, parameter in net.named_parameters():
        for key, value in optimizer.state.get(parameter, {}).items():
            arrays[f"{OPTIMIZER}{name}/{key}"] = np.asarray(torch.as_tensor(value).cpu())
    return tensors_to_bytes(arrays, about)


def restore_state(
    path: Path, content: bytes, net: nn.Module, optimizer: Optimizer
) -> Mapping[str, str]:
    """Go on from ``state_to_bytes``; returns what it was told about it."""
    arrays, about = tensors_from_bytes(path, content)
    _load(path, arrays, net)
    for name, parameter in net.named_parameters():
        start = f"{OPTIMIZER}{name}/"
        state = {
            key.removeprefix(start): torch.from_numpy(array.copy()).to(
                "cpu" if key == f"{start}step" else parameter.device
            )
            for key, array in arrays.items()
            if key.startswith(start)
        }
        if state:  # a copy of the network that is not trained has none
            optimizer.state[parameter] = state
    return about


def take_weights(path: Path, content: bytes, net: nn.Module) -> None:
    """Start from the weights of another run, without its optimiser."""
    arrays, _ = tensors_from_bytes(path, content)
    _load(path, arrays, net)


def _load(path: Path, arrays: Mapping[str, NDArray[Any]], net: nn.Module) -> None:
    weights = {
        name: torch.from_numpy(array.copy())
        for name, array in arrays.items()
        if not name.startswith(OPTIMIZER)
    }
    try:
        net.load_state_dict(weights)
    except RuntimeError as error:
        reason = " ".join(str(error).split())
        raise BadFile(f"{path} does not fit this network: {reason:.200}") from None

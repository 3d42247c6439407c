"""What kind of network a file has, so that a wrong one is refused by its name and not as damaged.

Nothing is checked here but how a file begins or ends; whoever loads it checks the rest.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from inarow import _core
from inarow.errors import BadFile
from inarow.models import linenet, ultimate_net
from inarow.models.onnx_file import has_seal
from inarow.models.weights import load_weights

_HEAD = 4096
"""Bytes of a file of tensors in which its format is: the header begins with the description."""


class NetworkKind(Enum):
    """A kind of network, and what it is called."""

    LINE = "a line network"
    ULTIMATE = "an ultimate network"
    ONNX = "a network in ONNX"


def network_kind(path: Path) -> NetworkKind | None:
    """The kind of a file; None if it looks like none of them."""
    return load_weights(path, _kind_of)


def check_kind(path: Path, wanted: NetworkKind) -> None:
    """Refuse a file with a network of another kind."""
    kind = network_kind(path)
    if kind not in (None, wanted):
        raise BadFile(f"{path} is not {wanted.value}: it is {kind.value}.")


def _kind_of(path: Path, content: bytes) -> NetworkKind | None:
    if content.startswith((_core.LineNetwork.magic, linenet.VERSION_1)):
        return NetworkKind.LINE
    if ultimate_net.FORMAT.encode() in content[:_HEAD]:
        return NetworkKind.ULTIMATE
    return NetworkKind.ONNX if has_seal(content) else None

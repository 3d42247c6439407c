"""The networks that AlphaZero can be trained with. Add one to the list and it can be used.

This file can be imported without PyTorch; the networks need it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from inarow.errors import BadSpec
from inarow.games import Game
from inarow.spec import closest

if TYPE_CHECKING:
    from inarow.learning.networks.base import Network


class Shape(NamedTuple):
    """What a network is made for, and how large it is."""

    planes: int
    rows: int
    columns: int
    blocks: int
    channels: int


class NetworkType(NamedTuple):
    """A network by its name."""

    name: str
    summary: str
    make: Callable[[Shape], Network]
    channels: int
    """How many it has if nothing else is said."""
    blocks: int = 0
    """The same, if it has any."""


def _res(shape: Shape) -> Network:
    from inarow.learning.networks.res import ResNet  # noqa: PLC0415

    return ResNet(shape.planes, shape.blocks, shape.channels)


def _simple(shape: Shape) -> Network:
    from inarow.learning.networks.simple import SimpleCNN  # noqa: PLC0415

    return SimpleCNN(*shape)


def _gomoku4(shape: Shape) -> Network:
    from inarow.learning.networks.gomoku4 import Gomoku4  # noqa: PLC0415

    return Gomoku4(shape.planes, shape.rows, shape.columns, shape.channels)


def _ultimate(shape: Shape) -> Network:
    from inarow.learning.networks.ultimate import UltimateNet  # noqa: PLC0415

    return UltimateNet(shape.planes, shape.rows, shape.columns, shape.channels)


def _patterns(shape: Shape) -> Network:
    from inarow.learning.networks.patterns import PatternsNet  # noqa: PLC0415

    return PatternsNet(*shape)


NETWORKS = (
    NetworkType(
        "res", "residual network with global pooling, for boards of any size; ours", _res, 32, 4
    ),
    NetworkType(
        "patterns", "patterns of local boards, mixed, for ultimate; ours", _patterns, 96, 2
    ),
    NetworkType(
        "simple", "plain convolutions, two heads: SimpleCNN of the Solvers paper", _simple, 64, 4
    ),
    NetworkType(
        "gomoku4", "four convolutions, two dense layers, dropout: AZ-Gomoku", _gomoku4, 512
    ),
    NetworkType(
        "ultimate", "a stride of 3 beside a dilation of 3: the Ultimate paper", _ultimate, 128
    ),
)


def find_network(name: str) -> NetworkType:
    """Find a network by its name."""
    for each in NETWORKS:
        if each.name == name.strip().lower():
            return each
    raise BadSpec(f"There is no network {name!r}: {closest(name, [e.name for e in NETWORKS])}")


def best_network(game: Game) -> str:
    """The name of our network for a game."""
    return "patterns" if game.kind == "ultimate" else "res"


def make_network(
    name: str, *, planes: int, rows: int, columns: int, blocks: int = 0, channels: int = 0
) -> Network:
    """A new network with random weights, from PyTorch's generator.

    Without blocks or channels, it has as many as its type says. ``gomoku4`` and ``ultimate`` have
    as many layers as in their papers, whatever ``blocks`` is.
    """
    found = find_network(name)
    size = blocks or found.blocks, channels or found.channels
    return found.make(Shape(planes, rows, columns, *size))

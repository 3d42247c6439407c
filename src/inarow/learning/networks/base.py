"""What every network takes and answers."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from torch import Tensor, nn


class Outputs(NamedTuple):
    """The answers for a batch of positions; values are for the player to move."""

    policy: Tensor
    """Logits of the moves: batch x cells, in the order of actions."""
    value: Tensor
    """The expected result in [-1, 1]: batch."""
    soft_policy: Tensor | None = None
    """Logits of a flatter policy, batch x cells; for training only."""
    reply: Tensor | None = None
    """Logits of the opponent's next move, batch x cells; for training only."""


class Network(nn.Module):
    """A network: ``forward`` takes float32 planes, batch x planes x rows x columns."""

    any_size: ClassVar[bool] = False
    """Whether one set of weights is for boards of any size."""
    float_layers: ClassVar[int] = 0
    """How many of the first layers stay in floating point when the others get 8-bit integers."""

    def forward(self, planes: Tensor) -> Outputs:
        """The answers for a batch of positions."""
        raise NotImplementedError

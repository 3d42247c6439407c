"""The network of the AZ-Gomoku paper: four convolutions, two dense layers, two heads.

(T. Chen, R. Jani, "Gomoku Strategy Learning with AlphaZero".)

The paper has four convolutions with batch norm and ReLU, which shrink the board step by step; then
two dense layers with batch norm, ReLU and dropout of 0.3; then a dense policy and a dense value
with tanh. Convolutions have 512 channels; the sizes of the dense layers are not named.

What is different: the first two convolutions keep the size and the others take off one cell at each
edge, as in alpha-zero-general, whose network has the same layers; dense layers have twice and once
as many outputs as convolutions have channels, also as there. ``channels`` is usually far below 512,
for a processor. The policy is given as logits, not after log-softmax.

It cannot play a board of another size, and most of its weights are in the first dense layer.
"""

from __future__ import annotations

from torch import Tensor, nn

from inarow.errors import BadSpec
from inarow.learning.networks.base import Network, Outputs

DROPOUT = 0.3
PADDING = (1, 1, 0, 0)
"""Of the four convolutions."""
LOST = 2 * PADDING.count(0)
"""Rows and columns that the convolutions take off."""


class Gomoku4(Network):
    """Four convolutions, two dense layers, two heads."""

    def __init__(self, planes: int, rows: int, columns: int, channels: int) -> None:
        super().__init__()
        if min(rows, columns) <= LOST:
            raise BadSpec(
                f"The network gomoku4 is for boards from {LOST + 1} x {LOST + 1} up, "
                f"not for {rows} x {columns}."
            )
        layers: list[nn.Module] = []
        for i, padding in enumerate(PADDING):
            before = channels if i else planes
            layers += [
                nn.Conv2d(before, channels, 3, padding=padding, bias=False),
                nn.BatchNorm2d(channels),
                nn.ReLU(),
            ]
        layers.append(nn.Flatten())
        before = (rows - LOST) * (columns - LOST) * channels
        for after in (2 * channels, channels):
            layers += [nn.Linear(before, after, bias=False), nn.BatchNorm1d(after), nn.ReLU()]
            layers.append(nn.Dropout(DROPOUT))
            before = after
        self.layers = nn.Sequential(*layers)
        self.policy = nn.Linear(channels, rows * columns)
        self.value = nn.Linear(channels, 1)

    def forward(self, planes: Tensor) -> Outputs:
        """The answers for a batch of positions."""
        x = self.layers(planes)
        return Outputs(self.policy(x), self.value(x).flatten().tanh())

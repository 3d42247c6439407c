"""SimpleCNN (Solvers 4.5.1): plain convolutions and two heads.

The paper has a convolutional network with two heads: a policy over all cells and a value in
[-1, 1], from three planes (own stones, the opponent's, empty cells). It names neither the number of
layers nor their sizes. We use ``blocks`` 3x3 convolutions of ``channels`` channels with ReLU, and
the heads of AlphaGo Zero without batch norm: a 1x1 convolution, then dense layers.

What is different: the sizes are ours, the input has the planes of the game's encoding, and the
policy is given as logits.

It cannot see further than its convolutions reach, one cell with each, except by the dense layers;
and these tie it to one size of the board.
"""

from __future__ import annotations

from itertools import pairwise

from torch import Tensor, nn

from inarow.learning.networks.base import Network, Outputs

POLICY_CHANNELS, VALUE_CHANNELS = 2, 1
VALUE_HIDDEN = 64


class SimpleCNN(Network):
    """Convolutions and two heads."""

    def __init__(self, planes: int, rows: int, columns: int, blocks: int, channels: int) -> None:
        super().__init__()
        cells = rows * columns
        widths = [planes, *[channels] * blocks]
        self.layers = nn.ModuleList(
            nn.Conv2d(before, after, 3, padding=1) for before, after in pairwise(widths)
        )
        self.policy_hidden = nn.Conv2d(channels, POLICY_CHANNELS, 1)
        self.policy = nn.Linear(POLICY_CHANNELS * cells, cells)
        self.value_first = nn.Conv2d(channels, VALUE_CHANNELS, 1)
        self.value_hidden = nn.Linear(VALUE_CHANNELS * cells, VALUE_HIDDEN)
        self.value = nn.Linear(VALUE_HIDDEN, 1)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")

    def forward(self, planes: Tensor) -> Outputs:
        """The answers for a batch of positions."""
        x = planes
        for layer in self.layers:
            x = layer(x).relu()
        policy = self.policy(self.policy_hidden(x).relu().flatten(1))
        hidden = self.value_hidden(self.value_first(x).relu().flatten(1)).relu()
        return Outputs(policy, self.value(hidden).flatten().tanh())

"""The residual network, ours: one set of weights for boards of any size.

    x = stem(planes and a plane of ones)
    x = relu(x + second(h)),          h = relu(first(x))      a block
    x = relu(x + second(h) + dense(pool(h)))                  every second block
    policy = convolution(x),  value = tanh(dense(pool(x)))    the heads

First, second and stem are 3x3 convolutions with batch norm; ``pool`` is the mean and the maximum
over all cells, which tells every cell about the whole board. No layer depends on the board's size.
Zero padding and the plane of ones show where the edge is.

Sources: the residual tower is that of AlphaZero (Silver et al. 2018); the pooling, the soft policy
and the opponent's reply are from KataGo (Wu 2019, "Accelerating Self-Play Learning in Go").

It cannot play ultimate well for its size: there, boards far apart belong together from the start.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from inarow.learning.networks.base import Network, Outputs

POOL_EVERY = 2
"""Blocks from one with pooling to the next."""
VALUE_HIDDEN = 64
SMALL = 0.1
"""Factor of the first weights of a last layer: the first policy is nearly uniform."""


class ResNet(Network):
    """The network; rows and columns come with the input."""

    any_size = True
    # On 15 x 15, with four blocks of 32 channels after 12,288 games, integers in all layers but the
    # last moved values by 0.26 and policies by 0.11 (means; divergence). With the stem in floating
    # point these are 0.09 and 0.02, with the layer after it 0.02 and 0.01, at the same speed. (That
    # one ONNX Runtime 1.31 quantises itself when it loads the file, to 8 bits with a zero point.)
    float_layers = 2

    def __init__(self, planes: int, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(planes + 1, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(
            *(Block(channels, has_pool=i % POOL_EVERY == POOL_EVERY - 1) for i in range(blocks))
        )
        self.policy_hidden = nn.Conv2d(channels, channels, 1, bias=False)
        self.policy_norm = nn.BatchNorm2d(channels)
        self.policy = nn.Conv2d(channels, 1, 1)
        self.soft_policy = nn.Conv2d(channels, 1, 1)
        self.reply = nn.Conv2d(channels, 1, 1)
        self.value_hidden = nn.Conv2d(2 * channels, VALUE_HIDDEN, 1)
        self.value = nn.Conv2d(VALUE_HIDDEN, 1, 1)
        self._start(blocks)

    def _start(self, blocks: int) -> None:
        """The first weights: variances stay near 1 through the blocks, and outputs are small."""
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                if layer.bias is not None:
                    nn.init.zeros_(layer.bias)
            if isinstance(layer, Block):
                nn.init.constant_(layer.second_norm.weight, 1 / math.sqrt(blocks))
                if layer.pool is not None:
                    with torch.no_grad():
                        layer.pool.weight.mul_(SMALL)
        with torch.no_grad():
            for last in (self.policy, self.soft_policy, self.reply, self.value):
                last.weight.mul_(SMALL)

    def forward(self, planes: Tensor) -> Outputs:
        """The answers for float32 planes: batch x planes x rows x columns."""
        with_ones = pad(planes, (0, 0, 0, 0, 0, 1), value=1.0)
        x = self.blocks(self.stem_norm(self.stem(with_ones)).relu())
        hidden = self.policy_norm(self.policy_hidden(x)).relu()
        value = self.value(self.value_hidden(pool(x)).relu())
        return Outputs(
            self.policy(hidden).flatten(1),
            value.flatten().tanh(),
            self.soft_policy(hidden).flatten(1),
            self.reply(hidden).flatten(1),
        )


class Block(nn.Module):
    """Two convolutions around which the input goes unchanged."""

    def __init__(self, channels: int, has_pool: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.pool = nn.Conv2d(2 * channels, channels, 1) if has_pool else None

    def forward(self, x: Tensor) -> Tensor:
        """The block's output, of the same shape."""
        hidden = self.first_norm(self.first(x)).relu()
        total: Tensor = x + self.second_norm(self.second(hidden))
        if self.pool is not None:
            total = total + self.pool(pool(hidden))
        return total.relu()


def pool(x: Tensor) -> Tensor:
    """Mean and maximum of each channel over all cells: batch x 2 channels x 1 x 1."""
    return torch.cat([x.mean((2, 3), keepdim=True), x.amax((2, 3), keepdim=True)], 1)

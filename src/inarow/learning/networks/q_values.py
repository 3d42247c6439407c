"""Networks for DQN: a value Q(s, a) for each action, for the player to move.

Ours is a dueling network for boards of any size (Wang et al. 2016):

    x = blocks(stem(planes and a plane of ones))        as in res.py, with its pooling
    V = dense(pool(x)),  A = convolution(x)             one number, and one for each cell
    Q = tanh(V + A - mean of A)

The paper's (AZ-Gomoku) has three convolutions with more and more filters, no batch norm, and two
dense layers; it names no sizes. Ours are ``channels``, twice and four times as many, and a hidden
layer of eight times as many. Its output has no bound, and it is for one size of the board.

A file needs a value of the position, too. That is tanh(V), or the paper's largest Q of all cells;
players do not use it, since it knows nothing of which moves are legal.
"""

from __future__ import annotations

import math
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from inarow.learning.networks.base import Network, Outputs
from inarow.learning.networks.res import POOL_EVERY, SMALL, Block, pool

HIDDEN = 64
"""Units of the hidden layer of V."""
WIDER = (1, 2, 4)
"""Channels of the paper's convolutions, in multiples of the first."""
DENSE = 8
"""Units of its hidden dense layer, likewise."""


class DuelingNet(Network):
    """Ours; rows and columns come with the input."""

    any_size = True

    def __init__(self, planes: int, blocks: int, channels: int, dueling: bool = True) -> None:
        super().__init__()
        self._dueling = dueling
        self.stem = nn.Conv2d(planes + 1, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(
            *(Block(channels, has_pool=i % POOL_EVERY == POOL_EVERY - 1) for i in range(blocks))
        )
        self.hidden = nn.Conv2d(channels, channels, 1, bias=False)
        self.hidden_norm = nn.BatchNorm2d(channels)
        self.advantage = nn.Conv2d(channels, 1, 1)
        self.value_hidden = nn.Conv2d(2 * channels, HIDDEN, 1)
        self.value = nn.Conv2d(HIDDEN, 1, 1)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                if layer.bias is not None:
                    nn.init.zeros_(layer.bias)
            if isinstance(layer, Block):
                nn.init.constant_(layer.second_norm.weight, 1 / math.sqrt(blocks))
        with torch.no_grad():
            for last in (self.advantage, self.value):
                last.weight.mul_(SMALL)

    def forward(self, planes: Tensor) -> Outputs:
        """Q of all cells, and tanh(V)."""
        with_ones = pad(planes, (0, 0, 0, 0, 0, 1), value=1.0)
        x = self.blocks(self.stem_norm(self.stem(with_ones)).relu())
        advantage = self.advantage(self.hidden_norm(self.hidden(x)).relu())
        value = self.value(self.value_hidden(pool(x)).relu())
        q = advantage
        if self._dueling:
            q = advantage - advantage.mean((2, 3), keepdim=True) + value
        return Outputs(q.flatten(1).tanh(), value.flatten().tanh())


class Conv3Net(Network):
    """The paper's."""

    def __init__(self, planes: int, rows: int, columns: int, channels: int) -> None:
        super().__init__()
        self._rows, self._columns = rows, columns
        widths = [planes, *(factor * channels for factor in WIDER)]
        self.layers = nn.ModuleList(
            nn.Conv2d(before, after, 3, padding=1) for before, after in pairwise(widths)
        )
        self.dense = nn.Linear(widths[-1] * rows * columns, DENSE * channels)
        self.q = nn.Linear(DENSE * channels, rows * columns)

    def forward(self, planes: Tensor) -> Outputs:
        """Q of all cells, and the largest."""
        x = planes
        for layer in self.layers:
            x = layer(x).relu()
        q = self.q(self.dense(x.flatten(1)).relu())
        largest = q.reshape(-1, 1, self._rows, self._columns).amax((2, 3), keepdim=True)
        return Outputs(q, largest.flatten())

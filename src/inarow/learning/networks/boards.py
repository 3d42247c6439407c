"""A residual network for ultimate, ours: a tower over the board of boards.

    x = local(planes) and across(planes)        both 3 x 3, beside each other
    x = relu(x + second(relu(first(x))))        blocks of 3x3 convolutions
    policy = local^T(x) + across^T(x),  value = tanh(dense(mean and maximum of x))

``local`` is a convolution with a stride of 3: place b of its result tells about local board b.
``across`` has a dilation of 3: place b tells about the cells that send the opponent to board b. So
what a place of the tower knows belongs together, and every convolution sees all boards. The policy
goes the same two ways back, by transposed convolutions. (The two views are those of the Ultimate
paper, H. T. N. Minh 2023, whose network has no tower; see ultimate.py.)

A plain residual network over 9 x 9 cells does not know where a local board begins.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from inarow.errors import BadSpec
from inarow.learning.networks.base import Network, Outputs
from inarow.learning.networks.res import SMALL, VALUE_HIDDEN, Block, pool
from inarow.learning.networks.ultimate import LOCAL, SIDE


class BoardsNet(Network):
    """The network, for 9 x 9 cells."""

    def __init__(self, planes: int, rows: int, columns: int, blocks: int, channels: int) -> None:
        super().__init__()
        if (rows, columns) != (SIDE, SIDE):
            raise BadSpec(
                f"The network boards is for boards of {SIDE} x {SIDE}, not for {rows} x {columns}."
            )
        half = channels // 2
        self.local = nn.Conv2d(planes, channels - half, LOCAL, stride=LOCAL, bias=False)
        self.local_norm = nn.BatchNorm2d(channels - half)
        self.across = nn.Conv2d(planes, half, LOCAL, dilation=LOCAL, bias=False)
        self.across_norm = nn.BatchNorm2d(half)
        self.blocks = nn.Sequential(*(Block(channels, has_pool=False) for _ in range(blocks)))
        self.policy_hidden = nn.Conv2d(channels, channels, 1, bias=False)
        self.policy_norm = nn.BatchNorm2d(channels)
        self.policy = Cells(channels)
        self.soft_policy = Cells(channels)
        self.reply = Cells(channels)
        self.value_hidden = nn.Conv2d(2 * channels, VALUE_HIDDEN, 1)
        self.value = nn.Conv2d(VALUE_HIDDEN, 1, 1)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                if layer.bias is not None:
                    nn.init.zeros_(layer.bias)
            if isinstance(layer, Block):
                nn.init.constant_(layer.second_norm.weight, 1 / math.sqrt(blocks))
        with torch.no_grad():
            self.value.weight.mul_(SMALL)

    def forward(self, planes: Tensor) -> Outputs:
        """The answers for a batch of positions."""
        local = self.local_norm(self.local(planes))
        across = self.across_norm(self.across(planes))
        x = self.blocks(torch.cat([local, across], 1).relu())
        hidden = self.policy_norm(self.policy_hidden(x)).relu()
        value = self.value(self.value_hidden(pool(x)).relu())
        return Outputs(
            self.policy(hidden).flatten(1),
            value.flatten().tanh(),
            self.soft_policy(hidden).flatten(1),
            self.reply(hidden).flatten(1),
        )


class Cells(nn.Module):
    """A number for each cell, from what is known of its board and of where it sends to."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.local = nn.ConvTranspose2d(channels, 1, LOCAL, stride=LOCAL)
        self.across = nn.ConvTranspose2d(channels, 1, LOCAL, dilation=LOCAL)
        for layer in (self.local, self.across):
            nn.init.normal_(layer.weight, std=SMALL / math.sqrt(channels))
            assert layer.bias is not None
            nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Of places of the tower: one plane of 9 x 9."""
        cells: Tensor = self.local(x) + self.across(x)
        return cells

"""The network of the Ultimate paper: local boards, and the cells at one place of all boards.

(H. T. N. Minh, "An AlphaZero Implementation of Ultimate Tic-Tac-Toe", 2023.)

The paper has two 3x3 convolutions beside each other. One with a stride of 3 sees each local board
as a whole; one with a dilation of 3 sees the cells that have the same place in all local boards,
which is where a move sends the opponent. Both give 3x3 pictures, with batch norm, ReLU and dropout
of channels. Together and flattened, they go through two sequences of dense layers with batch norm
and dropout of 0.3, one for the policy and one for the value. The input has two planes: the cells
as 1, -1 or 0, and the legal moves (our encoding ``paper``).

What is different: the paper does not name sizes; a sequence has two hidden layers here, of eight
and four times ``channels`` outputs. The policy is given as logits, not after log-softmax.

It cannot see both kinds of pictures in depth: there is one convolution on each way.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from inarow.errors import BadSpec
from inarow.learning.networks.base import Network, Outputs

LOCAL = 3
"""Rows and columns of a local board, and of the board of boards."""
SIDE = LOCAL * LOCAL
DROPOUT = 0.3
HIDDEN = (8, 4)
"""Outputs of the dense layers, in multiples of the channels."""


class UltimateNet(Network):
    """Two convolutions beside each other, and dense layers."""

    def __init__(self, planes: int, rows: int, columns: int, channels: int) -> None:
        super().__init__()
        if (rows, columns) != (SIDE, SIDE):
            raise BadSpec(
                f"The network ultimate is for boards of {SIDE} x {SIDE}, "
                f"not for {rows} x {columns}."
            )
        self.local = _picture(nn.Conv2d(planes, channels, LOCAL, stride=LOCAL, bias=False))
        self.across = _picture(nn.Conv2d(planes, channels, LOCAL, dilation=LOCAL, bias=False))
        self.policy = _dense(channels, rows * columns)
        self.value = _dense(channels, 1)

    def forward(self, planes: Tensor) -> Outputs:
        """The answers for a batch of positions."""
        x = torch.cat([self.local(planes), self.across(planes)], 1).flatten(1)
        return Outputs(self.policy(x), self.value(x).flatten().tanh())


def _picture(convolution: nn.Conv2d) -> nn.Sequential:
    norm = nn.BatchNorm2d(convolution.out_channels)
    return nn.Sequential(convolution, norm, nn.ReLU(), nn.Dropout2d(DROPOUT))


def _dense(channels: int, outputs: int) -> nn.Sequential:
    layers: list[nn.Module] = []
    before = 2 * channels * LOCAL * LOCAL
    for after in (factor * channels for factor in HIDDEN):
        layers += [nn.Linear(before, after, bias=False), nn.BatchNorm1d(after), nn.ReLU()]
        layers.append(nn.Dropout(DROPOUT))
        before = after
    return nn.Sequential(*layers, nn.Linear(before, outputs))

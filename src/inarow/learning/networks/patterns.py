"""A network for ultimate, ours: what each local board shows, then what all of them mean together.

    x = relu(second(relu(first(board))))                 the pattern of a local board, nine times
    h = relu(whole(all nine down(x)))
    x = relu(x + up(relu(spread(h))))                    a block: boards learn about each other
    policy = local(x) + sent(x),  value = tanh(dense(all nine x))

``first``, ``second``, ``down`` and ``up`` are dense layers that all local boards share; ``whole``
and ``spread`` have weights of their own for each place. A cell's logit has two parts: what it is
worth on its local board, and what it is worth to send the opponent to the board that it names.

Nearly all of it is products of matrices with the boards of a whole batch as rows. So it evaluates
five times as many positions a second as a residual tower of four blocks with 64 channels.

Source: the shared encoder of local boards is known from engines for ultimate (2026), where it was
stronger than a network over single cells; the blocks are MLP-Mixer's (Tolstikhin et al. 2021).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from inarow.errors import BadSpec
from inarow.learning.networks.base import Network, Outputs
from inarow.learning.networks.res import SMALL, VALUE_HIDDEN
from inarow.learning.networks.ultimate import LOCAL, SIDE

BOARDS = LOCAL * LOCAL
NARROW = 4
"""How many times fewer channels of a board the others learn about."""
WIDE = 2
"""How many times more units there are for all boards together."""


class PatternsNet(Network):
    """The network, for 9 x 9 cells. Inside, a row of a matrix is a local board."""

    def __init__(self, planes: int, rows: int, columns: int, blocks: int, channels: int) -> None:
        super().__init__()
        if (rows, columns) != (SIDE, SIDE):
            raise BadSpec(
                f"The network patterns is for boards of {SIDE} x {SIDE}, "
                f"not for {rows} x {columns}."
            )
        self._channels, self._narrow = channels, math.ceil(channels / NARROW)
        self.first = nn.Conv2d(planes, channels, LOCAL, stride=LOCAL, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Linear(channels, channels, bias=False)
        self.second_norm = nn.BatchNorm1d(channels)
        self.blocks = nn.Sequential(*(Block(channels, self._narrow) for _ in range(blocks)))
        self.policy = Cells(channels)
        self.soft_policy = Cells(channels)
        self.reply = Cells(channels)
        self.value_down = nn.Linear(channels, self._narrow)
        self.value_hidden = nn.Linear(BOARDS * self._narrow, VALUE_HIDDEN)
        self.value = nn.Linear(VALUE_HIDDEN, 1)
        for layer in self.modules():
            if isinstance(layer, Block):
                nn.init.constant_(layer.up_norm.weight, 1 / math.sqrt(blocks))
        with torch.no_grad():
            self.value.weight.mul_(SMALL)

    def forward(self, planes: Tensor) -> Outputs:
        """The answers for a batch of positions."""
        boards = self.first_norm(self.first(planes)).relu()
        x = boards.permute(0, 2, 3, 1).reshape(-1, self._channels)
        x = self.blocks(self.second_norm(self.second(x)).relu())
        down = self.value_down(x).relu().reshape(-1, BOARDS * self._narrow)
        value = self.value(self.value_hidden(down).relu())
        return Outputs(self.policy(x), value.flatten().tanh(), self.soft_policy(x), self.reply(x))


class Block(nn.Module):
    """What all boards together add to each."""

    def __init__(self, channels: int, narrow: int) -> None:
        super().__init__()
        self._narrow = narrow
        self.down = nn.Linear(channels, narrow, bias=False)
        self.down_norm = nn.BatchNorm1d(narrow)
        self.whole = nn.Linear(BOARDS * narrow, WIDE * channels, bias=False)
        self.whole_norm = nn.BatchNorm1d(WIDE * channels)
        self.spread = nn.Linear(WIDE * channels, BOARDS * narrow, bias=False)
        self.spread_norm = nn.BatchNorm1d(BOARDS * narrow)
        self.up = nn.Linear(narrow, channels, bias=False)
        self.up_norm = nn.BatchNorm1d(channels)

    def forward(self, x: Tensor) -> Tensor:
        """The block's output, of the same shape."""
        down = self.down_norm(self.down(x)).relu().reshape(-1, BOARDS * self._narrow)
        whole = self.whole_norm(self.whole(down)).relu()
        spread = self.spread_norm(self.spread(whole)).relu().reshape(-1, self._narrow)
        total: Tensor = x + self.up_norm(self.up(spread))
        return total.relu()


class Cells(nn.Module):
    """A number for each cell, from what is known of its board and of the one that it sends to."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.local = nn.Linear(channels, BOARDS)
        self.sent = nn.Linear(channels, BOARDS)
        for layer in (self.local, self.sent):
            nn.init.normal_(layer.weight, std=SMALL / math.sqrt(channels))
            nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Of the boards: the 81 cells, row by row over the whole grid."""
        # Rows and columns of the board, then of the cell; for `sent`, of the cell first.
        local = self.local(x).reshape(-1, LOCAL, LOCAL, LOCAL, LOCAL).permute(0, 1, 3, 2, 4)
        sent = self.sent(x).reshape(-1, LOCAL, LOCAL, LOCAL, LOCAL).permute(0, 3, 1, 4, 2)
        cells: Tensor = (local + sent).reshape(-1, SIDE * SIDE)
        return cells

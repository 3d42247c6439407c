"""The line network in PyTorch: the same sums as cpp/search/five/line_network.h, in floating point.

    cell(c)    = clamp(row(window 1) + ... + row(window 4) + bias)     for each empty cell c
    value      = layers(sum over c of cell(c) - clamp(bias))           a logit, for who moves
    policy(c)  = weights . cell(c)                                     logits over the cells

The row of a window is that of its two shapes, one for each side, plus a part for this window alone
that weight decay keeps small: frequent windows learn their own row, rare ones stay near the row of
their shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from inarow import _core

CHANNELS, HIDDEN = _core.LineNetwork.channels, _core.LineNetwork.hidden
MOST = _core.LineNetwork.most / _core.LineNetwork.one  # where a cell's numbers are cut off
CELLS_SHARE = 2**-_core.LineNetwork.cells_shift  # of the sum over cells: the first layer's input
OUTSIDE = _core.LineNetwork.outside  # of a cell beyond the edge
RADIUS = _core.LineNetwork.window_radius
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
SHAPES = 16  # a shape has 4 bits
FAR = -30.0  # logit of a cell without a stone near


@lru_cache(maxsize=2)
def _windows(device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """Index by window; of each index both shapes as one number, and whether it has a stone."""
    index, _, shapes, bare = _core.line_window_table()
    pairs = [own * SHAPES + other for own, other in shapes]
    tables = torch.tensor(index), torch.tensor(pairs), ~torch.tensor(bare)
    return tables[0].to(device), tables[1].to(device), tables[2].to(device)


class _SumOfRows(torch.autograd.Function):
    """Rows of a table, added up: four for each cell.

    ``embedding_bag`` is the same, but on a processor its backward pass takes seven times as long.
    """

    @staticmethod
    def forward(ctx: Any, table: Tensor, index: Tensor) -> Tensor:
        ctx.save_for_backward(index)
        ctx.size = len(table)
        total = table[index[0]]
        for line in index[1:]:
            total += table[line]
        return total

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (index,) = ctx.saved_tensors
        total = gradients[0].new_zeros(ctx.size, gradients[0].shape[1])
        for line in index:
            total.index_add_(0, line, gradients[0])
        return total, None


class LineNet(nn.Module):
    """The network; ``arrays`` is what the engine's file holds."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs = nn.Parameter(torch.randn(SHAPES * SHAPES, CHANNELS) * 0.3)
        self.own = nn.Parameter(torch.zeros(len(_windows(torch.device("cpu"))[1]), CHANNELS))
        self.bias = nn.Parameter(torch.full((CHANNELS,), 0.1))
        self.first = nn.Linear(CHANNELS, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        self.policy = nn.Linear(CHANNELS, 1, bias=False)

    def rows(self) -> Tensor:
        """Of every window. One without a stone has none, so that far cells do not count."""
        _, pairs, has_stone = _windows(self.pairs.device)
        return (self.pairs[pairs] + self.own) * has_stone[:, None]

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of winning, and of each cell to be the move, for boards as in ``Positions``."""
        count, cells = len(boards), boards[0].numel()
        _, _, has_stone = _windows(boards.device)
        windows = window_indices(boards)
        near = has_stone[windows].any(0) & (boards.reshape(-1) == 0)
        places = torch.nonzero(near)[:, 0]
        sums = (
            _SumOfRows.apply(  # type: ignore[no-untyped-call]
                self.rows(), windows[:, places]
            )
            + self.bias
        )
        active = sums.clamp(0, MOST)
        total = active.new_zeros(count, CHANNELS).index_add(
            0, places // cells, active - self.bias.clamp(0, MOST)
        )
        values = self.last(self.second(self.first(total * CELLS_SHARE).relu()).relu())[:, 0]
        policies = active.new_full((count * cells,), FAR).index_copy(
            0, places, self.policy(active)[:, 0]
        )
        return values, policies.view(count, cells)

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The numbers as ``network_to_bytes`` takes them."""
        with torch.no_grad():
            named = {
                "rows": self.rows(),
                "bias": self.bias,
                "first": self.first.weight,
                "first_bias": self.first.bias,
                "second": self.second.weight,
                "second_bias": self.second.bias,
                "last": self.last.weight[0],
                "last_bias": self.last.bias,
                "policy": self.policy.weight[0],
            }
            return {name: tensor.detach().cpu().numpy().copy() for name, tensor in named.items()}

    def set_arrays(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Take over a network of a file; the row of two shapes is the mean of their windows."""
        device = self.pairs.device
        given = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
        _, pairs, has_stone = _windows(device)
        rows, seen = given["rows"][has_stone], pairs[has_stone]
        count = torch.bincount(seen, minlength=SHAPES * SHAPES).clamp(min=1)
        with torch.no_grad():
            self.pairs.zero_().index_add_(0, seen, rows).div_(count[:, None])
            self.own.zero_()[has_stone] = rows - self.pairs[seen]
            for parameter, name in (
                (self.bias, "bias"),
                (self.first.weight, "first"),
                (self.first.bias, "first_bias"),
                (self.second.weight, "second"),
                (self.second.bias, "second_bias"),
                (self.last.weight[0], "last"),
                (self.last.bias, "last_bias"),
                (self.policy.weight[0], "policy"),
            ):
                parameter.copy_(given[name])


def window_indices(boards: Tensor) -> Tensor:
    """The window of every cell along each line: lines x (boards, rows and columns as one)."""
    count, rows, columns = boards.shape
    device = boards.device
    padded = torch.full(
        (count, rows + 2 * RADIUS, columns + 2 * RADIUS), OUTSIDE, dtype=torch.int32, device=device
    )
    padded[:, RADIUS : RADIUS + rows, RADIUS : RADIUS + columns] = boards
    index, _, _ = _windows(device)
    found = []
    steps = [step for step in range(-RADIUS, RADIUS + 1) if step != 0]
    for down, right in LINES:
        window = torch.zeros((count, rows, columns), dtype=torch.int32, device=device)
        for place, step in enumerate(steps):
            top, left = RADIUS + down * step, RADIUS + right * step
            window |= padded[:, top : top + rows, left : left + columns] << (2 * place)
        found.append(index[window.view(-1)])
    return torch.stack(found)

"""The pattern network in PyTorch: the sums of cpp/search/ultimate/, in floating point.

    row(b, pattern) = projection[b] . encoder(pattern)     of a live local board b
                      decided[b, outcome]                  of a closed one
    view            = clamp(bias + row(0) + ... + row(8) + forced)     seen by one player, 64 lanes
    value           = tanh(head(view of the player to move, view of the other))

The head has an output for each draw rule. The encoder sees one local board at a time, so rows are
computed once for all patterns of a batch and then looked up. The weights of the head are rounded to
what the engine's 8-bit integers hold, so that training makes up for what rounding does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import embedding_bag, linear

from inarow.learning.ultimate_net.features import (
    CELLS,
    DIGITS,
    LIVE_PATTERNS,
    OUTCOMES,
    ROW,
    ROWS,
    SWAPPED,
    Patterns,
)
from inarow.models.ultimate_net import LANES, SHAPES, WEIGHT_LIMIT, WEIGHT_ONE

SPREAD = 0.1  # of the rows at the start: nine of them shall stay in the clamp


class _SumOfRows(torch.autograd.Function):
    """Rows of a table, added up; ``index`` has a column of rows for each summand.

    ``embedding_bag`` is the same, but its backward pass is several times slower on a processor.
    """

    @staticmethod
    def forward(ctx: Any, table: Tensor, index: Tensor) -> Tensor:
        ctx.save_for_backward(index)
        ctx.size = len(table)
        return embedding_bag(index, table, mode="sum")

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (index,) = ctx.saved_tensors
        total = gradients[0].new_zeros(ctx.size, gradients[0].shape[1])
        for column in index.unbind(1):
            total.index_add_(0, column, gradients[0])
        return total, None


class _Bias(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.full((LANES,), 0.3))


class _RoundedLinear(nn.Linear):
    """A layer of the head, with weights as the engine has them."""

    def forward(self, given: Tensor) -> Tensor:
        return linear(given, _rounded(self.weight), self.bias)


class UltimateNet(nn.Module):
    """The network; ``arrays`` is what the engine gets."""

    live_inputs: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.encoder = _layers("encoder", nn.Linear)
        self.projection = nn.Parameter(torch.randn(SHAPES["projection"]) * SPREAD)
        self.decided = nn.Parameter(torch.randn(SHAPES["decided"]) * SPREAD)
        self.forced = nn.Parameter(torch.randn(SHAPES["forced"]) * SPREAD)
        self.accumulator = _Bias()
        self.head = _layers("head", _RoundedLinear)
        for layer in self.encoder:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")  # type: ignore[arg-type]
        self.register_buffer("live_inputs", _live_inputs(), persistent=False)

    def rows(self, live: Tensor) -> Tensor:
        """The rows of some live patterns, then of the outcomes: (boards, patterns) x lanes."""
        encoded = self.live_inputs[live]
        for layer in self.encoder:
            encoded = layer(encoded).relu()
        # Outcomes are inputs of their own, so that one product makes the whole table.
        wide = torch.block_diag(encoded, torch.eye(OUTCOMES, device=encoded.device))
        weights = torch.cat([self.projection.transpose(1, 2), self.decided], dim=1)
        return torch.matmul(wide, weights).flatten(0, 1)

    def forward(self, live: Tensor, index: Tensor, forced: Tensor) -> Tensor:
        """The outputs of both rules for positions by ``inputs``; ``tanh`` of one is a value."""
        count = len(index)
        sums = _SumOfRows.apply(  # type: ignore[no-untyped-call]
            self.rows(live), index.view(-1, CELLS)
        )
        sent = self.forced[:, forced].transpose(0, 1)  # positions x views x lanes
        views = (sums.view(count, 2, LANES) + sent + self.accumulator.bias).clamp(0, 1)
        hidden = views.flatten(1)
        for layer in list(self.head)[:-1]:
            hidden = layer(hidden).clamp(0, 1)
        outputs: Tensor = self.head[-1](hidden)
        return outputs

    def clip(self) -> None:
        """Keep the weights of the head within what the engine's 8-bit integers can hold."""
        with torch.no_grad():
            for layer in self.head:
                layer.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)  # type: ignore[operator]

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The numbers as ``models.ultimate_net`` takes them."""
        with torch.no_grad():
            return {
                name: (_rounded(tensor) if _is_rounded(name) else tensor).cpu().numpy().copy()
                for name, tensor in self.state_dict().items()
            }

    def set_arrays(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Take over a network."""
        self.load_state_dict({name: torch.from_numpy(a.copy()) for name, a in arrays.items()})


def _rounded(weights: Tensor) -> Tensor:
    """The weights as the engine's integers have them; the gradient is that of the weights."""
    return weights + (torch.round(weights * WEIGHT_ONE) / WEIGHT_ONE - weights).detach()


def _is_rounded(name: str) -> bool:
    return name.startswith("head.") and name.endswith(".weight")


def _layers(name: str, kind: type[nn.Linear]) -> nn.ModuleList:
    shapes = [SHAPES[f"{name}.{number}.weight"] for number in range(3)]
    return nn.ModuleList(kind(inputs, outputs) for outputs, inputs in shapes)


def inputs(
    patterns: Patterns, forced: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """What ``forward`` takes: live patterns that occur, rows of each position, where it is sent.

    The rows: positions x (mover's view, the other's) x local boards.
    """
    rows = np.stack([ROW[patterns], ROW[SWAPPED[patterns]]], axis=1)
    occurs = np.zeros(ROWS, bool)
    occurs[rows] = True
    occurs[-OUTCOMES:] = True
    place = np.cumsum(occurs) - 1
    live = np.flatnonzero(occurs)[:-OUTCOMES]
    index = place[rows] + np.arange(CELLS) * (len(live) + OUTCOMES)
    return live, index, forced.astype(np.int64)


def _live_inputs() -> Tensor:
    """What the encoder sees of each live pattern: of each cell whether it is own, other, empty."""
    kinds = np.array([1, 2, 0])
    cells = DIGITS[LIVE_PATTERNS][:, :, None] == kinds
    return torch.from_numpy(cells.reshape(len(cells), -1).astype(np.float32))

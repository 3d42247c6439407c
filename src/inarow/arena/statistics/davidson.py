"""The model behind the ratings: Bradley and Terry's, with draws and an advantage of the first move.

Player i has the strength ``pi_i``, moving first multiplies it by ``theta``, and

    P(first wins) : P(draw) : P(second wins)  =  theta pi_i : nu sqrt(theta pi_i pi_j) : pi_j

In logarithms all three are linear in the ratings ``ln pi``, the advantage ``ln theta`` and
``ln nu``. The log likelihood is therefore concave in all of them together, and Newton's method
with a line search finds its only maximum, also with the gap between two ratings held at a value.

A weak prior keeps the maximum finite where results alone would not: after a clean sweep, without
a single draw, or between groups of players that never met. Ratings and advantage are taken to be
normal around 0 with a standard deviation of 1000 Elo, ln nu around 0 with one of 5. That weighs
about as much as a tenth of one game between equals: it decides after clean sweeps, and fades with
any other results.

Sources: R. Bradley and M. Terry, "Rank Analysis of Incomplete Block Designs" (1952); R. Davidson,
"On Extending the Bradley-Terry Model to Accommodate Ties" (1970); R. Davidson and R. Beaver, "On
Extending the Bradley-Terry Model to Incorporate Within-Pair Order Effects" (1977).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from inarow.arena.statistics.cross_table import CrossTable

Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo per unit of the model, which counts in natural logarithms of strength."""

PRIOR_ELO = 1000.0
"""Standard deviation, in Elo, of the prior on ratings and advantage: wider than most fields."""

PRIOR_LOG_NU = 5.0
"""Standard deviation of the prior on ln nu: draw shares from 0.3 % to 99 % are one deviation."""

MAX_STEPS = 100
"""Newton steps; clean sweeps among a hundred players take about ten."""

CONVERGED = 1e-12
"""The possible gain of the next step, relative to the log likelihood, at which Newton stops."""


class Davidson:
    """The log likelihood (with the prior) of a table of results.

    A point holds the rating of every player in the order of the table, the advantage, and ln nu.
    """

    def __init__(self, table: CrossTable) -> None:
        size = self.size = len(table.players)
        counts = np.array(
            [[table.as_first(one, two) for two in table.players] for one in table.players],
            dtype=np.float64,
        ).reshape(size, size, 3)
        # Rows moved first, columns second.
        self.games: Floats = counts.sum(axis=2)
        self.lead: Floats = counts[:, :, 0] - counts[:, :, 2]
        self.draws = float(counts[:, :, 1].sum())
        deviations = np.full(size + 2, PRIOR_ELO / ELO)
        deviations[-1] = PRIOR_LOG_NU
        self.prior: Floats = deviations**-2

    def value(self, point: Floats) -> float:
        """The log likelihood and the log prior at a point."""
        gap, log_nu = self._gaps(point), point[-1]
        weights = np.logaddexp(np.logaddexp(gap / 2, -gap / 2), log_nu)
        fit = (self.lead * gap).sum() / 2 + self.draws * log_nu - (self.games * weights).sum()
        return float(fit - (self.prior * point**2).sum() / 2)

    def slope_and_curvature(self, point: Floats) -> tuple[Floats, Floats]:
        """The gradient of the value, and its Hessian with the sign changed."""
        size, gap = self.size, self._gaps(point)
        top = np.maximum(np.abs(gap) / 2, point[-1])  # so that no exponential overflows
        win, draw, loss = (np.exp(log - top) for log in (gap / 2, point[-1], -gap / 2))
        total = win + draw + loss
        lead, draw = (win - loss) / total, draw / total
        half = (self.lead - self.games * lead) / 2
        slope = np.append(
            half.sum(axis=1) - half.sum(axis=0),
            [half.sum(), self.draws - (self.games * draw).sum()],
        )
        # The variance of (win - loss) / 2 and its covariance with a draw, for every pairing.
        variance = self.games * (1 - draw - lead**2) / 4
        mixed = -self.games * lead * draw / 2
        curvature = np.zeros((size + 2, size + 2))
        both = variance + variance.T
        curvature[:size, :size] = np.diag(both.sum(axis=1)) - both
        for column, part in ((size, variance), (size + 1, mixed)):
            curvature[:size, column] = part.sum(axis=1) - part.sum(axis=0)
            curvature[column, :size] = curvature[:size, column]
        curvature[size, size] = variance.sum()
        curvature[size, size + 1] = curvature[size + 1, size] = mixed.sum()
        curvature[size + 1, size + 1] = (self.games * draw * (1 - draw)).sum()
        return slope - self.prior * point, curvature + np.diag(self.prior)

    def _gaps(self, point: Floats) -> Floats:
        """ln(theta pi_i / pi_j) for every first and second player."""
        ratings = point[: self.size]
        gaps: Floats = np.subtract.outer(ratings, ratings) + point[self.size]
        return gaps


class Fit:
    """The maximum of the likelihood, and its shape around the maximum.

    A contrast is a weighted sum of the coordinates of a point, such as one rating less another.
    """

    def __init__(self, model: Davidson) -> None:
        self.model = model
        self.best, self.value, _ = _climb(model, np.zeros(model.size + 2), None)
        curvature = model.slope_and_curvature(self.best)[1]
        self.covariance: Floats = np.linalg.inv(curvature).astype(np.float64)

    def deviation(self, contrast: Floats) -> float:
        """The standard deviation of a contrast, from the curvature at the best point."""
        return math.sqrt(max(0.0, float(contrast @ self.covariance @ contrast)))

    def drop(self, contrast: Floats, at: float) -> tuple[float, float]:
        """By how much holding a contrast lowers the value, and how fast that grows with it."""
        reach = self.covariance @ contrast
        start = self.best + reach * (at - contrast @ self.best) / (contrast @ reach)
        _, value, pull = _climb(self.model, start, contrast)
        return max(0.0, self.value - value), -pull


def _climb(model: Davidson, point: Floats, contrast: Floats | None) -> tuple[Floats, float, float]:
    """Newton's method from a point to the best one with the same contrast.

    Also gives the value there, and the slope of the value along the contrast (0 without one).
    """
    value, pull = model.value(point), 0.0
    for _ in range(MAX_STEPS):
        slope, curvature = model.slope_and_curvature(point)
        if contrast is None:
            step = np.linalg.solve(curvature, slope)
        else:
            free, along = np.linalg.solve(curvature, np.stack([slope, contrast], axis=1)).T
            pull = float(contrast @ free) / float(contrast @ along)
            step = free - pull * along
        gain = float(slope @ step)
        if gain < CONVERGED * (1 + abs(value)):
            break
        length = 1.0
        while (following := model.value(point + length * step)) < value + length * gain / 4:
            length /= 2
        point, value = point + length * step, following
    return point, value, pull

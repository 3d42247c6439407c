"""Ratings of many players from a cross table, by maximum likelihood.

The model is Bradley and Terry's, with draws after Davidson and an advantage for who moves first.
Player i has the strength ``pi_i = 10^(elo_i / 400)``, and with ``theta = 10^(advantage / 400)``

    P(first wins) : P(draw) : P(second wins)  =  theta pi_i : nu sqrt(theta pi_i pi_j) : pi_j

The log likelihood is concave in the ratings, the advantage and ln nu together, so Newton's method
with a line search finds its only maximum; intervals come from the curvature there.

A weak prior keeps the figures finite where results alone would not: after a clean sweep, without a
single draw, or between groups of players that never met. Ratings and advantage are taken to be
normal around 0 with a standard deviation of 1000 Elo, ln nu around 0 with one of 5. That weighs
about as much as a tenth of one game between equals: it decides after clean sweeps, and fades with
any other results.

A gap of 400 Elo says that there are ten wins to one loss. It says nothing of draws, so it is wider
than the Elo difference of a match, which is reckoned from points: see docs/statistics.md.

What it cannot do: strength is one number, so a circle (a beats b beats c beats a) averages out; a
draw is as likely as the two wins make it, whoever plays; and games are taken as independent, which
makes intervals a little wide where openings are played twice with colours swapped.

Sources: R. Bradley and M. Terry, "Rank Analysis of Incomplete Block Designs" (1952); R. Davidson,
"On Extending the Bradley-Terry Model to Accommodate Ties" (1970); R. Davidson and R. Beaver, "On
Extending the Bradley-Terry Model to Incorporate Within-Pair Order Effects" (1977).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from inarow.arena.crosstable import CrossTable
from inarow.errors import BadSpec, UnknownPlayer
from inarow.spec import closest

Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo per unit of the model, which counts in natural logarithms of strength."""

PRIOR_ELO = 1000.0
"""Standard deviation, in Elo, of the prior on ratings and advantage: wider than any field."""

PRIOR_LOG_NU = 5.0
"""Standard deviation of the prior on ln nu: draw shares from 0.3 % to 99 % are one deviation."""

MAX_STEPS = 100
"""Newton steps; clean sweeps among a hundred players take about ten."""

CONVERGED = 1e-12
"""What the next step could gain, as a share of the log likelihood, when figures stand still."""


@dataclass(frozen=True)
class EloInterval:
    """An Elo figure and the interval around it."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """A player's rating, the interval around it, and what it rests on."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    points: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, best first, and what else the model tells.

    ``advantage`` is what moving first is worth, ``draw_rate`` the share of draws between equals
    (the advantage set aside), and ``superiority`` how likely it is that the first of two players
    is the stronger one.
    """

    players: tuple[Rating, ...]
    advantage: EloInterval
    draw_rate: float
    superiority: Mapping[tuple[str, str], float]

    def of(self, name: str) -> Rating:
        """The rating of one player."""
        for player in self.players:
            if player.name == name:
                return player
        names = [player.name for player in self.players]
        raise UnknownPlayer(f"No player {name!r} was rated; {closest(name, names)}")

    def as_dict(self) -> dict[str, object]:
        """The ratings as JSON can hold them; superiority by name, then by opponent's name."""
        superiority: dict[str, dict[str, float]] = {player.name: {} for player in self.players}
        for (name, opponent), chance in self.superiority.items():
            superiority[name][opponent] = chance
        return {
            "players": [asdict(player) for player in self.players],
            "advantage": asdict(self.advantage),
            "draw_rate": self.draw_rate,
            "superiority": superiority,
        }


def fit_ratings(
    table: CrossTable, anchor: tuple[str, float] | None = None, confidence: float = 0.95
) -> Ratings:
    """Rate the players of a table.

    ``anchor`` names a player and its rating, and all others are relative to that; without one
    the mean rating is 0. Intervals are relative to the same: an anchor has none.

    >>> table = CrossTable(["a", "b"])
    >>> for result in (1, 1, 0, -1):
    ...     table.add("a", "b", result)
    ...     table.add("b", "a", -result)
    >>> ratings = fit_ratings(table, anchor=("b", 1000))
    >>> [(player.name, round(player.elo)) for player in ratings.players]
    [('a', 1119), ('b', 1000)]
    """
    if not 0 < confidence < 1:
        raise BadSpec(f"confidence={confidence:g} is out of range: it must be between 0 and 1.")
    names = table.players
    if anchor is not None and anchor[0] not in names:
        raise UnknownPlayer(f"The anchor {anchor[0]!r} did not play; {closest(anchor[0], names)}")
    results = _Results(table)
    best, covariance = _maximum(results)
    size = len(names)
    # Every rating minus the reference, which is the mean of all or the anchor.
    reference = np.full(size, 1 / max(size, 1))
    if anchor is not None:
        reference = np.array([float(name == anchor[0]) for name in names])
    relative = np.eye(size) - reference
    elos = ELO * relative @ best[:size] + (anchor[1] if anchor is not None else 0.0)
    spread = ELO**2 * relative @ covariance[:size, :size] @ relative.T
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    players = []
    for index, name in enumerate(names):
        margin = z * math.sqrt(max(0.0, spread[index, index]))
        total = table.total(name)
        elo = float(elos[index])
        players.append(Rating(name, elo, elo - margin, elo + margin, total.games, total.points))
    advantage, margin = float(ELO * best[size]), float(ELO * z * math.sqrt(covariance[size, size]))
    return Ratings(
        tuple(sorted(players, key=lambda player: (-player.elo, player.name))),
        EloInterval(advantage, advantage - margin, advantage + margin),
        draw_rate=float(1 / (1 + 2 * math.exp(-best[size + 1]))),
        superiority=_superiority(names, elos, spread),
    )


class _Results:
    """Games, wins less losses, and draws as matrices: row moved first, column second."""

    def __init__(self, table: CrossTable) -> None:
        counts = np.array(
            [
                [table.as_first(first, second) for second in table.players]
                for first in table.players
            ],
            dtype=np.float64,
        ).reshape(len(table.players), len(table.players), 3)
        self.size = len(table.players)
        self.games: Floats = counts.sum(axis=2)
        self.lead: Floats = counts[:, :, 0] - counts[:, :, 2]
        self.draws = float(counts[:, :, 1].sum())
        deviations = np.full(self.size + 2, PRIOR_ELO / ELO)
        deviations[-1] = PRIOR_LOG_NU
        self.prior: Floats = deviations**-2

    def value(self, point: Floats) -> float:
        """The log likelihood and the log prior of ratings, advantage and ln nu."""
        gap, log_nu = self._gaps(point), point[-1]
        weights = np.logaddexp(np.logaddexp(gap / 2, -gap / 2), log_nu)
        fit = (self.lead * gap).sum() / 2 + self.draws * log_nu - (self.games * weights).sum()
        return float(fit - (self.prior * point**2).sum() / 2)

    def slope_and_curvature(self, point: Floats) -> tuple[Floats, Floats]:
        """The gradient of the value, and its Hessian with the sign changed."""
        gap = self._gaps(point)
        top = np.maximum(np.abs(gap) / 2, point[-1])  # so that no exponential overflows
        win, draw, loss = (np.exp(log - top) for log in (gap / 2, point[-1], -gap / 2))
        total = win + draw + loss
        lead, draw = (win - loss) / total, draw / total
        half = (self.lead - self.games * lead) / 2
        slope = np.append(half.sum(axis=1) - half.sum(axis=0), [half.sum(), 0])
        slope[-1] = self.draws - (self.games * draw).sum()
        # The variance of (win - loss) / 2 and its covariance with a draw, for every pairing.
        variance = self.games * (1 - draw - lead**2) / 4
        mixed = -self.games * lead * draw / 2
        size = self.size
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


def _maximum(results: _Results) -> tuple[Floats, Floats]:
    """The likeliest point, and the covariance that the curvature there stands for."""
    point: Floats = np.zeros(results.size + 2)
    value = results.value(point)
    for _ in range(MAX_STEPS):
        slope, curvature = results.slope_and_curvature(point)
        step = np.linalg.solve(curvature, slope)
        gain = float(slope @ step)
        if gain < CONVERGED * (1 + abs(value)):
            break
        length = 1.0
        while (following := results.value(point + length * step)) < value + length * gain / 4:
            length /= 2
        point, value = point + length * step, following
    covariance = np.linalg.inv(results.slope_and_curvature(point)[1])
    return point, covariance.astype(np.float64)


def _superiority(
    names: tuple[str, ...], elos: Floats, spread: Floats
) -> dict[tuple[str, str], float]:
    """How likely each player is stronger than each other, from ratings and their covariance."""
    normal = NormalDist()
    chances = {}
    for i, name in enumerate(names):
        for j, other in enumerate(names):
            if i != j:
                deviation = math.sqrt(spread[i, i] + spread[j, j] - 2 * spread[i, j])
                chances[name, other] = normal.cdf(float(elos[i] - elos[j]) / deviation)
    return chances

"""Ratings of many players from a cross table, by maximum likelihood.

The model is Bradley and Terry's with draws and an advantage for who moves first; formula, prior
and sources are in :mod:`inarow.arena.statistics.davidson`. Intervals and the likelihood of
superiority come from the profile of the likelihood: one rating is fixed at a value, all others are
fitted again, and the decrease of the log likelihood shows how credible that value is. With more
than ``PROFILED`` players that takes too long, and the curvature at the maximum is used. The two
differ for players who won or lost nearly all their games: the curvature makes them less certain.

A gap of 400 Elo means ten wins for each loss. Draws do not enter, so it is wider than the Elo
difference of a match, which is calculated from points: see docs/statistics.md.

What it cannot do: strength is one number, so a cycle (a beats b beats c beats a) averages out; the
probability of a draw depends only on the two ratings; and games are assumed to be independent,
which makes intervals a little wide where openings are played twice with colours swapped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np

from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.davidson import ELO, Davidson, Fit, Floats
from inarow.errors import BadSpec, UnknownPlayer
from inarow.spec import closest

PROFILED = 25
"""The most players for which likelihoods are profiled, in about half a second."""

MAX_STEPS = 20
"""Newton steps to the end of an interval; three or four are usual."""

CLOSE = 1e-3
"""Change of the end of an interval, in Elo, at which it has converged."""

CERTAIN = 5.0
"""Standard deviations (by the curvature) beyond which superiority is certain, not profiled."""


@dataclass(frozen=True)
class EloInterval:
    """An Elo value and its interval."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """A player's rating, its interval, and the games and points that it is based on."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    points: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, best first, and the other results of the model.

    ``advantage`` is the value of moving first, ``draw_rate`` the share of draws between equals
    (without the advantage), and ``superiority`` the probability that the first of two players is
    the stronger one.
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
        """The ratings as JSON; superiority by name, then by opponent's name."""
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

    ``anchor`` is a player and its rating, to which all others are relative; without one the mean
    rating is 0. Intervals are relative to the same, so an anchor has none.

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
    fit = Fit(Davidson(table))
    size, z = len(names), NormalDist().inv_cdf((1 + confidence) / 2)
    single = np.eye(size, size + 2)
    players = []
    for name, contrast in zip(names, single, strict=True):
        # A rating is relative to the mean of all, or to the anchor.
        base = single.mean(axis=0) if anchor is None else single[names.index(anchor[0])]
        figure = _interval(fit, contrast - base, z, 0.0 if anchor is None else anchor[1])
        total = table.total(name)
        players.append(Rating(name, **asdict(figure), games=total.games, points=total.points))
    return Ratings(
        tuple(sorted(players, key=lambda player: (-player.elo, player.name))),
        _interval(fit, np.eye(size + 2)[size], z),
        draw_rate=1 / (1 + 2 * math.exp(-float(fit.best[-1]))),
        superiority={
            (name, other): _superiority(fit, mine - theirs)
            for name, mine in zip(names, single, strict=True)
            for other, theirs in zip(names, single, strict=True)
            if name != other
        },
    )


def _interval(fit: Fit, contrast: Floats, z: float, offset: float = 0.0) -> EloInterval:
    """A contrast in Elo, and its values whose drop is at most that of ``z`` deviations."""
    best, deviation = float(contrast @ fit.best), fit.deviation(contrast)
    low, high = best - z * deviation, best + z * deviation
    if deviation > 0 and fit.model.size <= PROFILED:
        low, high = (_profile_end(fit, contrast, start, z) for start in (low, high))
    return EloInterval(*(offset + ELO * value for value in (best, low, high)))


def _profile_end(fit: Fit, contrast: Floats, at: float, z: float) -> float:
    """Where the root of twice the drop is ``z``: Newton's method, as that is nearly straight."""
    best = float(contrast @ fit.best)
    for _ in range(MAX_STEPS):
        drop, growth = fit.drop(contrast, at)
        distance = math.sqrt(2 * drop)
        last, at = at, at + (z - distance) * distance / growth
        if (at - best) * (last - best) <= 0:  # too far: beyond the best value
            at = (last + best) / 2
        if abs(at - last) < CLOSE / ELO:
            break
    return at


def _superiority(fit: Fit, contrast: Floats) -> float:
    """How likely the contrast of two ratings is above zero."""
    gap, deviation = float(contrast @ fit.best), fit.deviation(contrast)
    distance = gap / deviation
    if fit.model.size <= PROFILED and abs(distance) < CERTAIN:
        distance = math.copysign(math.sqrt(2 * fit.drop(contrast, 0.0)[0]), gap)
    return NormalDist().cdf(distance)

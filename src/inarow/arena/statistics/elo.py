"""The Elo difference that a match shows, with an interval, and the likelihood of superiority.

The mean score ``s`` of a player stands for the Elo difference ``400 log10(s / (1 - s))``. The
interval is the profile-likelihood one: every mean score whose best log likelihood is at most
``z² / 2`` below the best of all, with z = 1.96 for 95 %. Results of pairs of games (pentanomial
counts) are used where there are any, else wins, draws and losses. Unlike the normal interval
``s ± z sd / sqrt(n)`` this one never leaves 0..1, and it is useful for few games and for clean
sweeps: n wins in n games give ``exp(-z² / 2n)`` as the lower end, 0.83 for ten games.

What it cannot do: it assumes that games (pairs) are independent. A match of deterministic players
that repeats one game a hundred times is the evidence of one game; and an interval that is checked
until it looks good is not a 95 % interval (use :mod:`inarow.arena.statistics.sprt` for that).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.likelihood import (
    EVEN,
    drop_at_mean,
    mean_and_deviation,
    means_within,
    outcomes,
)
from inarow.errors import BadSpec

MAX_ELO = 4000.0
"""Stands for "no limit" before any game; even a billion wins in a row show less."""

HELD_BACK = 0.5
"""Points that are added to 0 or subtracted from a clean score, to get a finite Elo."""


@dataclass(frozen=True)
class EloEstimate:
    """An Elo difference, the interval around it, and how likely it is above zero.

    ``bounded`` is False if an end of the interval is infinite, as after a clean sweep. Elo has no
    finite value there: ``elo`` and the infinite end are then given for half a point less (or more),
    and stand for "at least" (or "at most").
    """

    elo: float
    low: float
    high: float
    los: float
    bounded: bool


def elo_from_score(score: float) -> float:
    """The Elo difference of a mean score.

    >>> [round(elo_from_score(score)) for score in (0.5, 0.75, 0.64)], elo_from_score(1)
    ([0, 191, 100], inf)
    """
    if not 0 <= score <= 1:
        raise BadSpec(f"A mean score is between 0 and 1, not {score:g}.")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """The expected mean score of an Elo difference.

    >>> round(score_from_elo(100), 3), score_from_elo(-math.inf)
    (0.64, 0.0)
    """
    odds = 10 ** (-abs(elo) / 400)  # of the weaker one: cannot overflow
    return (odds if elo < 0 else 1) / (1 + odds)


def score_interval(
    counts: Counts, pairs: Sequence[int] = (), confidence: float = 0.95
) -> tuple[float, float]:
    """The lowest and the highest mean score that agree with the results; there must be some.

    >>> [round(end, 2) for end in score_interval(Counts(wins=45, draws=20, losses=35))]
    [0.46, 0.64]
    """
    if not 0 < confidence < 1:
        raise BadSpec(f"confidence={confidence:g} is out of range: it must be between 0 and 1.")
    results, scores = outcomes(counts, pairs)
    return means_within(results, scores, NormalDist().inv_cdf((1 + confidence) / 2) ** 2 / 2)


def estimate_elo(
    counts: Counts, pairs: Sequence[int] = (), confidence: float = 0.95
) -> EloEstimate:
    """Estimate the first player's Elo above the second from the games and pairs of games.

    ``pairs`` counts the pairs of games from one opening with colours swapped that gave the first
    player 0, ½, 1, 1½ and 2 points.

    >>> result = estimate_elo(Counts(wins=45, draws=20, losses=35))
    >>> f"{result.elo:.0f}, {result.low:.0f} to {result.high:.0f}, {result.los:.0%}"
    '35, -26 to 96, 87%'
    """
    results, scores = outcomes(counts, pairs)
    if 2 * sum(pairs) > counts.games:
        raise BadSpec(f"There cannot be {sum(pairs)} pairs in {counts.games} games.")
    if not counts.games:
        return EloEstimate(0.0, -MAX_ELO, MAX_ELO, 0.5, bounded=False)
    mean = mean_and_deviation(results, scores)[0]
    low, high = score_interval(counts, pairs, confidence)
    distance = math.copysign(math.sqrt(2 * drop_at_mean(results, scores, EVEN)), mean - EVEN)
    edge = HELD_BACK / counts.games
    elo = _finite_elo(counts.points / counts.games, edge)
    return EloEstimate(
        elo,
        min(elo, _finite_elo(low, edge)),
        max(elo, _finite_elo(high, edge)),
        los=NormalDist().cdf(distance),
        bounded=low > 0 and high < 1,
    )


def _finite_elo(score: float, edge: float) -> float:
    """The Elo of a score, where 0 and 1 are replaced by values near them."""
    return elo_from_score({0.0: edge, 1.0: 1 - edge}.get(score, score))

"""The likelihood of the counts of outcomes when their mean is fixed.

A game scores 0, ½ or 1 points and a pair of games has five results. The probabilities of the
outcomes are not known, so the likelihood is the multinomial one, and a statement about strength is
a statement about the mean. With the mean fixed at ``s``, the likeliest probabilities are
``p_i = n_i / (N (1 + x b_i))`` with ``b_i = a_i - s`` the deviations of the scores, and the log
likelihood is lower than without the condition by

    drop(s) = max over x of  sum of n_i ln(1 + x b_i)

The sum is concave in x; x is limited to values where no ``1 + x b_i`` is negative. At an end of
that range, an outcome without a count gets the missing probability: ten wins in ten games have a
drop of ``10 ln(1/s)``, since the rest can be losses.

Normalized Elo is the mean in units of the standard deviation: ``(mean - ½) / sd = t``. That
condition is not linear, so it is replaced by its tangent at the last solution until it converges.
Hundreds of Elo away from the results there can be several solutions, and this finds one.

Sources: M. Van den Bergh, "Comments on normalized Elo" (propositions 1.1 and section 4.1), which
is what fishtest computes; A. Owen, "Empirical Likelihood" (2001), for the profile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from inarow.arena.statistics.cross_table import Counts
from inarow.errors import BadSpec

GAME_SCORES = (0.0, 0.5, 1.0)
"""The scores of the outcomes of a game, from a loss to a win."""

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores per game of a pair of games, from two losses to two wins."""

EVEN = 0.5
"""The mean score between equals."""

MAX_STEPS = 200
"""Steps of the root finder, which at worst halves its bracket: more than doubles can need."""

CLOSE = 1e-12
"""Relative distance to 0 or 1 at which the end of an interval has converged."""

LEAST = 2.0**-53
"""Half the distance from 1 to the next number: the least value of 1 + x b that is not 0."""

MAX_TANGENTS = 100
"""Tangents for a normalized mean; a dozen are enough for the usual bounds."""

SETTLED = 1e-9
"""Change of mean and standard deviation, in points, below which the tangents have converged."""


def outcomes(
    counts: Counts, pairs: Sequence[int] = ()
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The counts and scores to use: of the pairs if there are any, else of the games.

    >>> outcomes(Counts(wins=3, draws=2, losses=1))
    ((1, 2, 3), (0.0, 0.5, 1.0))
    """
    if len(pairs) not in (0, len(PAIR_SCORES)) or min((*counts, *pairs)) < 0:
        raise BadSpec(
            "Results are counts of wins, draws and losses, and none or five counts of pairs of "
            f"games (0, ½, 1, 1½ and 2 points), not {tuple(counts)} and {tuple(pairs)}."
        )
    if any(pairs):
        return tuple(pairs), PAIR_SCORES
    return tuple(counts.reversed()), GAME_SCORES


def drop_at_mean(counts: Sequence[float], scores: Sequence[float], mean: float) -> float:
    """The decrease of the log likelihood when the mean (above 0, below 1) is fixed.

    >>> round(drop_at_mean((0, 0, 10), GAME_SCORES, 0.5), 6) == round(10 * math.log(2), 6)
    True
    """
    return _drop(counts, [score - mean for score in scores])[0]


def means_within(
    counts: Sequence[float], scores: Sequence[float], allowed: float
) -> tuple[float, float]:
    """The lowest and the highest mean whose drop is at most ``allowed``.

    >>> low, high = means_within((0, 0, 10), GAME_SCORES, 10 * math.log(2))
    >>> round(low, 9), high
    (0.5, 1.0)
    """
    mean, _ = mean_and_deviation(counts, scores)
    low, high = (
        end if mean == end else _farthest_mean(counts, scores, mean, end, allowed)
        for end in (0.0, 1.0)
    )
    return low, high


def drop_at_normalized_mean(counts: Sequence[float], scores: Sequence[float], t: float) -> float:
    """The same with the mean fixed ``t`` standard deviations above an even score.

    Every outcome must have a count, however small.
    """
    # The condition mean - ½ - t sd = 0 is convex for t > 0 and concave for t < 0. Started on the
    # side where it is not met, the tangents converge to the solution, and each has outcomes on both
    # sides of it. If the counts are on the other side, start with wins and losses that meet it.
    mean, deviation = mean_and_deviation(counts, scores)
    if (mean - EVEN - t * deviation) * t < 0:
        mean = EVEN + t / math.hypot(1, t) / 2
        deviation = math.sqrt(mean * (1 - mean))
    drop = 0.0
    for _ in range(MAX_TANGENTS):
        tangent = [
            score - EVEN - t * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in scores
        ]
        drop, x = _drop(counts, tangent)
        total = sum(counts)
        chances = [n / (total * _factor(x, b)) for n, b in zip(counts, tangent, strict=True)]
        last = mean, deviation
        mean, deviation = mean_and_deviation(chances, scores)
        if abs(mean - last[0]) + abs(deviation - last[1]) < SETTLED:
            break
    return drop


def mean_and_deviation(weights: Sequence[float], scores: Sequence[float]) -> tuple[float, float]:
    """The mean of weighted scores and their standard deviation.

    >>> mean_and_deviation((1, 0, 3), GAME_SCORES)
    (0.75, 0.4330127018922193)
    """
    total = sum(weights)
    mean = sum(weight * score for weight, score in zip(weights, scores, strict=True)) / total
    squares = sum(w * (score - mean) ** 2 for w, score in zip(weights, scores, strict=True))
    return mean, math.sqrt(squares / total)


def _farthest_mean(
    counts: Sequence[float], scores: Sequence[float], inside: float, outside: float, allowed: float
) -> float:
    """Newton's method on the root of the drop, which is nearly straight, kept in a bracket."""
    mean = (inside + outside) / 2
    for _ in range(MAX_STEPS):
        drop, x = _drop(counts, [score - mean for score in scores])
        inside, outside = (mean, outside) if drop <= allowed else (inside, mean)
        following = (inside + outside) / 2
        if x:
            # The drop grows with the mean by -x for each count.
            newton = mean - 2 * (math.sqrt(drop * allowed) - drop) / (x * sum(counts))
            if min(inside, outside) < newton < max(inside, outside):
                following = newton
        if abs(following - mean) <= CLOSE * min(mean, 1 - mean):
            break
        mean = following
    return mean


def _drop(counts: Sequence[float], deviations: Sequence[float]) -> tuple[float, float]:
    """The largest sum of n ln(1 + x b), and the x where it is."""
    seen = [(n, b) for n, b in zip(counts, deviations, strict=True) if n > 0]
    x = _best_tilt(seen, -1 / max(deviations), -1 / min(deviations))
    return max(0.0, sum(n * math.log1p(max(x * b, LEAST - 1)) for n, b in seen)), x


def _best_tilt(seen: Sequence[tuple[float, float]], low: float, high: float) -> float:
    """Where the slope, the sum of n b / (1 + x b), which falls with x, is zero; or the end."""
    for end, sign in ((low, 1), (high, -1)):
        # Without a pole here, the maximum may be the end itself.
        if all(1 + end * b > 0 for _, b in seen) and sign * _slope(seen, end)[0] <= 0:
            return end
    x = 0.0
    for _ in range(MAX_STEPS):
        slope, curvature = _slope(seen, x)
        low, high = (x, high) if slope > 0 else (low, x)
        newton = x + slope / curvature
        following = newton if low < newton < high else (low + high) / 2
        if abs(following - x) <= 1e-15 * max(1.0, abs(x)):
            break
        x = following
    return x


def _slope(seen: Sequence[tuple[float, float]], x: float) -> tuple[float, float]:
    """The slope at x, and how fast it falls."""
    terms = [(n, b / _factor(x, b)) for n, b in seen]
    return sum(n * term for n, term in terms), sum(n * term * term for n, term in terms)


def _factor(x: float, b: float) -> float:
    """1 + x b, which rounding must not make 0 near its pole."""
    return max(1 + x * b, LEAST)

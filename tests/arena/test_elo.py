"""Elo differences against closed forms, published figures, scipy and the coverage they promise."""

import itertools
import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import multinomial

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import MAX_ELO, elo_from_score, estimate_elo, score_from_elo
from inarow.arena.statistics.likelihood import (
    GAME_SCORES,
    PAIR_SCORES,
    drop_at_mean,
    drop_at_normalized_mean,
    mean_and_deviation,
    means_within,
)
from inarow.errors import BadSpec

NO_GAMES = Counts()
Z = NormalDist().inv_cdf(0.975)

match_counts = st.builds(Counts, *[st.integers(0, 40)] * 3)
pair_counts = st.tuples(*[st.integers(0, 20)] * 5)


def games_of(pairs, singles=NO_GAMES):
    """Counts that five counts of pairs could come from: a point is a win and a loss."""
    lost, half, one, one_half, two = pairs
    wins, draws, losses = one + one_half + 2 * two, half + one_half, 2 * lost + half + one
    return Counts(wins, draws, losses).plus(singles)


def test_scores_and_elo_are_each_others_inverse():
    for elo in (-800, -3.5, 0, 12, 191, 1500):
        assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo, abs=1e-9)
    assert elo_from_score(0) == -math.inf
    assert elo_from_score(1) == math.inf
    assert score_from_elo(math.inf) == 1
    assert score_from_elo(-1e9) == 0
    assert score_from_elo(400) == pytest.approx(10 / 11)


@pytest.mark.parametrize("games", [2, 10, 137])
def test_a_clean_sweep_has_the_interval_of_the_closed_form(games):
    won, lost = estimate_elo(Counts(wins=games)), estimate_elo(Counts(losses=games))
    assert won.low == pytest.approx(elo_from_score(math.exp(-(Z**2) / 2 / games)), abs=1e-6)
    assert won.elo == won.high == pytest.approx(elo_from_score(1 - 0.5 / games))
    assert not won.bounded
    assert (lost.elo, lost.low, lost.high) == pytest.approx((-won.elo, -won.high, -won.low))
    assert lost.los == pytest.approx(1 - won.los)


def test_a_clean_sweep_of_pairs_counts_pairs():
    result = estimate_elo(Counts(wins=20), (0, 0, 0, 0, 10))
    assert result.low == pytest.approx(elo_from_score(math.exp(-(Z**2) / 20)))
    assert result.elo == pytest.approx(elo_from_score(19.5 / 20))


def test_without_games_everything_is_possible():
    result = estimate_elo(Counts())
    assert (result.elo, result.low, result.high) == (0, -MAX_ELO, MAX_ELO)
    assert result.los == 0.5
    assert not result.bounded


def test_only_draws_are_even_within_an_interval():
    result = estimate_elo(Counts(draws=10))
    # Draws alone leave mean s with the best chance 2 (1 - s) of a draw.
    high = elo_from_score(1 - math.exp(-(Z**2) / 20) / 2)
    assert (result.elo, result.low, result.high) == pytest.approx((0, -high, high))
    assert result.los == 0.5
    assert result.bounded


# fastchess, app/tests/elo_test.cpp: Elo, its normal margin, likelihood of superiority in per cent.
@pytest.mark.parametrize(
    ("counts", "pairs", "elo", "margin", "superiority"),
    [
        (Counts(136, 111, 96), (), 40.70, 30.43, 99.60),
        (Counts(76, 123, 89), (), None, None, 15.53),
        (None, (34, 54, 63, 64, 75), 55.58, 27.65, 100.0),
        (None, (332, 433, 498, 333, 334), -8.64, 10.33, 5.05),
        (None, (7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_many_games_agree_with_published_normal_figures(counts, pairs, elo, margin, superiority):
    result = estimate_elo(counts or games_of(pairs), pairs)
    assert 100 * result.los == pytest.approx(superiority, abs=0.05)
    if elo is not None:
        assert result.elo == pytest.approx(elo, abs=0.01)
        assert (result.high - result.low) / 2 == pytest.approx(margin, rel=0.015)


@given(match_counts, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_interval_holds_the_estimate_and_agrees_with_superiority(counts, confidence):
    result = estimate_elo(counts, confidence=confidence)
    assert all(map(math.isfinite, (result.elo, result.low, result.high)))
    assert result.low <= result.elo <= result.high
    assert 0 <= result.los <= 1
    assert result.bounded == (counts.games > 0 and 0 < counts.points < counts.games)
    if result.bounded:
        assert (result.low > 0) == (result.los > (1 + confidence) / 2)
        assert (result.high < 0) == (result.los < (1 - confidence) / 2)


@given(pair_counts, st.sampled_from([Counts(1), Counts(0, 1), Counts(0, 0, 1), Counts(1, 1, 0)]))
def test_single_games_beside_the_pairs_do_no_harm(pairs, singles):
    result = estimate_elo(games_of(pairs, singles), pairs)
    assert all(map(math.isfinite, (result.elo, result.low, result.high)))
    assert result.low <= result.elo <= result.high


@given(pair_counts)
def test_seen_from_the_other_side_everything_is_reversed(pairs):
    mine, theirs = (
        estimate_elo(games_of(pairs), pairs),
        estimate_elo(games_of(pairs[::-1]), pairs[::-1]),
    )
    assert mine.elo == pytest.approx(-theirs.elo, abs=1e-6)
    assert mine.low == pytest.approx(-theirs.high, abs=1e-6)
    assert mine.los == pytest.approx(1 - theirs.los, abs=1e-9)


def test_pairs_with_one_point_each_tell_more_than_their_games():
    """The first mover always wins: fifty pairs say that the players are equal."""
    games = Counts(wins=50, losses=50)
    paired, single = estimate_elo(games, (0, 0, 50, 0, 0)), estimate_elo(games)
    assert paired.high < single.high / 4


@given(pair_counts.filter(lambda pairs: sum(pairs) > 0), st.floats(0.02, 0.98))
def test_the_drop_is_what_scipy_finds(pairs, mean):
    """The constrained maximum over the whole simplex, unseen outcomes included."""
    counts, scores = np.array(pairs, float), np.array(PAIR_SCORES)
    seen = counts[counts > 0]
    # A start that meets the condition: a binomial with this mean.
    start = [math.comb(4, k) * mean**k * (1 - mean) ** (4 - k) for k in range(5)]
    found = minimize(
        lambda chances: -counts @ np.log(np.maximum(chances, 1e-12)) / counts.sum(),
        start,
        jac=lambda chances: -counts / np.maximum(chances, 1e-12) / counts.sum(),
        bounds=[(1e-12, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda chances: chances.sum() - 1},
            {"type": "eq", "fun": lambda chances: chances @ scores - mean},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    drop = found.fun * counts.sum() + seen @ np.log(seen / counts.sum())
    ours = drop_at_mean(pairs, PAIR_SCORES, mean)
    assert ours == pytest.approx(drop, rel=1e-3, abs=2e-3)


@given(
    st.tuples(*[st.integers(1, 50)] * 5),
    st.floats(-0.5, 0.5),
)
def test_the_normalized_drop_belongs_to_a_point_that_meets_the_condition(pairs, t):
    """It is zero where the results meet it, and never less than holding mean and deviation."""
    mean, deviation = mean_and_deviation(pairs, PAIR_SCORES)
    assert drop_at_normalized_mean(pairs, PAIR_SCORES, (mean - 0.5) / deviation) < 1e-9
    drop = drop_at_normalized_mean(pairs, PAIR_SCORES, t)
    assert drop >= 0
    # Any distribution with this t explains the results at most as well: try a few.
    for spread in np.linspace(0.05, 0.45, 15):
        held = 0.5 + t * spread
        if 0.01 < held < 0.99:
            assert drop <= _drop_at_mean_and_deviation(pairs, held, spread) + 1e-6


def _drop_at_mean_and_deviation(pairs, mean, deviation):
    """The likelihood lost by a two-point mixture with the results that has this mean and spread.

    Only distributions that reach both conditions by mixing wins, losses and one-point pairs with
    the observed frequencies are tried; without one the answer is infinite.
    """
    seen = np.array(pairs) / sum(pairs)
    scores = np.array(PAIR_SCORES)
    best = math.inf
    for share in np.linspace(0.0, 0.95, 20):
        # p = share * seen + (1 - share) * (loss, one point, win), solved for the three.
        goals = [1 - share, mean - share * seen @ scores]
        goals.append(deviation**2 + mean**2 - share * seen @ scores**2)
        rows = [scores[[0, 2, 4]] ** power for power in range(3)]
        extra = np.linalg.solve(rows, goals)
        if (extra >= 0).all():
            chances = share * seen
            chances[[0, 2, 4]] += extra
            if (chances > 0).all():
                best = min(best, float(np.array(pairs) @ np.log(seen / chances)))
    return best


@pytest.mark.parametrize(
    ("chances", "games", "profile", "normal"),
    [
        ((0.25, 0.20, 0.55), 12, 0.94, 0.89),
        ((0.25, 0.20, 0.55), 40, 0.95, 0.94),
        ((0.05, 0.05, 0.90), 12, 0.98, 0.71),
        ((0.05, 0.05, 0.90), 20, 0.97, 0.74),
    ],
)
def test_intervals_cover_the_truth_about_as_often_as_they_say(chances, games, profile, normal):
    """Over every possible result, weighted by how likely it is: nothing is left to chance.

    The usual normal interval, for comparison, misses it often in few or lopsided games.
    """
    truth = float(np.dot(chances, GAME_SCORES))
    covered, covered_by_normal = 0.0, 0.0
    for losses, draws in itertools.product(range(games + 1), repeat=2):
        if losses + draws <= games:
            counts = (losses, draws, games - losses - draws)
            weight = multinomial.pmf(counts, games, chances)
            low, high = means_within(counts, GAME_SCORES, Z**2 / 2)
            covered += weight * (low <= truth <= high)
            mean, deviation = mean_and_deviation(counts, GAME_SCORES)
            covered_by_normal += weight * (abs(mean - truth) <= Z * deviation / math.sqrt(games))
    assert covered == pytest.approx(profile, abs=0.006)
    assert covered_by_normal == pytest.approx(normal, abs=0.006)


@pytest.mark.parametrize(
    ("counts", "pairs", "confidence", "message"),
    [
        (Counts(3, 0, 0), (1, 2), 0.95, "five counts"),
        (Counts(-1, 0, 3), (), 0.95, "counts of wins"),
        (Counts(1, 0, 0), (0, 0, 0, 0, 1), 0.95, "1 pairs in 1 games"),
        (Counts(1, 0, 0), (), 95, "confidence=95"),
    ],
)
def test_what_makes_no_sense_is_refused(counts, pairs, confidence, message):
    with pytest.raises(BadSpec, match=message):
        estimate_elo(counts, pairs, confidence)
    with pytest.raises(BadSpec, match="mean score"):
        elo_from_score(1.5)

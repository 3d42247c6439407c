"""The sequential test against published log likelihood ratios and by its errors in simulation.

Published figures are rounded to the digits given here. Where they come from:
fastchess  the unit tests app/tests/sprt_test.cpp, pull requests 426 and 783
fishtest   results of Stockfish's tests, in pull requests of official-stockfish/Stockfish, whose
           number is given; braces {} there mean logistic bounds, <> normalized ones
ShogiHome  src/tests/renderer/game/sprt.spec.ts, most of them tests of fishtest
monty      the raw statistics of a test on montytest.muzhen.org, a server that runs fishtest
engines    logs of fastchess that authors of engines publish beside their changes
"""

import functools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_from_elo
from inarow.arena.statistics.likelihood import PAIR_SCORES, mean_and_deviation
from inarow.arena.statistics.sprt import NORMALIZED_ELO, Sprt
from inarow.errors import BadSpec

PENTANOMIAL = [
    # model, elo0, elo1, pairs, llr
    ("normalized", 0, 2, (365, 16618, 36229, 16974, 390), 2.25),  # fastchess 426
    ("normalized", -1.75, 0.25, (127, 4883, 10712, 5150, 104), 3.01),
    ("logistic", 0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
    ("logistic", 0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    ("normalized", 0, 2, (379, 10170, 21828, 10640, 343), 2.946),  # fastchess 783
    ("logistic", -1, 3, (424, 2948, 5832, 3045, 460), 2.94),  # fishtest 2493
    ("logistic", -0.5, 1.5, (665, 4806, 9333, 4893, 747), 2.95),  # fishtest 2920
    ("logistic", 0.25, 1.75, (328, 4564, 15580, 4789, 371), 2.98),
    ("logistic", -0.5, 1.5, (133, 1751, 5094, 1849, 165), 2.94),  # fishtest 2950
    ("logistic", 0.25, 1.75, (149, 4748, 32785, 5063, 159), 2.95),
    ("logistic", -0.5, 1.5, (59, 754, 2467, 865, 75), 2.95),  # fishtest 2951
    ("logistic", 0.25, 1.75, (33, 1185, 8378, 1302, 50), 2.95),
    ("logistic", -0.5, 1.5, (17, 253, 1042, 337, 39), 2.96),  # fishtest 2971
    ("logistic", 0.25, 1.75, (11, 407, 3238, 513, 11), 2.93),
    ("logistic", -0.25, 1.25, (491, 7345, 29693, 7670, 465), 2.96),  # fishtest 3098
    ("logistic", 0.25, 1.25, (53, 2220, 21459, 2445, 47), 2.97),
    ("logistic", -0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94),  # fishtest 3209
    ("logistic", 0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97),
    ("logistic", -0.25, 1.25, (115, 2196, 11328, 2317, 136), 2.94),  # fishtest 3331
    ("logistic", 0.25, 1.25, (14, 1030, 14318, 1163, 19), 2.93),
    ("normalized", 0, 2, (371, 10263, 24989, 10642, 379), 2.95),  # fishtest 4194
    ("normalized", 0.5, 2.5, (47, 8181, 25234, 8575, 47), 2.94),
    ("normalized", 0, 2, (320, 12431, 27275, 12858, 316), 2.95),  # fishtest 6019
    ("normalized", 0.5, 2.5, (197, 45541, 117722, 46579, 228), 2.96),
    ("normalized", 0.5, 2.5, (1, 1098, 3954, 1346, 1), 2.94),  # fishtest 6036
    ("normalized", 0, 2, (0, 1236, 4490, 1474, 1), 2.94),
    ("normalized", 0.5, 2.5, (4, 2290, 7932, 2562, 4), 2.95),
    ("normalized", -1.75, 0.25, (289, 26459, 62934, 26379, 331), 2.94),  # fishtest 6285
    ("normalized", -1.75, 0.25, (118, 38575, 109888, 38432, 122), 2.95),
    ("normalized", -1.75, 0.25, (677, 25001, 61196, 24940, 714), 2.95),  # fishtest 6633
    ("normalized", -1.75, 0.25, (0, 0, 0, 0, 0), 0.0),  # ShogiHome
    ("normalized", -1.75, 0.25, (10, 5, 2, 5, 10), 0.0),
    ("normalized", -1.75, 0.25, (0, 0, 0, 0, 3), 0.02),
    ("normalized", -1.75, 0.25, (10, 0, 0, 0, 0), -0.08),
    ("normalized", -1.75, 0.25, (0, 2, 4, 6, 10), 0.13),
    ("normalized", -1.75, 0.25, (10, 6, 4, 2, 0), -0.13),
    ("normalized", -1.75, 0.25, (19, 4020, 10316, 4215, 24), 2.94),
    ("normalized", 0, 2, (103, 3851, 8316, 3728, 98), -2.03),
    ("normalized", 0, 2, (291, 10353, 21899, 10175, 306), -3.08),
    ("normalized", 0, 2, (99, 3323, 8399, 3606, 109), 2.98),
    ("normalized", 0, 2, (2, 40, 72, 14, 0), -0.36),
    ("normalized", 0, 2, (326, 12015, 26044, 12357, 362), 2.93),
    ("normalized", 0, 2, (59, 6427, 15570, 6693, 91), 2.94),
    ("normalized", 0, 2, (328, 12094, 26412, 11964, 338), -2.93),
    ("normalized", 0, 2, (900, 30596, 67292, 30899, 809), -2.96),
    ("normalized", 0.5, 2.5, (45, 8506, 25934, 8883, 57), 2.94),
    ("normalized", 0.5, 2.5, (14, 6935, 20257, 7273, 30), 2.95),
    ("normalized", 0.5, 2.5, (105, 19880, 51075, 20005, 108), -2.94),
    ("normalized", 0.5, 2.5, (68, 15448, 39104, 15441, 94), -2.94),
    ("normalized", -1.75, 0.25, (41, 5118, 12924, 5334, 31), 2.94),
    ("normalized", -1.75, 0.25, (36, 5804, 14811, 5986, 39), 2.94),
    ("normalized", 0, 4, (13, 37, 50, 25, 3), -0.54912),  # monty
    ("normalized", 0, 20, (0, 0, 2, 0, 37), 2.96),  # engines
    ("normalized", -10, 10, (16, 25, 42, 12, 3), -2.95),
    ("normalized", 0, 10, (73, 79, 296, 91, 118), 2.95),
    ("normalized", 0, 10, (40, 67, 295, 123, 54), 2.95),
    ("normalized", 0, 5, (764, 1591, 3006, 1630, 708), -2.96),
    ("normalized", 0, 5, (71, 1382, 8067, 1385, 60), -2.98),
    ("normalized", 0, 5, (585, 735, 1655, 814, 486), -2.96),
    ("normalized", 0, 3, (320, 2667, 5158, 2850, 359), 2.90),
]

TRINOMIAL = [
    # model, elo0, elo1, wins, draws, losses, llr
    ("normalized", 0, 2, 36433, 68692, 36027, 0.92),  # fastchess 426
    ("normalized", -1.75, 0.25, 10871, 20431, 10650, 2.30),
    ("logistic", 0.5, 2.5, 21404, 40708, 21184, -1.57),
    ("logistic", 0, 2, 57433, 106593, 57030, -2.59),
    ("logistic", 0, 5, 880, 1863, 759, 2.95),  # cutechess issue 543
]


def decimals(figure):
    """Half a unit of the last digit that a published figure has, and a bit for its own solver."""
    return 0.51 * 10.0 ** -max(2, len(str(figure).partition(".")[2])) + 0.0005


@pytest.mark.parametrize(("model", "elo0", "elo1", "pairs", "published"), PENTANOMIAL)
def test_pairs_give_the_published_ratio(model, elo0, elo1, pairs, published):
    llr = Sprt(elo0, elo1, model=model).llr(Counts(), pairs)
    assert llr == pytest.approx(published, abs=decimals(published))


@pytest.mark.parametrize(("model", "elo0", "elo1", "wins", "draws", "losses", "llr"), TRINOMIAL)
def test_games_give_the_published_ratio(model, elo0, elo1, wins, draws, losses, llr):
    ours = Sprt(elo0, elo1, model=model).llr(Counts(wins, draws, losses))
    assert ours == pytest.approx(llr, abs=decimals(llr))


def test_the_logistic_ratio_of_the_raw_statistics():
    """The page of monty gives both models; its logistic bounds follow from its deviation."""
    pairs = (13, 37, 50, 25, 3)
    _, deviation = mean_and_deviation(pairs, PAIR_SCORES)
    score = 0.5 + 4 / NORMALIZED_ELO * deviation * math.sqrt(2)
    test = Sprt(0, 400 * math.log10(score / (1 - score)))
    assert test.elo1 == pytest.approx(2.716, abs=0.0005)
    assert test.llr(Counts(), pairs) == pytest.approx(-0.53772, abs=0.000006)


def test_clean_sweeps_give_the_published_ratio():
    """fastchess's unit tests, which allow one per cent."""
    paired = Sprt(0, 5, model="normalized").llr(Counts(), (0, 0, 0, 0, 5550))
    assert paired == pytest.approx(111.82, rel=0.001)
    single = Sprt(0, 10, model="normalized").llr(Counts(wins=4250))
    assert single == pytest.approx(120.56, rel=0.001)


def test_bounds_are_walds():
    test = Sprt(0, 5, alpha=0.05, beta=0.10)
    assert (test.lower, test.upper) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert round(test.lower, 2) == -2.25
    assert round(test.upper, 2) == 2.89
    assert test.verdict(test.upper) == "H1"
    assert test.verdict(test.lower) == "H0"
    assert test.verdict(0.0) is None


@given(
    st.tuples(*[st.integers(0, 300)] * 5),
    st.sampled_from(["logistic", "normalized"]),
    st.floats(-50, 50),
    st.floats(1, 100),
)
def test_from_the_other_side_the_ratio_changes_its_sign(pairs, model, elo0, width):
    mine = Sprt(elo0, elo0 + width, model=model).llr(Counts(), pairs)
    theirs = Sprt(-elo0 - width, -elo0, model=model).llr(Counts(), pairs[::-1])
    assert math.isfinite(mine)
    assert mine == pytest.approx(-theirs, rel=1e-6, abs=1e-6)


EXTREME = st.sampled_from([0, 0, 1, 30, 10**6, 10**9])


@given(
    st.tuples(*[EXTREME] * 5),
    st.builds(Counts, *[EXTREME] * 3),
    st.sampled_from(["logistic", "normalized"]),
    st.floats(-1000, 998),
)
def test_no_results_are_too_extreme(pairs, counts, model, elo0):
    test = Sprt(elo0, elo0 + 2, model=model)
    assert math.isfinite(test.llr(counts, pairs))
    assert math.isfinite(test.llr(counts))


@given(st.tuples(*[st.integers(1, 60)] * 3), st.sampled_from(["logistic", "normalized"]))
def test_another_win_never_speaks_for_h0(counts, model):
    losses, draws, wins = counts
    test = Sprt(0, 20, model=model)
    before = test.llr(Counts(wins, draws, losses))
    assert test.llr(Counts(wins + 1, draws, losses - 1)) > before


def openings(elo, advantage=150.0, unfair=150.0, log_nu=-0.7):
    """Openings that favour one side by chance: weight, and the chances of both games of a pair.

    What an opening gives to one side in the first game it takes back in the second, so the games
    are correlated, as real ones are.
    """
    unit = math.log(10) / 400
    points, weights = np.polynomial.hermite_e.hermegauss(15)
    for opening, weight in zip(points, weights / weights.sum(), strict=True):
        bias = advantage + unfair * opening
        games = [
            np.exp([-gap / 2, log_nu, gap / 2])
            for gap in (unit * (elo + bias), unit * (elo - bias))
        ]
        yield weight, [game / game.sum() for game in games]


def pair_chances(elo):
    """How likely the five results of a pair are."""
    return sum(weight * np.convolve(*games) for weight, games in openings(elo))


def chances_at(model, elo):
    """Chances of the pairs of players whose strength in this model is ``elo``."""
    low, high = -1000.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        mean, deviation = mean_and_deviation(pair_chances(middle), PAIR_SCORES)
        normalized = (mean - 0.5) / deviation / math.sqrt(2) * NORMALIZED_ELO
        below = mean < score_from_elo(elo) if model == "logistic" else normalized < elo
        low, high = (middle, high) if below else (low, middle)
    return pair_chances(low)


def share_of_h1(test, chances, runs, rng):
    """How often the test accepts H1, asked after every pair."""
    llr = functools.cache(lambda pairs: test.llr(Counts(), pairs))
    accepted = 0
    for outcomes in rng.choice(5, size=(runs, 1000), p=chances):
        pairs, verdict = [0] * 5, None
        for outcome in outcomes:
            pairs[outcome] += 1
            verdict = test.verdict(llr(tuple(pairs)))
            if verdict:
                break
        assert verdict, "a test this wide ends within a thousand pairs"
        accepted += verdict == "H1"
    return accepted / runs


def test_the_games_of_simulated_pairs_are_correlated():
    """Pairs vary less than two independent games would: the simulation is realistic."""
    game = sum(weight * (games[0] + games[1]) / 2 for weight, games in openings(0))
    _, independent = mean_and_deviation(np.convolve(game, game), PAIR_SCORES)
    _, deviation = mean_and_deviation(pair_chances(0), PAIR_SCORES)
    assert deviation**2 < 0.9 * independent**2


@pytest.mark.parametrize(
    ("model", "elo1", "runs", "alpha", "beta"),
    [
        ("logistic", 100, 600, 0.05, 0.05),
        ("logistic", 100, 600, 0.10, 0.02),
        ("normalized", 150, 250, 0.05, 0.05),
    ],
)
def test_errors_are_as_rare_as_they_should_be(model, elo1, runs, alpha, beta):
    rng = np.random.default_rng(11)
    test = Sprt(0, elo1, alpha, beta, model)
    false_h1 = share_of_h1(test, chances_at(model, 0), runs, rng)
    false_h0 = 1 - share_of_h1(test, chances_at(model, elo1), runs, rng)
    # Three standard errors of the simulation; and the test must not be needlessly shy.
    assert alpha / 5 < false_h1 < alpha + 3 * math.sqrt(alpha / runs)
    assert beta / 5 < false_h0 < beta + 3 * math.sqrt(beta / runs)


def test_descriptions_are_read_and_written():
    test = Sprt.parse("elo0=-3, elo1=2.5, alpha=0.01, model=normalized")
    assert test == Sprt(-3, 2.5, 0.01, 0.05, "normalized")
    assert str(test) == "elo0=-3,elo1=2.5,alpha=0.01,model=normalized"
    assert Sprt.parse(str(test)) == test


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not an SPRT: write elo0=0,elo1=10"),
        ("elo0=0", "write elo0=0,elo1=10"),
        ("0,10", "write elo0=0,elo1=10"),
        ("elo0=0,elo0=1,elo1=2", "each once"),
        ("elo0=0,elo1=ten", "elo1=ten is not valid: elo1 must be a number from -1000 to 1000"),
        ("elo0=0,elo1=nan", "elo1=nan is out of range"),
        ("elo0=5,elo1=5", "elo0 must be below elo1"),
        ("elo0=0,elo1=5,alpha=0", "alpha=0 is out of range: it must be between 0 and 0.5"),
        ("elo0=0,elo1=5,beta=0.5", "beta=0.5 is out of range"),
        ("elo0=0,elo1=5,gamma=1", "sprt has no parameter 'gamma': it takes elo0, elo1"),
        ("elo0=0,elo1=5,model=bayesian", "model must be logistic or normalized"),
    ],
)
def test_what_is_no_test_is_refused_with_a_sentence(text, message):
    with pytest.raises(BadSpec) as refusal:
        Sprt.parse(text)
    assert message in str(refusal.value)


def test_wrong_counts_of_pairs_are_refused():
    with pytest.raises(BadSpec, match="five counts"):
        Sprt(0, 5).llr(Counts(1, 1, 1), (1, 1, 1))
    with pytest.raises(BadSpec, match="model=bayesian"):
        Sprt(0, 5, model="bayesian")

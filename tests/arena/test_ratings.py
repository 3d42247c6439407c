"""Ratings against a known generator, scipy on the same likelihood, and what must never change."""

import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from inarow.arena.statistics import ratings as ratings_module
from inarow.arena.statistics.cross_table import Counts, CrossTable
from inarow.arena.statistics.davidson import ELO, PRIOR_ELO, PRIOR_LOG_NU, Davidson, Fit
from inarow.arena.statistics.ratings import fit_ratings
from inarow.errors import BadSpec, UnknownPlayer

NAMES = "abcdefgh"


def table_of(players, games):
    """A table with some games: (first, second) -> wins, draws, losses of the first."""
    table = CrossTable(players)
    for (first, second), counts in games.items():
        for result, count in zip((1, 0, -1), counts, strict=True):
            for _ in range(count):
                table.add(first, second, result)
    return table


def chances(gap, log_nu):
    weights = np.exp([gap / 2, log_nu, -gap / 2])
    return weights / weights.sum()


def play(elos, advantage, log_nu, games, rng):
    """A round robin between players of known strength, each pairing with both colours."""
    results = {}
    for (i, first), (j, second) in itertools.permutations(enumerate(NAMES[: len(elos)]), 2):
        gap = (elos[i] - elos[j] + advantage) / ELO
        results[first, second] = rng.multinomial(games, chances(gap, log_nu)).tolist()
    return table_of(NAMES[: len(elos)], results)


@st.composite
def tables(draw, most=4):
    """Small tables of any kind: unplayed pairings, sweeps, no draws, groups that never met."""
    names = NAMES[: draw(st.integers(2, 5))]
    pairings = list(itertools.permutations(names, 2))
    counts = st.tuples(*[st.integers(0, most)] * 3)
    return names, {pairing: draw(counts) for pairing in pairings if draw(st.booleans())}


def figures(rated):
    """All figures by name, to compare two ratings."""
    players = {p.name: (p.elo, p.low, p.high, p.games, p.points) for p in rated.players}
    advantage = rated.advantage.elo, rated.advantage.low, rated.advantage.high
    return players, advantage, rated.draw_rate, dict(rated.superiority)


def same(one, other):
    for mine, theirs in zip(figures(one), figures(other), strict=True):
        if isinstance(mine, dict):
            assert mine.keys() == theirs.keys()
            for key in mine:
                assert mine[key] == pytest.approx(theirs[key], abs=0.01), key
        else:
            assert mine == pytest.approx(theirs, abs=0.01)


def test_a_known_generator_is_recovered():
    elos = np.array([300.0, 120, 0, -40, -380])
    rated = fit_ratings(play(elos, 80, -0.5, 2000, np.random.default_rng(1)))
    assert [player.name for player in rated.players] == list("abcde")
    for name, truth in zip("abcde", elos, strict=True):
        player = rated.of(name)
        assert player.elo == pytest.approx(truth, abs=12)
        assert player.low <= player.elo <= player.high <= player.low + 40
        assert player.games == 16000
    assert rated.advantage.elo == pytest.approx(80, abs=8)
    assert rated.draw_rate == pytest.approx(chances(0, -0.5)[1], abs=0.01)


@pytest.mark.parametrize("profiled", [25, 0])
def test_intervals_cover_the_truth_about_as_often_as_they_say(profiled, monkeypatch):
    """By the profile and by the curvature alike."""
    monkeypatch.setattr(ratings_module, "PROFILED", profiled)
    rng = np.random.default_rng(2)
    covered, of_advantage, runs = 0, 0, 100
    for _ in range(runs):
        elos = rng.normal(0, 200, 4)
        elos -= elos.mean()
        rated = fit_ratings(play(elos, 60, -0.7, 5, rng))
        for name, truth in zip("abcd", elos, strict=True):
            covered += rated.of(name).low <= truth <= rated.of(name).high
        of_advantage += rated.advantage.low <= 60 <= rated.advantage.high
    # The four of a tournament are not independent, so allow a bit more than binomial noise.
    assert 0.92 < covered / runs / 4 < 0.98
    assert 0.90 < of_advantage / runs < 0.995


def test_superiority_is_as_often_right_as_it_says():
    """Of pairs given 70 to 90 per cent, that share are truly in this order.

    That holds if nothing was known of the players before, so they are drawn from a wide field.
    """
    rng = np.random.default_rng(3)
    said, right = [], []
    for _ in range(120):
        elos = rng.normal(0, 300, 4)
        rated = fit_ratings(play(elos, 50, -0.7, 3, rng))
        for (one, other), chance in rated.superiority.items():
            if 0.7 < chance < 0.9:
                said.append(chance)
                right.append(elos[NAMES.index(one)] > elos[NAMES.index(other)])
    assert len(said) > 100
    assert np.mean(right) == pytest.approx(np.mean(said), abs=0.08)


@given(tables())
@settings(max_examples=30)
def test_scipy_finds_the_same_maximum(games):
    names, results = games

    def loss(point):
        *elos, advantage, log_nu = point
        total = sum(x * x for x in (*elos, advantage)) / 2 / (PRIOR_ELO / ELO) ** 2
        total += (log_nu / PRIOR_LOG_NU) ** 2 / 2
        for (first, second), counts in results.items():
            gap = elos[names.index(first)] - elos[names.index(second)] + advantage
            total -= np.log(chances(gap, log_nu)) @ counts
        return total

    found = minimize(loss, np.zeros(len(names) + 2), method="BFGS", options={"gtol": 1e-7})
    table = table_of(names, results)
    assert Davidson(table).value(found.x) == pytest.approx(-found.fun, abs=1e-8)
    rated = fit_ratings(table)
    for name, value in zip(
        names, found.x[: len(names)] - found.x[: len(names)].mean(), strict=True
    ):
        assert rated.of(name).elo == pytest.approx(ELO * value, abs=0.5)
    assert rated.advantage.elo == pytest.approx(ELO * found.x[-2], abs=0.5)


@given(tables(), st.integers(0, 1000))
@settings(max_examples=30)
def test_slopes_and_curvatures_are_those_of_the_value(games, seed):
    model = Davidson(table_of(*games))
    point = np.random.default_rng(seed).normal(0, 2, model.size + 2)
    slope, curvature = model.slope_and_curvature(point)
    for axis in np.eye(model.size + 2) * 1e-4:
        steps = model.value(point + axis), model.value(point - axis)
        assert (steps[0] - steps[1]) / 2e-4 == pytest.approx(slope @ axis / 1e-4, abs=1e-4)
        ahead, behind = (model.slope_and_curvature(point + sign * axis)[0] for sign in (1, -1))
        assert (behind - ahead) / 2e-4 == pytest.approx(curvature @ axis / 1e-4, abs=1e-4)


@given(tables())
@settings(max_examples=40)
def test_everything_is_finite_and_in_order(games):
    table = table_of(*games)
    rated = fit_ratings(table)
    assert sum(player.elo for player in rated.players) == pytest.approx(0, abs=1e-6)
    for player in rated.players:
        assert -20000 < player.low < player.elo < player.high < 20000
        assert (player.games, player.points) == (
            table.total(player.name).games,
            table.points(player.name),
        )
    elos = [player.elo for player in rated.players]
    assert elos == sorted(elos, reverse=True)
    assert rated.advantage.low < rated.advantage.elo < rated.advantage.high
    assert 0 < rated.draw_rate < 1
    for one, other in itertools.permutations(games[0], 2):
        chance = rated.superiority[one, other]
        assert chance == pytest.approx(1 - rated.superiority[other, one], abs=1e-6)
        assert (chance > 0.5) == (rated.of(one).elo > rated.of(other).elo) or chance == (
            pytest.approx(0.5, abs=1e-4)
        )


@given(tables(), st.sampled_from([0.8, 0.95]))
@settings(max_examples=20)
def test_the_ends_of_intervals_have_the_drop_they_stand_for(games, confidence):
    names, results = games
    table = table_of(names, results)
    rated, fit = fit_ratings(table, confidence=confidence), Fit(Davidson(table))
    wide = {0.8: 1.281552, 0.95: 1.959964}[confidence]
    for index, name in enumerate(names):
        contrast = np.zeros(len(names) + 2)
        contrast[: len(names)] = -1 / len(names)
        contrast[index] += 1
        for end in (rated.of(name).low, rated.of(name).high):
            drop, _ = fit.drop(contrast, end / ELO)
            assert math.sqrt(2 * drop) == pytest.approx(wide, abs=1e-3)


@given(tables(), st.randoms())
@settings(max_examples=30)
def test_names_and_their_order_do_not_matter(games, random):
    names, results = games
    shuffled = random.sample(names, len(names))
    same(fit_ratings(table_of(names, results)), fit_ratings(table_of(shuffled, results)))
    renamed = {name: name.upper() * 2 for name in names}
    moved = {(renamed[one], renamed[two]): counts for (one, two), counts in results.items()}
    there = fit_ratings(table_of([renamed[name] for name in names], moved))
    here = fit_ratings(table_of(names, results))
    for name in names:
        assert there.of(renamed[name]).elo == pytest.approx(here.of(name).elo, abs=0.01)


@given(tables())
@settings(max_examples=30)
def test_who_is_listed_first_only_turns_the_advantage(games):
    """Count every game as if the other one had begun: same ratings, advantage reversed."""
    names, results = games
    turned = {(two, one): counts[::-1] for (one, two), counts in results.items()}
    here, there = fit_ratings(table_of(names, results)), fit_ratings(table_of(names, turned))
    for name in names:
        assert there.of(name).elo == pytest.approx(here.of(name).elo, abs=0.01)
        assert there.of(name).high == pytest.approx(here.of(name).high, abs=0.1)
    assert there.advantage.elo == pytest.approx(-here.advantage.elo, abs=0.01)
    assert there.advantage.low == pytest.approx(-here.advantage.high, abs=0.1)


@given(tables(most=3))
@settings(max_examples=30)
def test_the_same_results_again_keep_the_picture_and_narrow_it(games):
    names, results = games
    many = {pairing: [30 * n + 10 for n in counts] for pairing, counts in results.items()}
    more = {pairing: [4 * n for n in counts] for pairing, counts in many.items()}
    here, there = fit_ratings(table_of(names, many)), fit_ratings(table_of(names, more))
    for name in names:
        one, other = here.of(name), there.of(name)
        assert other.high - other.low <= one.high - one.low + 1e-6
        if one.high - one.low < 150:  # in contact with all the others
            assert other.elo == pytest.approx(one.elo, abs=5)
            assert other.high - other.low == pytest.approx((one.high - one.low) / 2, rel=0.05)


def test_even_results_give_equal_ratings():
    games = dict.fromkeys(itertools.permutations("abc", 2), (3, 4, 2))
    rated = fit_ratings(table_of("abc", games))
    assert [player.elo for player in rated.players] == pytest.approx([0, 0, 0], abs=1e-6)
    assert rated.superiority["a", "b"] == pytest.approx(0.5)
    # First movers won 18 and lost 12 of 54 games; the prior takes a little off.
    assert rated.advantage.elo == pytest.approx(400 * math.log10(18 / 12), abs=0.5)
    assert rated.draw_rate == pytest.approx(4 / (4 + 2 * math.sqrt(3 * 2)), abs=0.003)


def test_a_clean_sweep_is_finite_and_sure():
    rated = fit_ratings(table_of("ab", {("a", "b"): (10, 0, 0), ("b", "a"): (0, 0, 10)}))
    winner, loser = rated.players
    assert winner.name == "a"
    assert 400 < winner.elo - loser.elo < 2000
    assert rated.superiority["a", "b"] > 0.9999
    assert (
        fit_ratings(
            table_of("ab", {("a", "b"): (10, 0, 0), ("b", "a"): (0, 0, 10)}), anchor=("b", 0)
        )
        .of("a")
        .low
        > 200
    )


def test_winning_only_as_first_is_no_superiority():
    rated = fit_ratings(table_of("ab", {("a", "b"): (20, 0, 0), ("b", "a"): (20, 0, 0)}))
    assert rated.of("a").elo == pytest.approx(0, abs=1e-6)
    assert rated.advantage.low > 200


def test_players_who_never_met_are_wide_apart():
    games = {("a", "b"): (30, 5, 20), ("b", "a"): (20, 5, 30)}
    games |= {("c", "d"): (30, 5, 20), ("d", "c"): (20, 5, 30)}
    rated = fit_ratings(table_of("abcd", games))
    assert rated.of("a").elo == pytest.approx(rated.of("c").elo, abs=1e-6)
    assert rated.of("a").high - rated.of("a").low > PRIOR_ELO
    assert rated.superiority["a", "b"] > 0.95
    assert 0.45 < rated.superiority["a", "d"] < 0.55


@pytest.mark.parametrize("names", ["", "a", "abc"])
def test_without_games_nobody_is_better(names):
    rated = fit_ratings(CrossTable(names))
    assert [player.elo for player in rated.players] == [0.0] * len(names)
    assert set(rated.superiority.values()) <= {0.5}
    assert rated.advantage.elo == 0


def test_an_anchor_moves_everyone_and_is_certain():
    games = {("a", "b"): (6, 3, 2), ("b", "c"): (5, 2, 4), ("c", "a"): (3, 3, 5)}
    free = fit_ratings(table_of("abc", games))
    held = fit_ratings(table_of("abc", games), anchor=("b", 1500))
    assert (held.of("b").elo, held.of("b").low, held.of("b").high) == (1500, 1500, 1500)
    for name in "ac":
        gap = free.of(name).elo - free.of("b").elo
        assert held.of(name).elo == pytest.approx(1500 + gap)
    assert held.superiority == pytest.approx(free.superiority)


def test_a_hundred_players_are_rated_with_the_curvature():
    rng = np.random.default_rng(4)
    names = [f"player {index}" for index in range(100)]
    strengths = dict(zip(names, rng.normal(0, 300, 100), strict=True))
    games = {
        (one, two): rng.multinomial(
            1, chances((strengths[one] - strengths[two]) / ELO, -1)
        ).tolist()
        for one, two in itertools.permutations(names, 2)
    }
    rated = fit_ratings(table_of(names, games))
    mean = float(np.mean(list(strengths.values())))
    inside = [p.low <= strengths[p.name] - mean <= p.high for p in rated.players]
    assert 88 <= sum(inside) <= 100
    assert len(rated.superiority) == 9900


def test_json_can_hold_the_ratings():
    rated = fit_ratings(table_of("ab", {("a", "b"): (2, 1, 0)}))
    plain = json.loads(json.dumps(rated.as_dict()))
    assert plain["players"][0]["name"] == "a"
    assert plain["players"][0]["points"] == 2.5
    assert plain["superiority"]["a"]["b"] == rated.superiority["a", "b"]
    assert plain["advantage"].keys() == {"elo", "low", "high"}


def test_wrong_names_and_confidences_are_refused():
    table = table_of("ab", {("a", "b"): Counts(1, 0, 0)})
    with pytest.raises(UnknownPlayer, match="anchor 'engine' did not play; there are: a, b"):
        fit_ratings(table, anchor=("engine", 0))
    with pytest.raises(BadSpec, match="confidence=2"):
        fit_ratings(table, confidence=2)
    with pytest.raises(UnknownPlayer, match="No player 'c' was rated"):
        fit_ratings(table).of("c")

"""The plain loop that AlphaZero's self-play is compared with: the same game with either rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

import inarow

pytest.importorskip("torch")

from benchmarks.plain_alphazero import RULES, CorePosition, PythonPosition, play_game
from benchmarks.random_network import random_network


@pytest.mark.parametrize("spec", ["tictactoe", "4x3x3", "9x9x5"])
def test_both_rules_agree_on_random_games(spec):
    game = inarow.load_game(spec)
    rng = random.Random(1)
    results = set()
    for _ in range(100):
        plain, core = PythonPosition(game), CorePosition(game)
        while core.result() is None:
            assert plain.result() is None
            assert plain.legal() == core.legal()
            assert np.array_equal(plain.planes(), core.planes())
            action = rng.choice(core.legal())
            earlier, key = plain.copy(), plain.key()
            plain.play(action)
            core.play(action)
            assert earlier.key() == key != plain.key()
        assert plain.result() == core.result()
        results.add(core.result())
    assert -1.0 in results


@pytest.mark.parametrize("rules", RULES)
def test_samples_know_who_won(rules):
    game = inarow.load_game("tictactoe")
    for seed in range(4):
        samples = play_game(random_network(game), RULES[rules](game), random.Random(seed))
        won = samples[-1].result  # the last move won, or filled the board
        assert won in (0.0, 1.0)
        assert [sample.result for sample in samples[::-2]] == [won] * len(samples[::-2])
        assert all(sample.result == -won for sample in samples[-2::-2])
        for sample in samples:
            assert sum(sample.policy.values()) == pytest.approx(1.0)

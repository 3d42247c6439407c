"""Whom DQN meets in its games, and how it fares against them."""

from __future__ import annotations

import numpy as np

from inarow.learning.dqn.acting import GREEDY, OPPONENTS, PAST, RANDOM, SELF, Played, Roles
from inarow.learning.dqn.learner import DqnSettings


def draw_roles(
    settings: DqnSettings,
    first: int,
    count: int,
    *,
    has_past: bool,
    has_greedy: bool,
    rng: np.random.Generator,
) -> Roles:
    """The opponents of games by their numbers: mixed, or in turn as in the AZ-Gomoku paper."""
    numbers = np.arange(first, first + count)
    if settings.pool == "mixed":
        drawn = rng.random(count)
        greedy = settings.greedy_share if has_greedy else 0.0
        past = settings.past_share if has_past else 0.0
        opponents = np.where(drawn < greedy + past, PAST, SELF)
        opponents[drawn < greedy] = GREEDY
    else:
        turns = [RANDOM, SELF]
        if settings.pool == "random-self-greedy" and has_greedy:
            turns.append(GREEDY)
        opponents = np.array(turns)[numbers // settings.turn_games % len(turns)]
    sides = {"both": numbers % 2, "first": 0 * numbers, "second": 1 + 0 * numbers}
    openings = rng.integers(settings.random_plies + 1, size=count)
    return Roles(
        opponents.astype(np.int8), sides[settings.side].astype(np.int8), openings.astype(np.int32)
    )


def figures_of(played: Played, roles: Roles) -> dict[str, float]:
    """The learner's mean reward, and its points a game against each opponent that it met."""
    results = played.results * np.where(roles.sides == 0, 1, -1)
    figures = {"reward": float(results.mean())}
    for number, name in enumerate(OPPONENTS):
        those = roles.opponents == number
        if number != SELF and those.any():
            figures[f"points_{name}"] = float((1 + results[those].mean()) / 2)
    return figures

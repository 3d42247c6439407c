"""A check of openings: the score of the first player in games of a player against itself.

The games have varying limits, as in ``balance.play_out``, and are not the games that the set was
made with, so they are independent evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from inarow.arena.openings.balance import play_out
from inarow.arena.openings.opening_sets import Openings
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.likelihood import means_within, outcomes
from inarow.games import Game
from inarow.player import Limits

Z95 = 1.96  # standard deviations on each side of a 95 % interval


def check_openings(
    openings: Openings, game: Game, count: int, games: int, player: str, limits: Limits, seed: int
) -> Iterator[Counts]:
    """Play ``games`` games from each of ``count`` openings; yields the first player's score so far.

    >>> import inarow
    >>> from inarow.arena.openings.opening_sets import load_openings
    >>> game = inarow.load_game("tictactoe")
    >>> openings = load_openings("balanced", game, seed=1)
    >>> *_, total = check_openings(openings, game, 5, 2, "engine", Limits(nodes=1000), seed=1)
    >>> total
    Counts(wins=0, draws=10, losses=0)
    """
    total = Counts()
    for pair in range(count):
        state = game.state_from(openings.opening(pair))
        for number in range(games):
            rng = Random(f"check/{seed}/{pair}/{number}")
            result = play_out(state, player, limits, rng)
            total = total.plus(Counts(int(result > 0), int(result == 0), int(result < 0)))
            yield total


def score_interval(counts: Counts) -> tuple[float, float, float]:
    """The share of the points and its 95 % interval, as if the games were independent.

    It is the profile-likelihood interval, as for Elo.

    >>> [round(share, 3) for share in score_interval(Counts(40, 20, 40))]
    [0.5, 0.413, 0.587]
    """
    low, high = means_within(*outcomes(counts, ()), Z95**2 / 2)
    return counts.points / counts.games, low, high

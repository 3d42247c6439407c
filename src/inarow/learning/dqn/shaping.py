"""Rewards on the way, as the AZ-Gomoku paper proposes: for stopping a win, and for leaving one.

A move that leaves the opponent no win in one, where they had one before, gets 1; a move after which
they can win at once gets -1. The last move of a game gets nothing: its result says it all. Unlike
rewards by a potential (Ng et al. 1999), these can change which play is best.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inarow.games import Game
from inarow.learning.dqn.immediate import MINE, THEIRS, rows_of, winning_cells


def shaped_rewards(
    game: Game, planes: NDArray[Any], moves: NDArray[Any], last: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """The reward of each move of games, one after another; ``last`` marks the ends of games."""
    rows = rows_of(game)
    flat = planes.reshape(*planes.shape[:2], -1) > 0
    mine, theirs = flat[:, MINE], flat[:, THEIRS]
    could = winning_cells(theirs, mine, rows).any(1)  # the opponent, before the move
    after = mine.copy()
    after[np.arange(len(after)), moves] = True
    can = winning_cells(theirs, after, rows).any(1)
    rewards = (could & ~can).astype(np.float32) - can
    return np.where(last, np.float32(0), rewards).astype(np.float32)

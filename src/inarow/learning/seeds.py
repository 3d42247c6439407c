"""Seeds of the games of a run: game ``n`` is the same whenever it is played, and by whomever."""

from __future__ import annotations

import random


def game_seed(seed: int, number: int) -> int:
    """The seed of a game, for the core.

    >>> game_seed(1, 2) == game_seed(1, 2) != game_seed(1, 3)
    True
    """
    return random.Random(f"{seed} {number}").getrandbits(63)

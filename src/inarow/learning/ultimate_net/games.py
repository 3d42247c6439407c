"""Games of self-play on ultimate, under both draw rules: even numbers without tiebreak, odd with.

A game begins with some random moves. Later moves are random now and then, too, so that the network
sees positions that strong players avoid; the record says which, for the result says nothing about
the positions before.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from inarow.games import Game, State, load_game
from inarow.learning.seeds import game_seed
from inarow.learning.selfplay import SelfPlayGame, play_games
from inarow.player import Limits, Player
from inarow.protocols.record import GameRecord

RULES = ("ultimate", "ultimate:tiebreak=boards")
"""The games that one network is for, by the number of its output."""

LEAST_OPENING = 2  # random moves

PlayerMaker = Callable[[Game, int], Player]


class _UltimateGame(SelfPlayGame):
    """Begins with random moves; later ones are random with a small probability."""

    def __init__(
        self, make: PlayerMaker, name: str, limits: Limits, seed: int, number: int, most: int,
        slips: float,
    ) -> None:  # fmt: skip
        game = load_game(RULES[number % len(RULES)])
        self._rng = random.Random(game_seed(seed, number))
        player_seed = self._rng.getrandbits(32)
        self._most_opening, self._slips = most, slips
        super().__init__(game, name, lambda: make(game, player_seed), limits, seed, number)

    def opening(self) -> Sequence[int]:
        state = self._game.new_initial_state()
        for _ in range(self._rng.randint(LEAST_OPENING, max(LEAST_OPENING, self._most_opening))):
            state.apply_action(self._rng.choice(state.legal_actions()))
        return state.history()

    def slip(self, state: State) -> int | None:
        if self._rng.random() >= self._slips:
            return None
        return self._rng.choice(state.legal_actions())


def play_ultimate(
    make: PlayerMaker, name: str, limits: Limits, seed: int, numbers: range, workers: int, *,
    opening: int, slips: float,
) -> list[GameRecord]:  # fmt: skip
    """Games by their numbers, ``workers`` of them at once.

    ``opening`` is the largest number of random moves at the start, ``slips`` the share of later
    moves that are random.
    """
    return play_games(
        (_UltimateGame(make, name, limits, seed, each, opening, slips) for each in numbers),
        workers,
    )

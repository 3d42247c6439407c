"""Players of a package: a plain class, and a PlayerType."""

from inarow import Decision
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter

VERSION = "1.0"


class FirstMove:
    """Plays the first [free] cell, or one that comes later."""

    def __init__(self, seed: int, skip: int = 0) -> None:
        self.skip = skip

    def act(self, state, limits=None):
        actions = state.legal_actions()
        return Decision(actions[self.skip % len(actions)])


class LastMove:
    def __init__(self, skip):
        self.skip = skip

    def act(self, state, limits=None):
        return Decision(state.legal_actions()[-1 - self.skip])


LAST_MOVE = PlayerType(
    "another name",
    "plays the last free cell of small boards",
    (Parameter("skip", 0, "cells to skip", 0, 3),),
    lambda game, seed, values: LastMove(values["skip"]),
    lambda game: game.num_distinct_actions() <= 25,
)

"""Swap2: balanced offers, the better colour, and lots where there is no opinion."""

from random import Random

import inarow
from inarow.protocols.gomocup import swap2
from inarow.protocols.gomocup.thinker import Thought

GAME = inarow.load_game("gomoku")


class Judge:
    """A thinker whose value of a position is given by a function."""

    notice = ""

    def __init__(self, value):
        self.value = value
        self.judged = []
        self.seconds = 0.0

    def think(self, state, seconds):
        self.judged.append(state.history())
        self.seconds += seconds
        return Thought(state.legal_actions()[0], self.value(state))

    def stop(self):
        pass


def test_the_most_balanced_of_several_openings_is_offered():
    judge = Judge(lambda state: (sum(state.history()) % 200 - 100) / 100)
    offered = swap2.propose(judge, GAME, 1.2, Random(1))
    assert len(judge.judged) == swap2.CANDIDATES
    assert offered in judge.judged
    worth = [abs(judge.value(GAME.state_from(stones))) for stones in judge.judged]
    assert abs(judge.value(GAME.state_from(offered))) == min(worth)
    assert judge.seconds < 1.2 + 1e-9


def test_offers_vary_with_the_seed_and_repeat_with_it():
    def offer(seed):
        return tuple(swap2.propose(Judge(lambda state: 0.1), GAME, 1, Random(seed)))

    assert offer(1) == offer(1)
    assert len({offer(seed) for seed in range(20)}) > 15
    small = inarow.load_game("gomoku:size=5")
    stones = swap2.propose(Judge(lambda state: None), small, 1, Random(3))
    assert len(set(stones)) == 3


def test_the_better_colour_is_taken():
    state = GAME.state_from("h8 i9 h10")
    assert swap2.choose(Judge(lambda state: 0.4), state, 1, Random(1)).action == 0
    assert swap2.choose(Judge(lambda state: -0.4), state, 1, Random(1)) is None
    lots = {
        swap2.choose(Judge(lambda state: None), state, 1, Random(seed)) is None for seed in range(9)
    }
    assert lots == {True, False}

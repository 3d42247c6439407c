"""Swap2: balanced offers, the better colour, and lots where there is no opinion."""

from random import Random

import inarow
from inarow.player import Decision, Limits, Player
from inarow.protocols.gomocup import swap2

GAME = inarow.load_game("gomoku")


class Judge(Player):
    """Its value of a position is given by a function."""

    def __init__(self, value):
        self.value = value
        self.judged = []
        self.seconds = 0.0

    def act(self, state, limits=None):
        self.judged.append(state.history())
        self.seconds += limits.time
        return Decision(state.legal_actions()[0], self.value(state))


def test_the_most_balanced_of_several_openings_is_offered():
    judge = Judge(lambda state: (sum(state.history()) % 200 - 100) / 100)
    offered = swap2.propose(judge, GAME, Limits(time=1.2), Random(1))
    assert len(judge.judged) == swap2.CANDIDATES + swap2.FINALISTS
    assert offered in judge.judged
    worth = [abs(judge.value(GAME.state_from(stones))) for stones in judge.judged]
    assert abs(judge.value(GAME.state_from(offered))) == min(worth)
    assert sorted(worth[-swap2.FINALISTS :]) == sorted(worth[: swap2.CANDIDATES])[:4]
    assert judge.seconds < 1.2 + 1e-9


def test_a_second_look_can_change_the_offer():
    seen = []

    def value(state):
        seen.append(state.history())
        # At first sight all are even; only the last one stays so.
        return 0.0 if len(seen) <= swap2.CANDIDATES else 0.1 * (len(seen) - swap2.CANDIDATES - 4)

    offered = swap2.propose(Judge(value), GAME, Limits(time=1), Random(1))
    assert offered == seen[-1]


def test_the_engine_offers_what_is_even_and_takes_the_better_colour():
    player = inarow.load_player("engine:mb=4", GAME, seed=1)
    limits = Limits(time=60, nodes=2000)
    offered = GAME.state_from(swap2.propose(player, GAME, limits, Random(5)))
    assert abs(player.act(offered, limits).value) < 0.3
    # Black has an open two in the middle, white a stone in the corner; then the other way round.
    assert swap2.choose(player, GAME.state_from("h8 a1 i9"), limits, Random(1)) is None
    stays = swap2.choose(player, GAME.state_from("a1 h8 o1"), limits, Random(1))
    assert stays is not None
    five = GAME.state_from("h8 a1 i9 o1 h10")
    assert swap2.choose(player, five, limits, Random(1)) is None


def test_offers_vary_with_the_seed_and_repeat_with_it():
    def offer(seed):
        return tuple(swap2.propose(Judge(lambda state: 0.1), GAME, Limits(time=1), Random(seed)))

    assert offer(1) == offer(1)
    assert len({offer(seed) for seed in range(20)}) > 15
    small = inarow.load_game("gomoku:size=5")
    stones = swap2.propose(Judge(lambda state: None), small, Limits(time=1), Random(3))
    assert len(set(stones)) == 3


def test_the_better_colour_is_taken():
    state = GAME.state_from("h8 i9 h10")
    assert swap2.choose(Judge(lambda state: 0.4), state, Limits(time=1), Random(1)).action == 0
    assert swap2.choose(Judge(lambda state: -0.4), state, Limits(time=1), Random(1)) is None
    lots = {
        swap2.choose(Judge(lambda state: None), state, Limits(time=1), Random(seed)) is None
        for seed in range(9)
    }
    assert lots == {True, False}

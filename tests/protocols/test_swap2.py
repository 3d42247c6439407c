"""Swap2: balanced offers, the better colour, and lots where there is no opinion."""

from random import Random

import inarow
from inarow.cli.engine import PlayerThinker
from inarow.players import PLAYERS
from inarow.protocols.gomocup import swap2
from inarow.protocols.gomocup.thinker import Allowance, SearchAnswer

GAME = inarow.load_game("gomoku")


class Judge:
    """A thinker whose value of a position is given by a function."""

    notice = ""

    def __init__(self, value):
        self.value = value
        self.judged = []
        self.seconds = 0.0

    def think(self, state, allowed):
        self.judged.append(state.history())
        self.seconds += allowed.seconds
        return SearchAnswer(state.legal_actions()[0], self.value(state))

    def stop(self):
        pass


def test_the_most_balanced_of_several_openings_is_offered():
    judge = Judge(lambda state: (sum(state.history()) % 200 - 100) / 100)
    offered = swap2.propose(judge, GAME, Allowance(1.2), Random(1))
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

    offered = swap2.propose(Judge(value), GAME, Allowance(1), Random(1))
    assert offered == seen[-1]


def test_the_engine_offers_what_is_even_and_takes_the_better_colour():
    kind = next(kind for kind in PLAYERS if kind.name == "engine")
    thinker = PlayerThinker("engine:mb=4", kind, GAME, 0, 1)
    allowed = Allowance(60, nodes=2000)
    offered = GAME.state_from(swap2.propose(thinker, GAME, allowed, Random(5)))
    assert abs(thinker.think(offered, allowed).value) < 0.3
    # Black has an open two in the middle, white a stone in the corner; then the other way round.
    assert swap2.choose(thinker, GAME.state_from("h8 a1 i9"), allowed, Random(1)) is None
    stays = swap2.choose(thinker, GAME.state_from("a1 h8 o1"), allowed, Random(1))
    assert stays is not None
    five = GAME.state_from("h8 a1 i9 o1 h10")
    assert swap2.choose(thinker, five, allowed, Random(1)) is None


def test_offers_vary_with_the_seed_and_repeat_with_it():
    def offer(seed):
        return tuple(swap2.propose(Judge(lambda state: 0.1), GAME, Allowance(1), Random(seed)))

    assert offer(1) == offer(1)
    assert len({offer(seed) for seed in range(20)}) > 15
    small = inarow.load_game("gomoku:size=5")
    stones = swap2.propose(Judge(lambda state: None), small, Allowance(1), Random(3))
    assert len(set(stones)) == 3


def test_the_better_colour_is_taken():
    state = GAME.state_from("h8 i9 h10")
    assert swap2.choose(Judge(lambda state: 0.4), state, Allowance(1), Random(1)).action == 0
    assert swap2.choose(Judge(lambda state: -0.4), state, Allowance(1), Random(1)) is None
    lots = {
        swap2.choose(Judge(lambda state: None), state, Allowance(1), Random(seed)) is None
        for seed in range(9)
    }
    assert lots == {True, False}

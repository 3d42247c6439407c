"""The rules that end games early."""

import pytest

from inarow.arena.adjudication import Adjudicator, Draw, Resign, parse_draw, parse_resign
from inarow.errors import BadSpec

LOST = [0.0, 0.0, 0.96, -0.97, 0.98, -0.99]


def test_resigns_when_both_sides_have_seen_it_long_enough():
    judge = Adjudicator(resign=Resign(moves=2, value=0.95))
    assert judge.resigns(LOST)
    assert not judge.resigns(LOST[:-1])  # the winner's turn
    assert not judge.resigns(LOST[:-2])  # once only
    assert not judge.resigns([*LOST[:2], None, -0.97, 0.98, -0.99])
    assert not judge.resigns([*LOST[:3], -0.90, 0.98, -0.99])


def test_one_side_is_enough_if_asked():
    judge = Adjudicator(resign=Resign(moves=2, value=0.95, both=False))
    assert judge.resigns([None, None, 0.1, -0.97, None, -0.99])


def test_draws_need_both_sides_and_time():
    judge = Adjudicator(draw=Draw(moves=2, value=0.05, after=6))
    even = [0.5, 0.5, 0.01, -0.05, 0.0, 0.05]
    assert judge.is_drawn(even)
    assert not judge.is_drawn(even[1:])
    assert not judge.is_drawn([*even[:3], 0.2, 0.0, 0.0])
    assert not judge.is_drawn([*even[:3], None, 0.0, 0.0])


def test_no_rule_no_end():
    assert Adjudicator().is_idle
    assert not Adjudicator().resigns([-1.0] * 50)
    assert not Adjudicator().is_drawn([0.0] * 50)


def test_rules_are_read():
    assert parse_resign("") == Resign()
    assert parse_resign("moves=4,value=0.9,both=false") == Resign(4, 0.9, False)
    assert parse_draw("after=10") == Draw(after=10)
    with pytest.raises(BadSpec, match="it takes moves, value, both"):
        parse_resign("move=3")
    with pytest.raises(BadSpec, match="from 0 to 1"):
        parse_draw("value=3")

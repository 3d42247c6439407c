"""The swap2 opening: ``SWAP2BOARD`` with no stones, three or five.

One side places three stones, black, white, black. The other takes black (``SWAP``), or stays white
and places a stone, or places a white and a black stone and leaves the choice of colours to the
first side, with white to move.

All decisions use the player's value v of the position for white, who is to move:

- three stones to offer: of several random ones, those with the least abs(v), since the other side
  takes the better colour; the best few of them are searched again, for longer;
- three or five stones to choose a colour: white if v >= 0, else ``SWAP``. The value of that choice
  is abs(v) >= 0. The value of placing two more stones and letting the other side choose is
  -abs(v') <= 0, which is never better, so it is not done.

A player without values chooses at random.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from inarow.games import Game, State
from inarow.player import Decision, Limits, Player

CANDIDATES = 16
"""Openings that are searched before one is offered, in half of the time."""

FINALISTS = 4
"""The most even of them, which share the other half of the time."""

REACH = 4
"""The second and third stone are within so many rows and columns of the first: near enough to
interact, but not always neighbours."""


def propose(player: Player, game: Game, limits: Limits, random: Random) -> list[int]:
    """The most balanced three stones that the player found."""
    candidates = [_three_stones(game, random) for _ in range(CANDIDATES)]
    for searches, kept in ((CANDIDATES, FINALISTS), (FINALISTS, 1)):
        worth: list[tuple[float, list[int]]] = []
        for stones in candidates:
            decision = player.act(game.state_from(stones), _part(limits, 2 * searches))
            if decision.value is None:
                return stones
            worth.append((abs(decision.value), stones))
        candidates = [stones for _, stones in sorted(worth, key=lambda pair: pair[0])[:kept]]
    return candidates[0]


def choose(player: Player, state: State, limits: Limits, random: Random) -> Decision | None:
    """The move as white; None to swap and be black."""
    decision = player.act(state, limits)
    stay = random.random() < 0.5 if decision.value is None else decision.value >= 0
    return decision if stay else None


def _part(limits: Limits, count: int) -> Limits:
    """An equal part of the time, for one of ``count`` searches."""
    time = None if limits.time is None else limits.time / count
    return replace(limits, time=time, most=None)


def _three_stones(game: Game, random: Random) -> list[int]:
    row, column = random.randrange(game.rows), random.randrange(game.columns)
    near = [
        r * game.columns + c
        for r in range(max(0, row - REACH), min(game.rows, row + REACH + 1))
        for c in range(max(0, column - REACH), min(game.columns, column + REACH + 1))
        if (r, c) != (row, column)
    ]
    return [row * game.columns + column, *random.sample(near, 2)]

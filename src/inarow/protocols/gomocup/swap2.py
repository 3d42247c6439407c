"""The swap2 opening: ``SWAP2BOARD`` with no stones, three or five.

One side lays three stones, black, white, black. The other takes black (``SWAP``), or stays white
and lays a stone, or lays a white and a black stone and leaves the colours to the first, who chooses
with white to move.

Everything is judged by the player's own value v of the position for white, who is to move:

- three stones to offer: of several random ones, those with the least abs(v), for the other side
  takes the better colour; the best few of them are judged again, and longer;
- three or five stones to choose on: white if v >= 0, else ``SWAP``. That is worth abs(v) >= 0. To
  lay two more stones and let the other side choose is worth -abs(v') <= 0, so it is never better by
  one's own judgement, and not done.

A player without an opinion draws lots.
"""

from __future__ import annotations

from random import Random

from inarow.games import Game, State
from inarow.protocols.gomocup.thinker import Allowance, SearchAnswer, Thinker

CANDIDATES = 16
"""Openings to judge before one is offered, in half of the time."""

FINALISTS = 4
"""Of them, the most even ones, which share the other half."""

REACH = 4
"""The second and third stone lie within so many rows and columns of the first, so that they matter
to each other, but not always as neighbours."""


def propose(thinker: Thinker, game: Game, allowed: Allowance, random: Random) -> list[int]:
    """Three stones that are as balanced as any the player could think of."""
    candidates = [_three_stones(game, random) for _ in range(CANDIDATES)]
    for searches, kept in ((CANDIDATES, FINALISTS), (FINALISTS, 1)):
        worth: list[tuple[float, list[int]]] = []
        for stones in candidates:
            answer = thinker.think(game.state_from(stones), allowed.part(2 * searches))
            if answer.value is None:
                return stones
            worth.append((abs(answer.value), stones))
        candidates = [stones for _, stones in sorted(worth, key=lambda pair: pair[0])[:kept]]
    return candidates[0]


def choose(
    thinker: Thinker, state: State, allowed: Allowance, random: Random
) -> SearchAnswer | None:
    """The move to make as white; None to swap and be black."""
    answer = thinker.think(state, allowed)
    stay = random.random() < 0.5 if answer.value is None else answer.value >= 0
    return answer if stay else None


def _three_stones(game: Game, random: Random) -> list[int]:
    row, column = random.randrange(game.rows), random.randrange(game.columns)
    near = [
        r * game.columns + c
        for r in range(max(0, row - REACH), min(game.rows, row + REACH + 1))
        for c in range(max(0, column - REACH), min(game.columns, column + REACH + 1))
        if (r, c) != (row, column)
    ]
    return [row * game.columns + column, *random.sample(near, 2)]

"""The games that DQN learns from: many at once, so that one call asks the network about all.

A move of the learner is the best by its network, or with probability epsilon a random one. In each
game it meets itself or an opponent; the moves of both sides are learned from. Each move has a mark
that says whether the network thought it best, so that later targets can stop at those that it did
not (see memory.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inarow.games import Game
from inarow.games.vector import Vector
from inarow.player import Player

SELF, PAST, GREEDY, RANDOM = range(4)
"""Whom the learner meets in a game."""
OPPONENTS = ("self", "past", "greedy", "random")

NEARLY_BEST = 0.05
"""A move whose value is no further from the best counts as the network's choice."""

QValues = Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""Values of all cells (n x cells) of positions (n x planes x rows x columns)."""


class Roles(NamedTuple):
    """Of each game: whom the learner meets, which side it has, and how many moves are random."""

    opponents: NDArray[np.int8]
    sides: NDArray[np.int8]
    openings: NDArray[np.int32]


class Played(NamedTuple):
    """Finished games, in the order of their numbers."""

    moves: NDArray[np.uint16]
    """Of all games, one after another."""
    chosen: NDArray[np.bool_]
    """Of each move: whether the network thought it best."""
    lengths: NDArray[np.int32]
    results: NDArray[np.int8]
    """For the first player."""
    values: NDArray[np.float16]
    """Of each move: what the network said."""
    best: NDArray[np.float16]
    """Of each move: what it said of the best one."""


@dataclass
class Actors:
    """Who plays: networks now and in the past, and greedy, if they are needed."""

    now: QValues
    past: QValues | None
    greedy: Player | None


def play_games(
    game: Game,
    encoding: str,
    actors: Actors,
    roles: Roles,
    *,
    at_once: int,
    epsilon: float,
    rng: np.random.Generator,
) -> Played:
    """Play a game for each row of ``roles``, ``at_once`` at a time."""
    count = len(roles.opponents)
    rows = min(at_once, count)
    games = Vector(game, rows, seed=int(rng.integers(2**62)), encoding=encoding)
    moves = np.zeros((count, game.max_game_length()), np.uint16)
    chosen = np.zeros(moves.shape, np.bool_)
    spoken = np.zeros((2, *moves.shape), np.float16)
    lengths, results = np.zeros(count, np.int32), np.zeros(count, np.int8)
    numbers, following = np.arange(rows), rows  # the game in each row; none are left after `count`
    while (active := np.flatnonzero(numbers < count)).size:
        of = numbers[active]
        plies, movers = games.move_numbers[active].copy(), games.current_players[active].copy()
        values = _legal_values(games, actors.now, active)
        actions = games.random_actions()
        drawn = actions[active]
        picked = np.where(rng.random(len(active)) < epsilon, drawn, values.argmax(1))
        opponent = np.where(movers == roles.sides[of], SELF, roles.opponents[of])
        _let_opponents_move(games, actors, opponent, active, picked, drawn, epsilon, rng)
        picked = np.where(plies < roles.openings[of], drawn, picked)
        taken, best = values[np.arange(len(active)), picked], values.max(1)
        moves[of, plies] = picked
        chosen[of, plies] = taken >= best - NEARLY_BEST
        spoken[:, of, plies] = taken, best
        actions[active] = picked
        rewards, ended = games.step(actions)
        done = ended[active]
        lengths[of[done]] = plies[done] + 1
        results[of[done]] = np.where(movers == 0, 1, -1)[done] * rewards[active][done]
        for row in active[done]:
            numbers[row], following = following, following + 1
    inside = np.arange(moves.shape[1]) < lengths[:, None]
    said, best_said = spoken[:, inside]
    return Played(moves[inside], chosen[inside], lengths, results, said, best_said)


def _legal_values(games: Vector, ask: QValues, rows: NDArray[np.intp]) -> NDArray[np.float32]:
    """Values of the actions of some games; -inf if illegal.

    The network is asked once about positions that are equal, as many are in the first moves.
    """
    planes = games.observations[rows]
    contents = planes.reshape(len(rows), -1).view(np.dtype((np.void, planes[0].nbytes)))[:, 0]
    _, first, same = np.unique(contents, return_index=True, return_inverse=True)
    return np.where(games.masks[rows], ask(planes[first])[same], -np.inf)


def _let_opponents_move(
    games: Vector,
    actors: Actors,
    opponent: NDArray[Any],
    active: NDArray[np.intp],
    picked: NDArray[np.int64],
    drawn: NDArray[np.int64],
    epsilon: float,
    rng: np.random.Generator,
) -> None:
    """Replace the moves of the positions in which somebody else is to move."""
    if (theirs := np.flatnonzero(opponent == PAST)).size and actors.past is not None:
        rows = active[theirs]
        values = _legal_values(games, actors.past, rows)
        random = rng.random(len(theirs)) < epsilon
        picked[theirs] = np.where(random, drawn[theirs], values.argmax(1))
    for place in np.flatnonzero(opponent == GREEDY):
        assert actors.greedy is not None
        picked[place] = actors.greedy.act(games.state(active[place])).action
    picked[opponent == RANDOM] = drawn[opponent == RANDOM]

"""Balanced openings: random openings are generated, and those with equal chances are kept.

A player judges the canonical image of each candidate, so the verdict depends on the position only,
not on the order of moves or the orientation:

1. No side can win with one stone, and the player proves no win or loss here, nor after its best
   move, nor after the reply to that.
2. The value. A search of odd depth favours the side to move, one of even depth the other. So values
   v0, v1, v2 of three consecutive plies, all for the first player, contain the same error e:
   v0 = v + e, v1 = v - e, v2 = v + e. It cancels in ``v = (v0 + 2 v1 + v2) / 4``, which must be
   near the value at which chances are even.
3. The score. The player plays fast games against itself from here, with limits that vary, so that
   the games differ. The first player's share of the points must be near one half. This step is
   needed because the values of a heuristic need not be calibrated.

What it cannot do: a set is balanced for players about as strong as the judge. Perfect players win
or draw every opening, and much stronger ones may find an advantage that the judge overlooks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from inarow.arena.openings.random_opening import random_opening
from inarow.errors import BadSpec
from inarow.games import Game, State
from inarow.player import Limits
from inarow.players import load_player

VALUE_TOLERANCE = 0.1
"""How far from the even value the value may be."""
GAMES = 6
"""Games that the judge plays from a candidate. Even openings pass in 78 % of all cases, openings in
which one side wins two of three games in 65 %, nine of ten in 11 %."""
SCORE_TOLERANCE = 0.17
"""How far from 1/2 the share of the points may be: 2 to 4 points of 6."""
GAME_SHARE = 0.5
"""The limit of a move in these games, as a part of the limit of the value's search. Less is faster
but worse: openings that were even at 2,000 nodes a move gave X 84 % at 20,000."""
UNEVEN = 2.0
"""Each move gets between 1/UNEVEN and UNEVEN times that limit, so that games differ."""
CLEAR = 0.9
"""A game ends early when both sides agree on such a value. In 40 games that were played out, 39
reached it, and in all of them the side that was ahead won."""
NEARNESS = (1, 2, 2, 3)
"""Distances between the stones of a candidate: near for early fights, far for variety."""
LOOSE_SIDE = 7
"""On boards with a side up to this, stones are placed anywhere."""
GIVE_UP = 3000
"""Candidates in a row without a new opening, after which the search ends."""
PROVEN = {"win": 1.0, "draw": 0.0, "loss": -1.0}


@dataclass(frozen=True)
class BalanceSettings:
    """The settings of a set: equal settings without a time limit make equal sets.

    ``even`` is the value at which the first player's chances are even.
    """

    game: Game
    plies: tuple[int, int]
    player: str
    limits: Limits
    seed: int
    even: float = 0.0


@dataclass(frozen=True)
class BalancedOpening:
    """An opening of a set, with the number of its candidate.

    ``value`` and ``score`` are for the first player: in [-1, 1], and its share of the points.
    """

    candidate: int
    moves: tuple[int, ...]
    value: float
    score: float


def default_plies(game: Game) -> tuple[int, int]:
    """The fewest and the most moves of openings, by the size of the board.

    >>> import inarow
    >>> [default_plies(inarow.load_game(spec)) for spec in ("3x3x3", "5x5x5", "gomoku")]
    [(0, 3), (2, 6), (3, 8)]
    """
    cells = game.num_distinct_actions()
    return (0, 3) if cells <= 9 else (2, 6) if cells <= 25 else (3, 8)


def balanced_openings(
    settings: BalanceSettings, found: Sequence[BalancedOpening] = ()
) -> Iterator[BalancedOpening | None]:
    """Judge candidates; yield each balanced opening, and None for each other candidate.

    Continues after the openings ``found`` so far, and ends after ``GIVE_UP`` candidates without a
    new opening.
    """
    _check_player(settings)
    game = settings.game
    seen = {_position(game.state_from(opening.moves))[0] for opening in found}
    candidate = found[-1].candidate + 1 if found else 0
    last_found = candidate - 1
    while candidate - last_found <= GIVE_UP:
        kept = None
        moves = _draw(settings, Random(f"{settings.seed}/{candidate}"))
        if moves is not None:
            key, image = _position(game.state_from(moves))
            if key not in seen:
                seen.add(key)
                if verdict := judge(image, settings):
                    kept = BalancedOpening(candidate, moves, *verdict)
                    last_found = candidate
        yield kept
        candidate += 1


def judge(state: State, settings: BalanceSettings) -> tuple[float, float] | None:
    """The value and the score of a position for the first player; None if it is not balanced."""
    if not is_quiet(state):
        return None
    rng = Random(f"{settings.seed}/{state.key()}")
    value = _value(state, settings, rng)
    if value is None or abs(value - settings.even) > VALUE_TOLERANCE:
        return None
    score = _score(state, settings, rng)
    return None if score is None else (value, score)


def is_quiet(state: State) -> bool:
    """Whether neither side can win with one stone.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> is_quiet(game.state_from("b2 a1")), is_quiet(game.state_from("b2 a1 a2"))
    (True, False)
    """
    if _wins_at_once(state):
        return False
    # Before the other side moves, try any two moves: one of them might occupy the winning cell.
    return not any(_wins_at_once(state.child(action)) for action in state.legal_actions()[:2])


def _wins_at_once(state: State) -> bool:
    return any(state.child(action).winner() is not None for action in state.legal_actions())


def _draw(settings: BalanceSettings, rng: Random) -> tuple[int, ...] | None:
    game = settings.game
    plies = rng.randint(*settings.plies)
    is_large = game.block_size is None and min(game.rows, game.columns) > LOOSE_SIDE
    return random_opening(game, plies, rng.choice(NEARNESS) if is_large else 0, rng)


def _position(state: State) -> tuple[int, State]:
    image, _ = state.canonical()
    return image.key(), image


def _check_player(settings: BalanceSettings) -> None:
    state = settings.game.new_initial_state()
    if load_player(settings.player, settings.game, 0).act(state, settings.limits).value is None:
        raise BadSpec(
            f"{settings.player} gives no value of positions within these limits: use engine, "
            "or raise the limits."
        )


def _for_first(state: State, value: float) -> float:
    return value if state.current_player() == 0 else -value


def _value(state: State, settings: BalanceSettings, rng: Random) -> float | None:
    """The value over three plies; None if the game is decided within them."""
    # Players keep what they have searched; a new one makes the verdict independent of earlier ones.
    player = load_player(settings.player, settings.game, rng.getrandbits(32))
    state = state.clone()
    weighted = 0.0
    for weight in (1, 2, 1):
        decision = player.act(state, settings.limits)
        if decision.value is None or decision.stats["proven"] in ("win", "loss"):
            return None
        weighted += weight * _for_first(state, decision.value)
        state.apply_action(decision.action)
        if state.is_terminal():
            return None if state.winner() is not None else weighted / 4
    return weighted / 4


def _score(state: State, settings: BalanceSettings, rng: Random) -> float | None:
    """The first player's share of the points; None as soon as it cannot be near one half."""
    points = 0.0
    quick = _scaled(settings.limits, GAME_SHARE)
    low, high = (GAMES * (0.5 + sign * SCORE_TOLERANCE) for sign in (-1, 1))
    for left in reversed(range(GAMES)):
        points += (1 + play_out(state, settings.player, quick, rng)) / 2
        if points > high or points + left < low:
            return None
    return points / GAMES


def play_out(state: State, spec: str, limits: Limits, rng: Random) -> float:
    """Play a game of a player against itself with varying limits, until the result is clear.

    Returns the result for the first player of the game: 1, 0 or -1.
    """
    player = load_player(spec, state.game, rng.getrandbits(32))
    state = state.clone()
    last_value = 0.0
    while not state.is_terminal():
        decision = player.act(state, _scaled(limits, UNEVEN ** rng.uniform(-1, 1)))
        proven = decision.stats["proven"]
        if proven is not None:
            return _for_first(state, PROVEN[proven])
        value = _for_first(state, decision.value or 0.0)
        if abs(value + last_value) >= 2 * CLEAR:
            return math.copysign(1.0, value)
        last_value = value
        state.apply_action(decision.action)
    return state.returns()[0]


def _scaled(limits: Limits, share: float) -> Limits:
    return Limits(
        time=None if limits.time is None else limits.time * share,
        nodes=None if limits.nodes is None else max(1, round(limits.nodes * share)),
    )

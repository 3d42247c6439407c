"""Balanced openings: random ones, of which those are kept that give both sides equal chances.

A candidate is judged by a player, on its canonical image, so that the verdict belongs to the
position and not to how it was met:

1. Nobody could win with one stone, and the player proves no win or loss here, nor after its own
   best move, nor after the answer to that.
2. The value. A search of odd depth likes the side to move, one of even depth the other, so values
   v0, v1, v2 of three plies in a row, all for the first player, swing by the same amount e:
   v0 = v + e, v1 = v - e, v2 = v + e. Free of it is ``v = (v0 + 2 v1 + v2) / 4``; it must be near
   the value at which games are even.
3. The score. The player plays against itself from here, quickly and with uneven limits, so that no
   two games need be alike. The first player's share of the points must be near one half. This
   step finds what values of a heuristic, which need not be calibrated, do not tell.

What it cannot do: a set is balanced for players about as strong as the judge. Perfect players would
win or draw each opening, and far stronger ones may find an advantage that the judge has overlooked.
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
"""Games that the judge plays from a candidate. Equal sides end within the tolerance in 78 % of all
cases, a side that wins two of three games in 65 %, one that wins nine of ten in 11 %."""
SCORE_TOLERANCE = 0.17
"""How far from 1/2 the share of the points may be: 2 to 4 points of 6."""
GAME_SHARE = 0.5
"""What a move in these games gets of the limit for a judgement. Less would be quicker and worse:
openings that were even at 2,000 nodes a move gave X 84 % at 20,000."""
UNEVEN = 2.0
"""Each move gets between 1/UNEVEN and UNEVEN times that, which makes games differ."""
CLEAR = 0.9
"""A game is over when both sides, one after the other, value it so: in 40 games, 39 came there, and
all of them were won by the side that was ahead."""
NEARNESS = (1, 2, 2, 3)
"""Cells between stones of a candidate; the tight ones fight sooner, the loose ones are varied."""
LOOSE_SIDE = 7
"""Boards with a side up to this are small enough to put stones anywhere."""
GIVE_UP = 3000
"""Candidates in a row without a new opening, after which there are none left."""
PROVEN = {"win": 1.0, "draw": 0.0, "loss": -1.0}


@dataclass(frozen=True)
class BalanceSettings:
    """How a set is made: the same settings make the same set, unless a time limit is in them.

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
    """An opening that was kept, with the number of the candidate it was.

    ``value`` and ``score`` are the first player's: in [-1, 1], and its share of the points.
    """

    candidate: int
    moves: tuple[int, ...]
    value: float
    score: float


def default_plies(game: Game) -> tuple[int, int]:
    """How many moves openings have: enough for variety, too few to decide anything.

    >>> import inarow
    >>> [default_plies(inarow.load_game(spec)) for spec in ("3x3x3", "5x5x5", "gomoku")]
    [(0, 3), (2, 6), (3, 8)]
    """
    cells = game.num_distinct_actions()
    return (0, 3) if cells <= 9 else (2, 6) if cells <= 25 else (3, 8)


def balanced_openings(
    settings: BalanceSettings, found: Sequence[BalancedOpening] = ()
) -> Iterator[BalancedOpening | None]:
    """Go through candidates, and yield each that is balanced, or None for one that is not.

    It goes on behind those found so far, and ends when nothing new has come for ``GIVE_UP``
    candidates.
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
    """Whether neither side could win with one stone.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> is_quiet(game.state_from("b2 a1")), is_quiet(game.state_from("b2 a1 a2"))
    (True, False)
    """
    if _wins_at_once(state):
        return False
    # For the other side, any move is made first; two of them, for one may fill the winning cell.
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
            f"{settings.player} has no opinion on positions within these limits: ask engine, "
            "or give it more."
        )


def _for_first(state: State, value: float) -> float:
    return value if state.current_player() == 0 else -value


def _value(state: State, settings: BalanceSettings, rng: Random) -> float | None:
    """The value over three plies; None if the game is decided within them."""
    # Players remember what they have searched; a new one makes this verdict stand on its own.
    player = load_player(settings.player, settings.game, rng.getrandbits(32))
    state = state.clone()
    weighted = 0.0
    for weight in (1, 2, 1):
        decision = player.act(state, settings.limits)
        if decision.value is None or decision.stats.get("proven") in ("win", "loss"):
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
    """Let a player play against itself with uneven limits, until the result is proven or clear.

    Returns what the first player of the game gets: 1, 0 or -1.
    """
    player = load_player(spec, state.game, rng.getrandbits(32))
    state = state.clone()
    last_value = 0.0
    while not state.is_terminal():
        decision = player.act(state, _scaled(limits, UNEVEN ** rng.uniform(-1, 1)))
        proven = decision.stats.get("proven")
        if proven is not None:
            return _for_first(state, PROVEN[str(proven)])
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

"""The referee: plays one game between two players by the rules and the clock.

A player that answers illegally, too late or not at all loses, and the record says why. A player
cannot abort the game.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from inarow.arena.adjudication import Adjudicator
from inarow.errors import PlayerFailed
from inarow.games import Game, State
from inarow.player import MOST_SECONDS, Decision, Limits, Player
from inarow.protocols.record import FAULTS, End

MARGIN = 0.1
"""Seconds over the limit that are tolerated by default: the machine may be busy."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the moves with times, values and nodes, and how it ended."""

    moves: tuple[int, ...]
    result: tuple[float, float]
    end: End
    detail: str
    times: tuple[float | None, ...]
    values: tuple[float | None, ...]
    nodes: tuple[int | None, ...]
    late: float | None = None
    """The seconds of a move that was not accepted because it came too late, or never."""


@dataclass(frozen=True)
class MatchConditions:
    """The limits of players and the rules that end games early.

    ``limits`` apply to each move of a player without limits of its own; with a game clock,
    ``limits.left`` is the time of each player at the start.
    """

    limits: Limits = field(default_factory=Limits)
    margin: float = MARGIN
    adjudicator: Adjudicator = field(default_factory=Adjudicator)


class Stopped(Exception):
    """The game was stopped from outside."""


class Referee:
    """Plays one game. ``stop`` ends it from another thread; ``clock`` returns seconds.

    ``limits`` are those of both players by seat; by default, those of the conditions.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Player],
        conditions: MatchConditions,
        clock: Callable[[], float] = time.perf_counter,
        limits: Sequence[Limits] | None = None,
    ) -> None:
        self._clock = clock
        self._limits = limits or (conditions.limits, conditions.limits)
        self._game = game
        self._seats = seats
        self._conditions = conditions
        self._stopped = False

    def play(self, opening: Sequence[int]) -> Played:
        """Play from an opening to the end."""
        state = self._game.state_from(opening)
        times: list[float | None] = [None] * len(opening)
        values: list[float | None] = [None] * len(opening)
        nodes: list[int | None] = [None] * len(opening)
        left = [limits.left for limits in self._limits]

        def over(
            result: Sequence[float], end: End, detail: str = "", late: float | None = None
        ) -> Played:
            made = state.move_number()  # a move that was not accepted has no entry
            return Played(
                tuple(state.history()),
                (result[0], result[1]),
                end,
                detail,
                tuple(times[:made]),
                tuple(values[:made]),
                tuple(nodes[:made]),
                late,
            )

        def lost(player: int, end: End, detail: str = "", late: float | None = None) -> Played:
            return over((-1.0, 1.0) if player == 0 else (1.0, -1.0), end, detail, late)

        while not state.is_terminal():
            mover = state.current_player()
            limits = replace(self._limits[mover], left=left[mover])
            try:
                decision, seconds = self._ask(mover, state, limits)
            except PlayerFailed as failure:
                end = _known_end(failure.end)
                late = failure.seconds if end is End.STALL else None
                return lost(mover, end, str(failure), late)
            if (why := self._lateness(limits, seconds)) is not None:
                return lost(mover, End.TIMEOUT, why, seconds)
            if not state.is_legal(decision.action):
                return lost(mover, End.ILLEGAL, self._illegal(decision.action))
            times.append(seconds)
            values.append(_proper_value(decision.value))
            nodes.append(_proper_count(_stat(decision, "nodes")))
            if self._conditions.adjudicator.resigns(values):
                return lost(mover, End.RESIGN_RULE)
            if (remaining := left[mover]) is not None:
                left[mover] = max(0.0, remaining - seconds) + limits.increment
            state.apply_action(decision.action)
            if state.is_terminal():
                break
            is_too_long = self._conditions.adjudicator.is_too_long(values)
            if is_too_long or self._conditions.adjudicator.is_drawn(values):
                detail = f"No result after {len(values)} moves." if is_too_long else ""
                return over((0.0, 0.0), End.DRAW_RULE, detail)
        return over(state.returns(), End.LINE if state.winning_line() else End.FULL)

    def stop(self) -> None:
        """Stop the game; ``play`` then raises Stopped."""
        self._stopped = True
        for player in self._seats:
            player.stop()

    def _ask(self, mover: int, state: State, limits: Limits) -> tuple[Decision, float]:
        """A player's decision and the seconds it took."""
        player = self._seats[mover]
        start = self._clock()
        try:
            if self._stopped:
                raise Stopped
            decision = player.act(state.clone(), limits)  # so that it cannot change ours
        except Exception as error:
            if self._stopped:
                raise Stopped from None
            if isinstance(error, PlayerFailed):
                raise
            raise PlayerFailed(End.CRASH, f"{type(error).__name__}: {error}") from error
        seconds = self._clock() - start
        if self._stopped:
            raise Stopped
        if not isinstance(decision, Decision):
            raise PlayerFailed(
                End.ILLEGAL, f"It answered {decision!r:.40}, which is not a Decision."
            )
        if player.is_timed:  # measured when its answer arrived
            told = _stat(decision, "seconds")
            if isinstance(told, int | float) and 0 <= told <= MOST_SECONDS:
                seconds = float(told)
        return decision, seconds

    def _lateness(self, limits: Limits, seconds: float) -> str | None:
        for limit, what in ((limits.time, "a move"), (limits.left, "the rest of the game")):
            if limit is not None and seconds > limit + self._conditions.margin:
                return f"It took {seconds:.3f} s and had {limit:.3f} s for {what}."
        return None

    def _illegal(self, action: object) -> str:
        try:
            return f"{self._game.action_to_string(cast('int', action))} is not a legal move."
        except Exception:
            return f"{action!r:.40} is not a move."


def _known_end(end: str) -> End:
    """The reason of a failure in the words of records."""
    return End(end) if end in FAULTS else End.CRASH


def _stat(decision: Decision, name: str) -> object:
    """An entry of a decision's stats, which may be anything if somebody else made it."""
    stats: object = decision.stats
    return stats.get(name) if isinstance(stats, Mapping) else None


def _proper_value(value: object) -> float | None:
    """A value as records store it; players may return anything."""
    if not isinstance(value, int | float) or not abs(value) < math.inf:
        return None
    return float(max(-1, min(1, value)))


def _proper_count(count: object) -> int | None:
    return count if isinstance(count, int) and count >= 0 else None

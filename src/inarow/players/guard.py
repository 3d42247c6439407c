"""A guard around the code of others: it fails in one sentence, and its answers can be relied upon.

Whatever the constructor and ``act`` raise becomes an error of inarow, also ``sys.exit()``. The
answer must be a legal action. What else a decision tells is put into our types (NumPy's numbers
among them), and left out where it makes no sense: a match must not fail for a value that is NaN.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from numbers import Integral, Real
from typing import cast, get_args

from inarow.errors import BadSpec, InarowError, PlayerFailed
from inarow.games import Game, State
from inarow.player import (
    MOST_DEPTH,
    MOST_NODES,
    MOST_SECONDS,
    Actor,
    Candidate,
    Decision,
    Limits,
    Line,
    Player,
    Progress,
    Proven,
    Stats,
    as_player,
    check_turn,
    search_stats,
)
from inarow.players.player_type import Maker
from inarow.players.wrapper import PlayerWrapper
from inarow.protocols.record import End
from inarow.spec import Value
from inarow.untrusted_text import one_line

FAILURES = (Exception, SystemExit)
"""What the code of others may raise; KeyboardInterrupt is the user's."""


def guarded(name: str, make: Callable[[Game, int, dict[str, Value]], Actor]) -> Maker:
    """A maker of guarded players."""

    def make_player(game: Game, seed: int, values: dict[str, Value]) -> Player:
        try:
            return GuardedPlayer(name, as_player(make(game, seed, values)))
        except InarowError:
            raise
        except FAILURES as error:
            raise BadSpec(f"{name} cannot be made: {error_text(error)}.") from error

    return make_player


def error_text(error: BaseException) -> str:
    """An error of somebody's code in one line.

    >>> error_text(ValueError("too deep."))
    'ValueError: too deep'
    """
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class GuardedPlayer(PlayerWrapper):
    """Any failure of ``act`` is a PlayerFailed, and the state cannot change."""

    def __init__(self, name: str, player: Player) -> None:
        super().__init__(player)
        self._name = name

    @property
    def version(self) -> str:  # type: ignore[override]
        """That of the player, as text; empty if it cannot be told."""
        with suppress(*FAILURES):
            return str(self._player.version)
        return ""

    @property
    def note(self) -> str:  # type: ignore[override]
        """That of the player, on one line; empty if it cannot be told."""
        with suppress(*FAILURES):
            return one_line(self._player.note)
        return ""

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Let the player choose."""
        return self._decide(state, lambda copy: self._player.act(copy, limits))

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        thorough: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Decision:
        """Let the player choose and tell more."""
        return self._decide(
            state,
            lambda copy: self._player.analyse(
                copy, limits, lines=lines, thorough=thorough, on_progress=on_progress
            ),
        )

    def stop(self) -> None:
        """Stop the player; a failure of that is a warning."""
        self._try("stopped", self._player.stop)

    def close(self) -> None:
        """Close the player; a failure of that is a warning, because the game is over."""
        self._try("closed", self._player.close)

    def _try(self, what: str, call: Callable[[], None]) -> None:
        try:
            call()
        except FAILURES as error:
            message = f"{self._name} could not be {what}: {error_text(error)}."
            warnings.warn(message, RuntimeWarning, stacklevel=3)

    def _decide(self, state: State, ask: Callable[[State], object]) -> Decision:
        check_turn(state)
        try:
            decision = ask(state.clone())
        except InarowError:
            raise
        except FAILURES as error:
            raise PlayerFailed(End.CRASH, f"{self._name} failed: {error_text(error)}.") from error
        if not isinstance(decision, Decision):
            answer = f"{decision!r:.40}, which is not a Decision"
        elif not state.is_legal(decision.action):
            answer = f"{decision.action!r:.40}, which is not a legal action"
        else:
            return tidy_decision(decision, state)
        raise PlayerFailed(End.ILLEGAL, f"{self._name} answered {answer}.")


def tidy_decision(decision: Decision, state: State) -> Decision:
    """The decision in our types, without what makes no sense; its action must be legal.

    >>> import inarow
    >>> state = inarow.load_game("tictactoe").state_from("a1")
    >>> odd = Decision(4, value=float("nan"), pv=[4, 0], policy={4: 1, 99: 1})
    >>> tidy = tidy_decision(odd, state)
    >>> tidy.value, tidy.pv, tidy.policy
    (None, (4,), {4: 1.0})
    """
    return Decision(
        action=int(decision.action),
        value=_value(decision.value),
        policy=_policy(decision.policy, state),
        pv=_pv(decision.pv, state),
        stats=_stats(decision.stats),
        lines=tuple(
            Line(
                value=_value(line.value) or 0.0,
                pv=_pv(line.pv, state),
                depth=_count(line.depth, MOST_DEPTH),
                selective_depth=_count(line.selective_depth, MOST_DEPTH),
                proven=_proven(line.proven),
            )
            for line in _items(decision.lines)
            if isinstance(line, Line) and _pv(line.pv, state)
        ),
        moves=tuple(
            Candidate(
                action=int(each.action),
                visits=None if each.visits is None else _count(each.visits, MOST_NODES),
                prior=_number(each.prior, 0.0, 1.0),
                value=_value(each.value),
            )
            for each in _items(decision.moves)
            if isinstance(each, Candidate) and state.is_legal(each.action)
        ),
    )


def _items(given: object) -> list[object]:
    """What can be iterated over, as a list; for anything else an empty one."""
    with suppress(*FAILURES):
        return list(cast("Iterable[object]", given))
    return []


def _number(given: object, low: float, high: float) -> float | None:
    """A number within its range; None for NaN and for what is no number."""
    if not isinstance(given, Real) or math.isnan(given):
        return None
    return max(low, min(high, float(given)))


def _value(given: object) -> float | None:
    return _number(given, -1.0, 1.0)


def _count(given: object, most: int) -> int:
    return max(0, min(most, int(given))) if isinstance(given, Integral) else 0


def _proven(given: object) -> Proven | None:
    return cast("Proven", given) if isinstance(given, str) and given in get_args(Proven) else None


def _stats(given: object) -> Stats:
    stats = given if isinstance(given, Mapping) else {}
    return search_stats(
        nodes=_count(stats.get("nodes"), MOST_NODES),
        depth=_count(stats.get("depth"), MOST_DEPTH),
        selective_depth=_count(stats.get("selective_depth"), MOST_DEPTH),
        sims=_count(stats.get("sims"), MOST_NODES),
        seconds=_number(stats.get("seconds"), 0.0, MOST_SECONDS) or 0.0,
        proven=_proven(stats.get("proven")),
    )


def _policy(given: object, state: State) -> dict[int, float]:
    if not isinstance(given, Mapping):
        return {}
    shares = {a: _number(share, 0.0, 1.0) for a, share in given.items() if state.is_legal(a)}
    return {int(action): share for action, share in shares.items() if share is not None}


def _pv(given: object, state: State) -> tuple[int, ...]:
    """The line as far as its moves are legal."""
    position, line = state.clone(), []
    for action in _items(given):
        if not position.is_legal(cast("int", action)):
            break
        line.append(int(cast("int", action)))
        position.apply_action(line[-1])
    return tuple(line)

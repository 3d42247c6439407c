"""The interface of players: a player gets a state and limits, and returns a decision."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import (
    TYPE_CHECKING,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypedDict,
    runtime_checkable,
)

from inarow.errors import BadSpec, GameOver
from inarow.games import Game, State

if TYPE_CHECKING:
    from inarow.decision_html import HtmlView

MOST_SECONDS = 1e18
"""The largest limit of time."""

MOST_NODES = 2**63 - 1
"""The largest limit of nodes and of simulations."""

MOST_DEPTH = 2**31 - 1
"""The largest limit of the depth; an int of the core."""

LogLine = Callable[[str, str, float], object]
"""Takes a line of a protocol: ">" if it was sent to a program, "<" if it was its answer and "!" if
it was written to standard error; the text; and the time, by ``time.perf_counter``. May be called
from any thread."""

Proven = Literal["win", "loss", "draw"]
"""A result that is certain, for the player to move."""


@dataclass(frozen=True)
class Limits:
    """The limits of a search for one move; None is no limit of that kind.

    ``left`` is for a game clock: the seconds for all remaining moves, this one included; each move
    adds ``increment``. ``most`` is for callers that divide a clock themselves: if a move is hard, a
    player that manages its time may use so many seconds instead of ``time``.

    >>> Limits(time=-1)
    Traceback (most recent call last):
    ...
    inarow.errors.BadSpec: time=-1 is out of range: time must be a number of seconds from 0 to
    1e+18.
    """

    time: float | None = None
    nodes: int | None = None
    sims: int | None = None
    depth: int | None = None
    left: float | None = None
    increment: float = 0.0
    most: float | None = None

    def __post_init__(self) -> None:
        """Refuse limits that would not end a search, NaN among them: no time is ever above it."""
        seconds = {
            "time": self.time,
            "left": self.left,
            "increment": self.increment,
            "most": self.most,
        }
        for name, value in seconds.items():
            if value is not None and not (isinstance(value, Real) and 0 <= value <= MOST_SECONDS):
                raise BadSpec(
                    f"{name}={value} is out of range: {name} must be a number of seconds from 0 to "
                    f"{MOST_SECONDS:g}."
                )
        counts = {
            "nodes": (self.nodes, MOST_NODES),
            "sims": (self.sims, MOST_NODES),
            "depth": (self.depth, MOST_DEPTH),
        }
        for name, (count, most) in counts.items():
            if count is not None and not (isinstance(count, Integral) and 0 <= count <= most):
                raise BadSpec(
                    f"{name}={count} is out of range: {name} must be a whole number from 0 to "
                    f"{most}."
                )


@dataclass(frozen=True)
class Line:
    """One of the best moves, with its value and a continuation.

    ``depth`` is the number of plies that were searched in full, ``selective_depth`` the deepest ply
    that was searched.
    """

    value: float
    pv: tuple[int, ...]
    depth: int
    selective_depth: int
    proven: Proven | None = None


class Candidate(NamedTuple):
    """An action that a player considered, with what it knows of it; None is not known.

    - ``visits``: simulations of a Monte-Carlo search that began with the action;
    - ``prior``: its share of all actions, in [0, 1], before any search, by a heuristic or network;
    - ``value``: for the player to move, in [-1, 1], as the search has found it; None where it knows
      only that the action is no better than another.
    """

    action: int
    visits: int | None = None
    prior: float | None = None
    value: float | None = None


@dataclass(frozen=True)
class Progress:
    """The state of a search while it runs.

    ``lines`` are the best moves, best first; empty if the player has none yet. ``moves`` and
    ``depth`` are as in Decision. Nodes are counted over all threads.
    """

    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    sims: int = 0
    depth: int = 0
    moves: tuple[Candidate, ...] = ()


class Stats(TypedDict):
    """What a player tells of its search; all keys are always there.

    - ``nodes``: positions visited, over all threads, and ``seconds`` of the search;
    - ``depth``: plies searched in full; ``selective_depth``: the deepest ply that was searched,
      if the search counts it, else 0;
    - ``sims``: simulations of a Monte-Carlo search, else 0;
    - ``proven``: "win", "loss" or "draw" for the player to move, if that is certain, else None.
    """

    nodes: int
    depth: int
    selective_depth: int
    sims: int
    seconds: float
    proven: Proven | None


def search_stats(
    *,
    nodes: int = 0,
    depth: int = 0,
    selective_depth: int = 0,
    sims: int = 0,
    seconds: float = 0.0,
    proven: Proven | None = None,
) -> Stats:
    """The stats of a search; what is not given is 0 or not known.

    >>> search_stats(nodes=9)["proven"] is None
    True
    """
    return {
        "nodes": nodes,
        "depth": depth,
        "selective_depth": selective_depth,
        "sims": sims,
        "seconds": seconds,
        "proven": proven,
    }


@dataclass(frozen=True)
class Decision:
    """The move that a player chose, and the result of its search.

    ``value`` is for the player to move, in [-1, 1]; None from a player without an evaluation.
    ``lines`` are the best moves, best first, from a player that searches several.

    ``moves`` are the moves that the search knows something about, best first: all moves at the root
    of a Monte-Carlo search, or those with exact values, not only bounds. Of moves that are equal by
    a symmetry of the board there may be only one, as in ``policy``.
    """

    action: int
    value: float | None = None
    policy: Mapping[int, float] = field(default_factory=dict)
    pv: tuple[int, ...] = ()
    stats: Stats = field(default_factory=search_stats)
    lines: tuple[Line, ...] = ()
    moves: tuple[Candidate, ...] = ()

    def __post_init__(self) -> None:
        # Players of others may leave keys out.
        if isinstance(self.stats, dict) and not self.stats.keys() >= Stats.__required_keys__:
            object.__setattr__(self, "stats", {**search_stats(), **self.stats})

    @property
    def speed(self) -> float:
        """Positions visited in a second; 0 if not known."""
        nodes, seconds = self.stats["nodes"], self.stats["seconds"]
        return nodes / seconds if seconds > 0 else 0.0

    def show(self, state: State) -> HtmlView:
        """The decision on the board of its state, for a notebook: a heat map and a table.

        A decision does not keep its state, which a search may meet a million times.

        >>> import inarow
        >>> state = inarow.load_game("tictactoe").state_from("b2")
        >>> shown = inarow.load_player("mcts", state.game, seed=1).act(state).show(state)
        >>> "<svg" in shown.html and "<table" in shown.html
        True
        """
        from inarow.decision_html import HtmlView, decision_html  # noqa: PLC0415 (it imports us)

        return HtmlView(decision_html(self, state))

    def _repr_html_(self) -> str:
        """The table alone, with the numbers of actions; ``show`` has names and a board."""
        from inarow.decision_html import decision_html  # noqa: PLC0415 (as above)

        return decision_html(self)


def win_probability(value: float) -> float:
    """The expected points of a value, from 0 to 1; a draw is half of a win.

    >>> win_probability(-1), win_probability(0), win_probability(0.24)
    (0.0, 0.5, 0.62)
    """
    return (1 + value) / 2


class Player(ABC):
    """Chooses moves. A player needs ``act``; all else has a default.

    Players are context managers, which close them at the end:

        with inarow.load_player("engine", game) as player:
            decision = player.act(state, inarow.Limits(time=1))
    """

    version: str = ""
    """Name and version of a program behind the player; empty if it is a part of inarow."""

    note: str = ""
    """What whoever plays with it should know, in one sentence; empty if there is nothing."""

    is_timed: bool = False
    """Whether it measures its time itself: a game clock then uses ``stats["seconds"]``."""

    @abstractmethod
    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Choose a legal action in a state that is not terminal; the state must not change."""

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        thorough: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Decision:
        """Choose like ``act``, and tell more if the player can.

        ``lines`` are the best lines to search, ``thorough`` uses the time even if there is only one
        reasonable move, and ``on_progress`` is called from this thread while the player searches.
        """
        return self.act(state, limits)

    def log_protocol(self, log: LogLine) -> None:  # noqa: B027 (nothing to do is a proper default)
        """Pass every line that is exchanged with a program behind the player to ``log``."""

    def stop(self) -> None:  # noqa: B027
        """Make a running ``act`` answer now, if it can; may be called from any thread."""

    def close(self) -> None:  # noqa: B027
        """Release what the player holds, such as a process."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@runtime_checkable
class Actor(Protocol):
    """The least that a player of somebody else must have."""

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """As Player.act."""


@runtime_checkable
class _Stoppable(Protocol):
    def stop(self) -> None: ...


@runtime_checkable
class _Closable(Protocol):
    def close(self) -> None: ...


class _Wrapped(Player):
    """An actor with the defaults for what it does not have."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        return self._actor.act(state, limits)

    def stop(self) -> None:
        if isinstance(self._actor, _Stoppable) and callable(self._actor.stop):
            self._actor.stop()

    def close(self) -> None:
        if isinstance(self._actor, _Closable) and callable(self._actor.close):
            self._actor.close()


def check_turn(state: State, game: Game | None = None) -> None:
    """Refuse what no move can be chosen in; a player of one ``game`` refuses states of others.

    >>> check_turn(None)
    Traceback (most recent call last):
    ...
    inarow.errors.BadSpec: A player needs the state of a game to choose a move in, not None.
    """
    if not isinstance(state, State):
        raise BadSpec(f"A player needs the state of a game to choose a move in, not {state!r:.40}.")
    if game is not None and state.game != game:
        raise BadSpec(f"This player was made for {game}, not for {state.game}.")
    if state.is_terminal():
        raise GameOver(f"The game is over ({state.status()}): there is no move to choose.")


def as_player(actor: Actor) -> Player:
    """An actor as a player: itself, or with the defaults for what it does not have.

    >>> class First:
    ...     def act(self, state, limits=None):
    ...         return Decision(state.legal_actions()[0])
    >>> with as_player(First()) as player:
    ...     player.stop()
    """
    if isinstance(actor, Player):
        return actor
    if not isinstance(actor, Actor):
        raise BadSpec(f"{type(actor).__name__} is not a player: it has no method act.")
    return _Wrapped(actor)


def close_all(players: Iterable[Player | None]) -> None:
    """Release the resources of players, such as processes."""
    for player in players:
        if player is not None:
            player.close()

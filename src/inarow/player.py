"""The interface of players: a player gets a state and limits, and returns a decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from inarow.games import State


@dataclass(frozen=True)
class Limits:
    """The limits of a search for one move; None is no limit of that kind.

    ``left`` is for a game clock: the seconds for all remaining moves, this one included; each move
    adds ``increment``. ``most`` is for callers that divide a clock themselves: if a move is hard, a
    player that manages its time may use so many seconds instead of ``time``.
    """

    time: float | None = None
    nodes: int | None = None
    sims: int | None = None
    depth: int | None = None
    left: float | None = None
    increment: float = 0.0
    most: float | None = None


@dataclass(frozen=True)
class Line:
    """One of the best moves, with its value and a continuation.

    ``depth`` is the number of plies that were searched in full, ``selective_depth`` the deepest ply
    that was searched; ``proven`` is "win", "loss", "draw" or None.
    """

    value: float
    pv: tuple[int, ...]
    depth: int
    selective_depth: int
    proven: str | None = None


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


@dataclass(frozen=True)
class Decision:
    """The move that a player chose, and the result of its search.

    ``value`` is for the player to move, in [-1, 1]; None from a player without an evaluation.
    ``lines`` are the best moves, best first, from a player that searches several.

    ``moves`` are the moves that the search knows something about, best first: all moves at the root
    of a Monte-Carlo search, or those with exact values, not only bounds. Of moves that are equal by
    a symmetry of the board there may be only one, as in ``policy``.

    ``stats`` of the players that come with inarow has the keys

    - ``nodes``: positions visited, over all threads, and ``seconds`` of the search;
    - ``depth``: plies searched in full; ``selective_depth``: the deepest ply that was searched,
      if the search counts it, else 0;
    - ``sims``: simulations of a Monte-Carlo search, else 0;
    - ``proven``: "win", "loss" or "draw" for the player to move, if that is certain, else None.
    """

    action: int
    value: float | None = None
    policy: Mapping[int, float] = field(default_factory=dict)
    pv: tuple[int, ...] = ()
    stats: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    moves: tuple[Candidate, ...] = ()

    @property
    def speed(self) -> float:
        """Positions visited in a second; 0 if not known."""
        nodes, seconds = self.stats.get("nodes"), self.stats.get("seconds")
        if isinstance(nodes, int | float) and isinstance(seconds, int | float) and seconds > 0:
            return nodes / seconds
        return 0.0


def win_probability(value: float) -> float:
    """The expected points of a value, from 0 to 1; a draw is half of a win.

    >>> win_probability(-1), win_probability(0), win_probability(0.24)
    (0.0, 0.5, 0.62)
    """
    return (1 + value) / 2


class Player(Protocol):
    """An object that chooses moves."""

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Choose a legal action in a state that is not terminal; the state must not change."""


def close_all(players: Iterable[Player | None]) -> None:
    """Release the resources of players, such as processes."""
    for player in players:
        if close := getattr(player, "close", None):
            close()

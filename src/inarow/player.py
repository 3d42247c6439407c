"""What a player is: it is asked for a move in a state, within limits, and gives a decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from inarow.games import State


@dataclass(frozen=True)
class Limits:
    """How much a player may think about one move; None is no limit of that kind.

    ``left`` is for a game clock: the seconds left for all moves to come, this one included, with
    ``increment`` more after each move. ``most`` is for those who share out a clock themselves: if a
    move turns out hard, a player that manages its time may take that instead of ``time``.
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
    """One of the best moves, with what it is worth and how play may go on.

    ``depth`` is how many plies were searched in full, ``selective_depth`` the deepest ply that was
    looked at; ``proven`` is "win", "loss", "draw" or None.
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
    """What a player knows so far, while it thinks.

    ``lines`` are the best moves, best first, and empty from a player that has none yet; ``moves``
    and ``depth`` are as in Decision. Nodes are of all threads.
    """

    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    sims: int = 0
    depth: int = 0
    moves: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Decision:
    """What a player chose and what it thought.

    ``value`` is for the player to move, in [-1, 1], and None from a player that has no opinion.
    ``lines`` are the best moves, best first, from a player that can tell several.

    ``moves`` are those of which the player can tell something, best first: all that a Monte-Carlo
    search has at its root, or those whose values are certain to be no mere bounds. Of moves that a
    symmetry of the board turns into each other, there may be only one, as in ``policy``.

    ``stats`` of the players that come with inarow has the keys

    - ``nodes``: positions visited, of all threads, and ``seconds`` that it took;
    - ``depth``: plies searched in full; ``selective_depth``: the deepest ply that was looked at,
      where the search counts it, else 0;
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
        """Positions visited in a second; 0 if the player does not say."""
        nodes, seconds = self.stats.get("nodes"), self.stats.get("seconds")
        if isinstance(nodes, int | float) and isinstance(seconds, int | float) and seconds > 0:
            return nodes / seconds
        return 0.0


def win_probability(value: float) -> float:
    """The points that a value promises, from 0 to 1; a draw is half of a win.

    >>> win_probability(-1), win_probability(0), win_probability(0.24)
    (0.0, 0.5, 0.62)
    """
    return (1 + value) / 2


class Player(Protocol):
    """Anything that can choose a move."""

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Choose a legal action in a state that is not over; the state stays as it is."""


def close_all(players: Iterable[Player | None]) -> None:
    """End what players hold on to, such as processes."""
    for player in players:
        if close := getattr(player, "close", None):
            close()

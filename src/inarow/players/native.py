"""Players whose search is in the C++ core: limits in, a decision out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from inarow import _core
from inarow.errors import BadSpec
from inarow.games import Game, State
from inarow.player import (
    Candidate,
    Decision,
    Limits,
    Line,
    Player,
    Progress,
    check_turn,
    search_stats,
)
from inarow.players.player_type import Maker
from inarow.spec import Value
from inarow.time_manager import longest_state_time, state_time

SearchMaker = Callable[..., _core.Search]
"""Of the core: takes a start state, a seed and the options of the search by name."""

CoreLimits = tuple[float | None, int | None, int | None, int | None]
"""Seconds, nodes, simulations, depth; None is no limit of that kind."""

DEFAULT_TIME = 1.0
"""Seconds for a move when nobody has said how long to think."""


class NativePlayer(Player):
    """A search of the core behind the interface of all players."""

    def __init__(
        self, game: Game, search: _core.Search, *, sims: int | None = None, note: str = ""
    ) -> None:
        self._game = game
        self.note = note
        self.search = search
        self._sims = sims

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Search until the first limit is reached.

        Of a game clock it takes a share. Without a limit, a Monte-Carlo search runs its own number
        of simulations, and others get a second.
        """
        return self.analyse(state, limits)

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        thorough: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Decision:
        """Search like ``act``, for the best ``lines`` moves if the search can tell them apart.

        Of the players, ``engine`` can, on ultimate and in five in a row from 8 x 8 up. It answers
        early when a move must be made anyway, unless it is asked to be ``thorough``.

        ``on_progress`` is called from this thread some 20 times a second, and for each depth that a
        search has completed; what it raises ends the search. It does not change what is found.
        """
        if lines < 1:
            raise BadSpec(f"{lines} lines cannot be shown: ask for at least 1.")
        check_turn(state, self._game)
        given = limits or Limits()
        found = self.search.decide(
            state,
            *self.core_limits(state, given),
            most_seconds=self._most_seconds(state, given),
            lines=lines,
            thorough=thorough,
            listener=None if on_progress is None else lambda found: on_progress(_progress(found)),
        )
        return Decision(
            action=found["action"],
            value=found["value"],
            policy=dict(found["policy"]),
            pv=tuple(found["pv"]),
            stats=search_stats(
                nodes=found["nodes"],
                depth=found["depth"],
                selective_depth=found["selective_depth"],
                sims=found["sims"],
                seconds=found["seconds"],
                proven=found["proven"],
            ),
            lines=_lines(found["lines"]),
            moves=_candidates(found["moves"]),
        )

    def core_limits(self, state: State, given: Limits) -> CoreLimits:
        """Limits of one move in a state as this player's search understands them."""
        sims, time, nodes = given.sims, given.time, given.nodes
        if given.left is not None:
            share = state_time(state, given.left, given.increment)
            time = share if time is None else min(time, share)
        if self._sims is None and sims is not None:
            # A search without simulations takes their number as one of nodes.
            nodes = sims if nodes is None else min(nodes, sims)
            sims = None
        if sims is None and time is None and nodes is None:
            sims = self._sims
            if sims is None and given.depth is None:
                time = DEFAULT_TIME
        return time, nodes, sims, given.depth

    def _most_seconds(self, state: State, given: Limits) -> float:
        """What a search that manages its time may take of a game clock; 0 without one."""
        if given.left is None:
            return given.most or 0.0
        most = longest_state_time(state, given.left, given.increment)
        return min(limit for limit in (most, given.time, given.most) if limit is not None)

    def stop(self) -> None:
        """Make a running search answer now; may be called from any thread."""
        self.search.stop()


def native(make: SearchMaker) -> Maker:
    """A maker of players from a function of the core: parameters are the options of the search.

    A parameter ``sims`` is the player's own: its number of simulations when no limit is given.
    """

    def make_player(game: Game, seed: int, values: dict[str, Value]) -> Player:
        options = dict(values)
        sims = cast("int | None", options.pop("sims", None))
        return NativePlayer(game, make(game.new_initial_state(), seed, **options), sims=sims)

    return make_player


def _lines(found: list[dict[str, Any]]) -> tuple[Line, ...]:
    return tuple(Line(**{**line, "pv": tuple(line["pv"])}) for line in found)


def _candidates(found: list[tuple[Any, ...]]) -> tuple[Candidate, ...]:
    return tuple(map(Candidate._make, found))


def _progress(found: dict[str, Any]) -> Progress:
    return Progress(
        **{**found, "lines": _lines(found["lines"]), "moves": _candidates(found["moves"])}
    )

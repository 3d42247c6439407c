"""A search, bot or policy of OpenSpiel behind the interface of all players.

The position is set up anew in OpenSpiel for every move, from the moves of ours.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import cast

from inarow.errors import BadSpec
from inarow.games import Game, State
from inarow.player import Decision, Limits, Player, Stats, check_turn, search_stats
from inarow.players.guard import GuardedPlayer
from inarow.players.openspiel_rules import is_split, openspiel_state, our_action
from inarow.players.openspiel_search import (
    AlphaBeta,
    AnyBot,
    AnyPolicy,
    Bot,
    EachSide,
    Found,
    Mcts,
    Policy,
    Search,
)
from inarow.spec import Value
from inarow.time_manager import state_time

_SEARCHES = {"mcts": Mcts, "alphabeta": AlphaBeta}
"""By the names of ``openspiel.SEARCHES``."""


def search_player(game: Game, seed: int, values: Mapping[str, Value]) -> Player:
    """One of OpenSpiel's own searches."""
    return OpenSpielPlayer(game, _SEARCHES[cast(str, values["bot"])](game, seed, values))


def bot_player(bot: Bot | Policy | Sequence[Bot | Policy], game: Game) -> Player:
    """Somebody's bot or policy, or one for each side."""
    if isinstance(bot, list | tuple) and len(bot) == 2:
        search: Search = EachSide(_search(bot[0]), _search(bot[1]))
    else:
        search = _search(bot)
    return GuardedPlayer(search.name, OpenSpielPlayer(game, search))


def _search(bot: object) -> Search:
    if isinstance(bot, Bot):
        return AnyBot(bot)
    if isinstance(bot, Policy):
        return AnyPolicy(bot)
    raise BadSpec(f"{type(bot).__name__} is neither a bot nor a policy of OpenSpiel.")


class OpenSpielPlayer(Player):
    """A search of OpenSpiel behind the interface of all players."""

    def __init__(self, game: Game, search: Search) -> None:
        self._game = game
        self._search = search

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Set the position up in OpenSpiel, and search there."""
        check_turn(state, self._game)
        start = time.perf_counter()
        theirs = openspiel_state(state)
        each = self._limits_of_action(state, limits or Limits())
        found = [self._search.find(theirs, each)]
        if is_split(state):
            theirs.apply_action(found[0].action)
            found.append(self._search.find(theirs, each))
        stats = search_stats(
            nodes=sum(part.nodes for part in found),
            sims=sum(part.sims for part in found),
            depth=found[-1].depth,
            seconds=time.perf_counter() - start,
            proven=found[-1].proven,
        )
        return _decision(state, found, stats)

    def stop(self) -> None:
        """Stop the search, if it can be."""
        self._search.stop()

    def _limits_of_action(self, state: State, given: Limits) -> Limits:
        """The limits of each of OpenSpiel's actions: a free choice in ultimate takes two."""
        seconds = given.time
        if given.left is not None:
            share = state_time(state, given.left, given.increment)
            seconds = share if seconds is None else min(seconds, share)
        parts = 2 if is_split(state) else 1
        return Limits(
            time=None if seconds is None else seconds / parts,
            nodes=None if given.nodes is None else given.nodes // parts,
            sims=None if given.sims is None else given.sims // parts,
            depth=given.depth,
        )


def _decision(state: State, found: list[Found], stats: Stats) -> Decision:
    """What the last search found, in our actions."""
    before, last = [part.action for part in found[:-1]], found[-1]
    action = our_action(state, [*before, last.action])
    return Decision(
        action,
        last.value,
        policy={our_action(state, [*before, each]): share for each, share in last.policy.items()},
        pv=(action,),
        stats=stats,
        moves=tuple(
            each._replace(action=our_action(state, [*before, each.action])) for each in last.moves
        ),
    )

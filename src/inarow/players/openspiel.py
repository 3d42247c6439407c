"""``openspiel``: the searches of OpenSpiel as players, and any bot or policy of it.

``openspiel:bot=mcts,sims=1000`` is its Monte-Carlo tree search with random rollouts, in C++;
``openspiel:bot=alphabeta,depth=4`` its alpha-beta search, in Python and without an evaluation.
``openspiel_player`` makes a player of any bot or policy object, also of those with a network.
The position is set up anew in OpenSpiel for every move, from the moves of ours.

What it cannot do: play by rules that OpenSpiel does not have (exactly k in a row, the tie-break of
ultimate), or stop anything but ``alphabeta`` before its limit.

Paper: Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games, 2019.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from inarow.errors import BadSpec
from inarow.games import Game, State
from inarow.player import Decision, Limits, Player, Stats, check_turn, search_stats
from inarow.players.guard import GuardedPlayer, guarded
from inarow.players.openspiel_rules import is_split, openspiel_name, openspiel_state, our_action
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
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value
from inarow.time_manager import state_time

SEARCHES = {"mcts": Mcts, "alphabeta": AlphaBeta}


def openspiel_player(bot: Bot | Policy | Sequence[Bot | Policy], game: Game) -> Player:
    """A player whose moves a bot of OpenSpiel chooses, or a policy: its most probable action.

    Many bots are made for one side: then give two, the first player's first. They get no limits,
    and are told of the moves of the other player.

    >>> import inarow, pyspiel
    >>> game = inarow.load_game("tictactoe")
    >>> bots = [pyspiel.make_uniform_random_bot(side, 1) for side in (0, 1)]
    >>> openspiel_player(bots, game).act(game.new_initial_state()).action in range(9)
    True
    """
    if openspiel_name(game) is None:
        raise BadSpec(OPENSPIEL.refusal(game))
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


def _make(game: Game, seed: int, values: dict[str, Value]) -> Player:
    return OpenSpielPlayer(game, SEARCHES[cast(str, values["bot"])](game, seed, values))


OPENSPIEL = PlayerType(
    "openspiel",
    "a search of OpenSpiel, on the games that OpenSpiel has",
    (
        Parameter("bot", "mcts", "its search: mcts or alphabeta", choices=tuple(SEARCHES)),
        Parameter("sims", 1000, "simulations of mcts, if no limit is given", 2, 10**9),
        Parameter("c", 2.0, "how much mcts explores", 0.0, 100.0),
        Parameter("mb", 256, "memory of mcts in MB", 1, 65536),
        Parameter("depth", 30, "the most plies of alphabeta", 1, 400),
    ),
    guarded("openspiel", _make),
    lambda game: openspiel_name(game) is not None,
    runs_program=True,  # code of another package, which the web app cannot stop
)

"""The searches, bots and policies of OpenSpiel: each chooses an action in a state of OpenSpiel."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast, runtime_checkable

from inarow.errors import PlayerFailed
from inarow.games import Game
from inarow.player import Candidate, Limits, Proven
from inarow.players.openspiel_rules import Theirs, load_openspiel_game
from inarow.protocols.record import End
from inarow.spec import Value

DEFAULT_TIME = 1.0
"""Seconds of alpha-beta for a move without any limit."""

MOST_SIMS = 2**31 - 1
"""An int of OpenSpiel."""


@dataclass(frozen=True)
class Found:
    """An action of OpenSpiel that was chosen, and what is known of it and of others."""

    action: int
    value: float | None = None
    moves: tuple[Candidate, ...] = ()
    """The chosen one first, then the most visited; the actions are OpenSpiel's."""
    policy: Mapping[int, float] = field(default_factory=dict)
    nodes: int = 0
    sims: int = 0
    depth: int = 0
    proven: Proven | None = None


class Search(ABC):
    """Chooses actions of OpenSpiel."""

    name: str = "openspiel"
    """For messages."""

    @abstractmethod
    def find(self, theirs: Theirs, limits: Limits) -> Found:
        """Choose an action; of the limits, those of time, nodes, simulations and depth count."""

    def stop(self) -> None:  # noqa: B027 (most cannot)
        """Make a running search answer now, if it can."""


class Mcts(Search):
    """OpenSpiel's MCTSBot in C++, with random rollouts; proven results are backed up."""

    def __init__(self, game: Game, seed: int, values: Mapping[str, Value]) -> None:
        self._game = load_openspiel_game(game)
        self._random = random.Random(seed)
        self._sims, self._c = cast(int, values["sims"]), cast(float, values["c"])
        self._megabytes = cast(int, values["mb"])

    def find(self, theirs: Theirs, limits: Limits) -> Found:
        """Search until the number of simulations or the time is reached."""
        import pyspiel  # noqa: PLC0415 (an extra, and large)

        given = [limit for limit in (limits.sims, limits.nodes) if limit is not None]
        sims = min([*given, MOST_SIMS]) if given or limits.time is not None else self._sims
        bot = pyspiel.MCTSBot(
            self._game,
            pyspiel.RandomRolloutEvaluator(1, self._random.getrandbits(31)),
            self._c,
            max(2, sims),  # the first one only makes the root
            self._megabytes,
            True,  # solve: back up proven results
            self._random.getrandbits(31),
            False,  # not verbose
            max_wall_clock_time=-1.0 if limits.time is None else max(limits.time, 0.001),
        )
        root, mover = bot.mcts_search(theirs), theirs.current_player()
        if not root.children:  # the time was too short for a second simulation
            return Found(self._random.choice(theirs.legal_actions()), nodes=1, sims=1)
        best = root.best_child()
        visited = [child for child in root.children if child.explore_count]
        total = sum(child.explore_count for child in visited)
        visited.sort(key=lambda child: (child.action != best.action, -child.explore_count))
        return Found(
            best.action,
            _mean_reward(best, mover),
            tuple(
                Candidate(child.action, child.explore_count, value=_mean_reward(child, mover))
                for child in visited
            ),
            {child.action: child.explore_count / total for child in visited},
            nodes=root.explore_count,
            sims=root.explore_count,
            proven=_proven(best.outcome[mover]) if best.outcome else None,
        )


def _mean_reward(child: Any, mover: int) -> float | None:
    """The value of a child of the root for the player who moves there."""
    if child.outcome:
        return float(child.outcome[mover])
    return child.total_reward / child.explore_count if child.explore_count else None


class _Interrupted(Exception):
    """A limit was reached, or the search was stopped."""


class AlphaBeta(Search):
    """OpenSpiel's alpha_beta_search, one ply deeper at a time.

    It has no limits of its own, but asks for the value of every position at its depth: there we
    count, and end it. Such positions count as draws, for it has no evaluation.
    """

    def __init__(self, game: Game, seed: int, values: Mapping[str, Value]) -> None:
        self._game = load_openspiel_game(game)
        self._depth = cast(int, values["depth"])
        self._stopped = False

    def find(self, theirs: Theirs, limits: Limits) -> Found:
        """Search until a result is proven or a limit is reached."""
        from open_spiel.python.algorithms import minimax  # noqa: PLC0415

        self._stopped = False
        seconds = limits.time
        if seconds is None and limits.nodes is None and limits.depth is None:
            seconds = DEFAULT_TIME
        end = None if seconds is None else time.monotonic() + seconds
        nodes = 0

        def leaf_value(state: Theirs) -> float:
            nonlocal nodes
            nodes += 1
            late = end is not None and time.monotonic() > end
            if self._stopped or late or (limits.nodes is not None and nodes >= limits.nodes):
                raise _Interrupted
            return 0.0

        best = Found(theirs.legal_actions()[0])
        deepest = min(self._depth, self._game.max_game_length())
        if limits.depth is not None:
            deepest = max(1, min(deepest, limits.depth))
        for depth in range(1, deepest + 1):
            before = nodes
            try:
                value, action = minimax.alpha_beta_search(
                    self._game, state=theirs, value_function=leaf_value, maximum_depth=depth
                )
            except _Interrupted:
                break
            is_proven = value != 0 or nodes == before
            if value < 0 and depth > 1:  # all moves lose: that of the last depth, not so soon
                action = best.action
            best = Found(action, depth=depth)
            if is_proven:
                known = Candidate(action, value=value)
                best = replace(best, value=value, moves=(known,), proven=_proven(value))
                break
        return replace(best, nodes=nodes)

    def stop(self) -> None:
        """Make a running search answer now."""
        self._stopped = True


def _proven(value: float) -> Proven:
    return "draw" if value == 0 else "win" if value > 0 else "loss"


@runtime_checkable
class Bot(Protocol):
    """The part of ``pyspiel.Bot`` that is used."""

    def step(self, state: Theirs, /) -> int: ...
    def restart(self) -> None: ...
    def inform_action(self, state: Theirs, player: int, action: int, /) -> None: ...


class AnyBot(Search):
    """Somebody's bot, which is told of all moves that it has not made itself."""

    def __init__(self, bot: Bot) -> None:
        self.name = type(bot).__name__
        self._bot = bot
        self._known: list[int] | None = None
        """The actions that it knows; None before the first game."""

    def find(self, theirs: Theirs, limits: Limits) -> Found:
        """Ask the bot; it gets no limits."""
        history, known = theirs.history(), self._known
        if known is None or history[: len(known)] != known:
            self._bot.restart()
            known = []
        position = theirs.get_game().new_initial_state()
        for number, action in enumerate(history):
            if number >= len(known):
                self._bot.inform_action(position, position.current_player(), action)
            position.apply_action(action)
        chosen = int(self._bot.step(theirs.clone()))
        if chosen not in theirs.legal_actions():
            self._known = None
            raise PlayerFailed(
                End.ILLEGAL, f"{self.name} answered {chosen}, which is not a legal action."
            )
        self._known = [*history, chosen]
        return Found(chosen)


@runtime_checkable
class Policy(Protocol):
    """The part of ``open_spiel.python.policy.Policy`` that is used."""

    def action_probabilities(
        self, state: Theirs, player_id: int | None = None
    ) -> Mapping[int, float]: ...


class AnyPolicy(Search):
    """Somebody's policy: the most probable action, of equal ones the first."""

    def __init__(self, policy: Policy) -> None:
        self.name = type(policy).__name__
        self._policy = policy

    def find(self, theirs: Theirs, limits: Limits) -> Found:
        """Ask the policy; it gets no limits."""
        found = self._policy.action_probabilities(theirs.clone(), theirs.current_player())
        shares = {int(action): float(share) for action, share in found.items()}
        action = max(theirs.legal_actions(), key=lambda each: shares.get(each, 0.0))
        return Found(action, policy={each: share for each, share in shares.items() if share > 0})


class EachSide(Search):
    """A search for each side."""

    def __init__(self, first: Search, second: Search) -> None:
        self.name = first.name
        self._sides = (first, second)

    def find(self, theirs: Theirs, limits: Limits) -> Found:
        """Let the one of the player to move choose."""
        return self._sides[theirs.current_player()].find(theirs, limits)

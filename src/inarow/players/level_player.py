"""The player of a level: any player, within the level's limits, whose games differ by their seeds.

Searches without random numbers would play the same game again and again. Two things change that:

- each game is played on a board that is turned or reflected, by the seed (see turned.py);
- a level may have a ``Variety``: it plays one of the moves that are nearly as good as the best, all
  equally likely. A tree search has values and visits of all moves. Of other players, the
  alternatives are the cells that greedy scores highly, in games of k in a row, else the moves that
  the player's network thinks likely. Some of them, drawn at random, and the best move are valued by
  the player itself: it searches the position after each.

A choice depends on the seed and the position, not on earlier moves. So another object with the same
seed continues a game as this one would, unless time limits a search or tables of earlier ones help.

No variety where it would be a mistake: a proven win is played, in a decided position the best move,
and against k - 1 in a row greedy scores no other cell nearly as highly as those that stop it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple, TypeVar

from inarow import _core
from inarow.games import Game, State, mnk
from inarow.player import Candidate, Decision, Limits, Player, Progress, Stats, search_stats
from inarow.players.levels import Variety
from inarow.players.native import native
from inarow.players.turned import TurnedPlayer
from inarow.players.wrapper import PlayerWrapper

T = TypeVar("T", int, float)

PROBES = 3
"""Alternatives that are valued, besides the best move."""

FIRST_SHARE = 0.3
"""The share on an empty board, where greedy scores the distance to the middle: the cells next to it
are alternatives."""

DECIDED = 0.9
"""From this value up, for either side, only the best move is played."""

CLOCK_PART = 20
"""The part of a game clock that all searches for a move may use together."""


class LevelPlayer(PlayerWrapper):
    """A player with the limits of a level besides those that are given."""

    def __init__(
        self, player: Player, game: Game, seed: int, limits: Limits, variety: Variety | None = None
    ) -> None:
        super().__init__(TurnedPlayer.by_seed(player, game, seed))
        self._seed = seed
        self._limits = limits
        self._variety = variety
        is_rows = game.kind == mnk.KIND
        self._greedy = native(_core.greedy)(game, seed, {}) if variety and is_rows else None
        self._stopped = False

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Let the player choose; the limit that is reached first counts."""
        self._stopped = False
        given = limits or Limits()
        return self._vary(state, self._player.act(state, within(given, self._limits)), given)

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        thorough: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Decision:
        """Let the player choose and tell, within the same limits."""
        self._stopped = False
        given = limits or Limits()
        best = self._player.analyse(
            state,
            within(given, self._limits),
            lines=lines,
            thorough=thorough,
            on_progress=on_progress,
        )
        return self._vary(state, best, given)

    def stop(self) -> None:
        """Stop the player; no more alternatives are valued."""
        self._stopped = True
        super().stop()

    def _vary(self, state: State, best: Decision, given: Limits) -> Decision:
        """The decision, or one for another move that is as good."""
        variety = self._variety
        if variety is None or not _is_open(best):
            return best
        random = Random(f"{self._seed}/{state.key()}")
        if best.moves and best.moves[0].visits is not None:
            return _playing(best, random.choice(_near_by_visits(best, variety)))
        if best.value is not None:
            return self._vary_by_probes(state, best, variety, given, random)
        # A player without values; or a search that ended too early for one, and has no policy.
        likely = _likely(best.policy, state, variety.share)
        action = random.choice(sorted(likely)) if likely else best.action
        return _playing(best, Candidate(action, prior=best.policy.get(action)))

    def _vary_by_probes(
        self, state: State, best: Decision, variety: Variety, given: Limits, random: Random
    ) -> Decision:
        if self._greedy is not None:
            policy = self._greedy.act(state).policy
        else:
            policy = {move.action: move.prior or 0.0 for move in best.moves}
        likely = _likely(policy, state, variety.share)
        others = [action for action in likely if action != best.action]
        drawn = random.sample(others, min(PROBES, len(others)))
        if not drawn or not _allow(given, best.stats, 2 + len(drawn)):
            return best
        probes: list[Probe] = []
        for action in (best.action, *drawn):
            probe = self._probe(state, action, within(given, self._limits))
            if self._stopped or (probe is None and not probes):
                return best  # nothing can be compared with it
            if probe is not None:
                probes.append(probe)
        least = max(probe.value for probe in probes) - variety.near
        chosen = random.choice([probe for probe in probes if probe.value >= least])
        return _playing_probed(best, chosen, probes)

    def _probe(self, state: State, action: int, limits: Limits) -> Probe | None:
        """Value a move by a search of the position after it; None if that has no value."""
        if self._stopped:
            return None
        after = state.child(action)
        if after.is_terminal():
            return Probe(action, after.player_return(state.current_player()))
        answer = self._player.act(after, limits)
        if answer.value is None:
            return None
        return Probe(action, -answer.value, answer.pv, answer.stats)


class Probe(NamedTuple):
    """A move and what a search of the position after it found; the value is for the mover."""

    action: int
    value: float
    pv: tuple[int, ...] = ()
    stats: Stats = search_stats()


def _is_open(best: Decision) -> bool:
    """Whether another move might be as good."""
    if best.stats["proven"] in ("win", "loss"):
        return False
    return best.value is None or abs(best.value) < DECIDED


def _likely(policy: Mapping[int, float], state: State, share: float) -> list[int]:
    """The actions with at least a share of the highest probability."""
    least = max(policy.values(), default=0.0) * (share if state.move_number() else FIRST_SHARE)
    return [action for action, probability in policy.items() if probability >= least]


def _near_by_visits(best: Decision, variety: Variety) -> list[Candidate]:
    """The moves that a tree search prefers, nearly as much as the best."""
    top = best.moves[0]
    visits, value = variety.share * (top.visits or 0), (top.value or 0.0) - variety.near
    return [
        move
        for move in best.moves
        if move is top
        or (move.visits is not None and move.visits >= visits and (move.value or 0.0) >= value)
    ]


def _allow(given: Limits, stats: Stats, searches: int) -> bool:
    """Whether limits allow as many searches for one move, each like that of these stats."""
    left = None if given.left is None else given.left / CLOCK_PART
    return all(
        limit is None or searches * used <= limit
        for used, limit in (
            (stats["seconds"], given.time),
            (stats["seconds"], left),
            (stats["nodes"], given.nodes),
            (stats["nodes"], given.sims),  # which they take as nodes
        )
    )


def _playing(best: Decision, chosen: Candidate) -> Decision:
    """A decision for one of the moves that the search knows, which then comes first."""
    if chosen.action == best.action:
        return best
    others = (move for move in best.moves if move.action != chosen.action)
    return replace(
        best,
        action=chosen.action,
        value=chosen.value,
        pv=(chosen.action,),
        lines=(),
        moves=(chosen, *others),
    )


def _playing_probed(best: Decision, chosen: Probe, probes: list[Probe]) -> Decision:
    """A decision for one of the moves that were valued, with the cost of all searches."""
    stats = best.stats.copy()
    for probe in probes:
        stats["nodes"] += probe.stats["nodes"]
        stats["seconds"] += probe.stats["seconds"]
    if chosen.action == best.action:
        return replace(best, stats=stats)
    ranked = sorted(probes, key=lambda probe: probe.value, reverse=True)
    moves = tuple(Candidate(probe.action, value=probe.value) for probe in ranked)
    varied = _playing(
        replace(best, moves=moves, policy={}, stats=stats),
        Candidate(chosen.action, value=chosen.value),
    )
    return replace(varied, pv=(chosen.action, *chosen.pv))


def within(given: Limits, level: Limits) -> Limits:
    """Limits that keep both.

    >>> limits = within(Limits(time=5.0), Limits(sims=100))
    >>> limits.time, limits.sims
    (5.0, 100)
    """

    def least(*limits: T | None) -> T | None:
        return min((limit for limit in limits if limit is not None), default=None)

    return replace(
        given,
        time=least(given.time, level.time),
        nodes=least(given.nodes, level.nodes),
        sims=least(given.sims, level.sims),
        depth=least(given.depth, level.depth),
    )

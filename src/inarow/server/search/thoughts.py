"""A player's answer, or how far it is, as a ``Thought``: the one shape that is stored and sent.

However much a player says, a thought is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inarow.player import Candidate, Decision, Line, Progress, win_probability
from inarow.server.schema import search as schema

MOST_CANDIDATES = 20
"""Candidates of a thought; a heat map of more cannot be read."""

MOST_PV = 20
"""Moves of a line; nobody follows more ghost stones."""

DIGITS = 5
"""After the point, of values and shares: more is noise, and messages should be small."""


def thought_of(spec: str, ply: int, decision: Decision) -> schema.Thought:
    """What a player decided, after ``ply`` moves."""
    stats = decision.stats
    return schema.Thought.model_validate(
        {
            "player": spec,
            "ply": ply,
            "action": decision.action,
            "value": _rounded(decision.value),
            "win": _win(decision.value),
            "proven": stats["proven"],
            "depth": stats["depth"],
            "selective_depth": stats["selective_depth"],
            "nodes": stats["nodes"],
            "sims": stats["sims"],
            "seconds": round(stats["seconds"], DIGITS),
            "speed": round(decision.speed, 1),
            "pv": list(decision.pv[:MOST_PV]),
            "lines": _lines(decision.lines),
            "candidates": _decided_candidates(decision),
        }
    )


def thought_so_far(spec: str, ply: int, progress: Progress) -> schema.Thought:
    """What a player that still searches knows, after ``ply`` moves."""
    best = progress.lines[0] if progress.lines else None
    return schema.Thought.model_validate(
        {
            "player": spec,
            "ply": ply,
            "value": _rounded(best.value) if best else None,
            "win": _win(best.value) if best else None,
            "proven": best.proven if best else None,
            "depth": best.depth if best else progress.depth,
            "selective_depth": best.selective_depth if best else 0,
            "nodes": progress.nodes,
            "sims": progress.sims,
            "seconds": round(progress.seconds, DIGITS),
            "speed": round(progress.nodes / progress.seconds, 1) if progress.seconds > 0 else 0.0,
            "pv": list(best.pv[:MOST_PV]) if best else [],
            "lines": _lines(progress.lines),
            "candidates": _candidates(progress.moves, _shares_of_visits(progress.moves)),
        }
    )


def _decided_candidates(decision: Decision) -> list[dict[str, Any]]:
    """What is known of actions; of a player that has only a policy, that."""
    policy = decision.policy
    if decision.moves or not policy:
        return _candidates(decision.moves, policy)
    best = sorted(policy, key=policy.__getitem__, reverse=True)
    if len(best) > MOST_CANDIDATES and policy[best[0]] == policy[best[-1]]:
        best = []  # all are alike, and some of them would look like the best
    return _candidates([Candidate(action) for action in best[:MOST_CANDIDATES]], policy)


def _shares_of_visits(moves: Sequence[Candidate]) -> Mapping[int, float]:
    visits = sum(move.visits or 0 for move in moves)
    return {move.action: (move.visits or 0) / visits for move in moves} if visits else {}


def _candidates(moves: Sequence[Candidate], shares: Mapping[int, float]) -> list[dict[str, Any]]:
    """The first of these as ``schema.search.Candidate``."""
    return [
        {
            "action": move.action,
            "share": _rounded(shares.get(move.action)),
            "visits": move.visits,
            "prior": _rounded(move.prior),
            "value": _rounded(move.value),
        }
        for move in moves[:MOST_CANDIDATES]
    ]


def _lines(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """These as ``schema.search.LineView``."""
    return [
        {
            "value": _rounded(line.value),
            "pv": list(line.pv[:MOST_PV]),
            "depth": line.depth,
            "selective_depth": line.selective_depth,
            "proven": line.proven,
        }
        for line in lines
    ]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _win(value: float | None) -> float | None:
    return None if value is None else round(win_probability(value), DIGITS)

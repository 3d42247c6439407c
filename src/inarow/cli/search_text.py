"""The result of a search as text, for ``analyse``, ``play`` and the messages of ``engine``."""

from __future__ import annotations

from inarow.games import Game
from inarow.player import Decision, Progress, Proven, search_stats, win_probability

SHOWN_MOVES = 10
"""Moves of a line that are shown; more are hard to read."""


def percent(value: float | None, proven: Proven | None = None) -> str:
    """A value as the chance to win, or the proven result.

    >>> percent(0.24), percent(1.0, "win"), percent(None)
    ('62 %', 'win', '')
    """
    if proven:
        return proven
    return "" if value is None else f"{100 * win_probability(value):.0f} %"


def depth_text(depth: int, selective_depth: int) -> str:
    """Depth and selective depth.

    >>> depth_text(12, 27), depth_text(6, 0), depth_text(0, 0)
    ('12/27', '6', '')
    """
    return f"{depth}/{selective_depth}" if selective_depth else str(depth or "")


def count_text(number: float) -> str:
    """A large number in short form.

    >>> count_text(812), count_text(81_234), count_text(1_234_567)
    ('812', '81k', '1.2M')
    """
    if number >= 1_000_000:
        return f"{number / 1_000_000:.1f}M"
    return f"{number / 1000:.0f}k" if number >= 10_000 else f"{number:.0f}"


def line_text(game: Game, pv: tuple[int, ...]) -> str:
    """The first moves of a line."""
    moves = " ".join(game.action_to_string(action) for action in pv[:SHOWN_MOVES])
    return moves + (" …" if len(pv) > SHOWN_MOVES else "")


def decision_text(decision: Decision, line: str) -> str:
    """A decision in one line; ``line`` is the text of its line of play.

    >>> stats = search_stats(depth=12, selective_depth=27, nodes=812_000, seconds=0.7)
    >>> decision_text(Decision(112, 0.24, stats=stats), "h8 i9")
    '62 %, depth 12/27, 812k nodes, 1.2M nodes/s, line h8 i9'
    """
    stats = decision.stats
    depth = depth_text(stats["depth"], stats["selective_depth"])
    nodes = stats["nodes"]
    parts = [
        percent(decision.value, stats["proven"]),
        depth and f"depth {depth}",
        f"{count_text(nodes)} nodes" if nodes else "",
        f"{count_text(decision.speed)} nodes/s" if decision.speed else "",
        line and f"line {line}",
    ]
    return ", ".join(part for part in parts if part)


def progress_text(game: Game, progress: Progress) -> str:
    """The progress of a search in one line."""
    best = progress.lines[0] if progress.lines else None
    stats = search_stats(
        depth=best.depth if best else progress.depth,
        selective_depth=best.selective_depth if best else 0,
        nodes=progress.nodes,
        seconds=progress.seconds,
        proven=best.proven if best else None,
    )
    if best is None:
        return decision_text(Decision(action=-1, stats=stats), "")
    decision = Decision(best.pv[0], best.value, pv=best.pv, stats=stats)
    return decision_text(decision, line_text(game, best.pv))

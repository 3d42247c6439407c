"""Decisions as HTML, for notebooks: a table of the moves, and a board if the state is known."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from inarow.games import State
from inarow.games.svg import Mark, board_svg
from inarow.player import Decision, win_probability

SHOWN_MOVES = 10
"""Moves in the table, and moves of a line; more are hard to read."""

BOARD_SIZE = 360
"""Pixels of the longer side of the board."""

LEAST_HEAT = 0.04
"""Cells below this share of the best one are not shaded: they only blur the picture."""

MOST_LABELS = 12
"""Cells with a number; more are hard to read."""

COLD = 0.25
"""Without shares, a move whose chance to win is so much below the best one's is not shaded."""


class HtmlView:
    """Something that notebooks show as HTML."""

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


class Row(NamedTuple):
    """A move in the table; None and empty are not known."""

    action: int
    chance: float | None
    """To win, from 0 to 1."""
    share: float | None
    visits: int | None
    prior: float | None
    line: tuple[int, ...]


def decision_html(decision: Decision, state: State | None = None) -> str:
    """The moves that the player considered; with a state, by their names and on its board."""
    rows = _rows(decision)
    table = _table(decision, rows[:SHOWN_MOVES], state)
    if state is None:
        return table
    marks = [*_heat(rows), Mark(decision.action)]
    board = board_svg(state, size=BOARD_SIZE, marks=marks)
    style = "display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start"
    return f'<div style="{style}">{board}{table}</div>'


def _rows(decision: Decision) -> list[Row]:
    """One for each move that the decision tells of, the chosen one first."""
    lines = {line.pv[0]: line for line in decision.lines if line.pv}
    known = {each.action: each for each in decision.moves}
    actions = dict.fromkeys(
        [
            decision.action,
            *lines,
            *known,
            *sorted(decision.policy, key=lambda action: -decision.policy[action]),
        ]
    )
    visits = sum(each.visits or 0 for each in decision.moves)
    rows = []
    for action in actions:
        line, candidate = lines.get(action), known.get(action)
        value = candidate.value if candidate else line.value if line else None
        pv = line.pv if line else ()
        if action == decision.action:
            value, pv = decision.value, decision.pv or pv
        tried = candidate.visits if candidate else None
        share = decision.policy.get(action)
        if share is None and tried is not None and visits:
            share = tried / visits
        prior = candidate.prior if candidate else None
        chance = None if value is None else win_probability(value)
        rows.append(Row(action, chance, share, tried, prior, pv))
    return rows


def _heat(rows: list[Row]) -> Iterator[Mark]:
    """The cells of the moves, shaded by their shares, or else by their chances."""
    shares = [row.share for row in rows]
    if all(share is None for share in shares):
        best = max((row.chance or 0.0 for row in rows), default=0.0)
        shares = [
            None if row.chance is None else max(0.0, 1 - (best - row.chance) / COLD) for row in rows
        ]
    most = max((share or 0.0 for share in shares), default=0.0) or 1.0
    weighed = [
        (share / most, row)
        for row, share in zip(rows, shares, strict=True)
        if share is not None and share / most >= LEAST_HEAT
    ]
    weighed.sort(key=lambda each: -each[0])
    for number, (weight, row) in enumerate(weighed):
        part = row.share if row.chance is None else row.chance
        label = "" if part is None or number >= MOST_LABELS else f"{100 * part:.0f}"
        yield Mark(row.action, weight, label)


def _table(decision: Decision, rows: list[Row], state: State | None) -> str:
    def names(actions: tuple[int, ...]) -> str:
        if state is None:
            return " ".join(map(str, actions))
        return state.game.format_moves(actions)

    columns = {
        "Move" if state else "Action": [names((row.action,)) for row in rows],
        "Win": [_percent(row.chance) for row in rows],
        "Share": [_percent(row.share) for row in rows],
        "Visits": ["" if row.visits is None else f"{row.visits:,}" for row in rows],
        "Prior": [_percent(row.prior) for row in rows],
        "Line": [names(row.line[:SHOWN_MOVES]) for row in rows],
    }
    shown = {head: cells for head, cells in columns.items() if any(cells)}
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in shown)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for cells in zip(*shown.values(), strict=True)
    )
    caption = escape(_caption(decision, names((decision.action,))))
    return (
        f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _caption(decision: Decision, name: str) -> str:
    stats = decision.stats
    parts = [
        name,
        f"a proven {stats['proven']}" if stats["proven"] else "",
        f"depth {stats['depth']}" if stats["depth"] else "",
        f"{stats['sims']:,} simulations" if stats["sims"] else "",
        f"{stats['nodes']:,} nodes" if stats["nodes"] else "",
        f"{stats['seconds']:.3g} s" if stats["seconds"] else "",
    ]
    return ", ".join(part for part in parts if part)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"

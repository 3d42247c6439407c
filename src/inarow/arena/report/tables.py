"""The tables of the report, as HTML.

Columns of square tables have the numbers of the players and rows their names, so sixty players fit.
Colours are classes, ``s0`` (all lost) to ``s10`` (all won), because the page's security policy
forbids styles in attributes; every coloured cell also shows its number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape

from inarow.arena.counts import OUTCOMES, GameCounter, Outcome
from inarow.arena.report.format import (
    DASH,
    elo_text,
    name_html,
    percent_text,
    points_text,
    seconds_text,
)
from inarow.arena.statistics.cross_table import Counts, CrossTable
from inarow.arena.statistics.ratings import Ratings
from inarow.protocols.record import End

Names = dict[str, str]
"""The players, best first, with the short form of each name."""


def standings(names: Names, ratings: Ratings, table: CrossTable) -> str:
    """The ratings and scores of the players."""
    rated = {player.name: player for player in ratings.players}
    rows = []
    for rank, (name, short) in enumerate(names.items(), start=1):
        total, first, second = _by_colour(table, name)
        rating = rated.get(name)
        elo = interval = DASH
        if rating is not None:
            elo = elo_text(rating.elo)
            interval = f"{elo_text(rating.low)} to {elo_text(rating.high)}"
        cells = (
            f"<b>{elo}</b>",
            interval,
            f"{total.games:,}",
            points_text(total.points),
            percent_text(total.points, total.games),
            *(f"{number:,}" for number in total),
            _wdl(first),
            _wdl(second),
        )
        rows.append(_row(str(rank), name_html(name, short), cells))
    heads = ["Elo", "95 % interval", "Games", "Points", "Score", "Wins", "Draws", "Losses"]
    heads += ["As first", "As second"]
    caption = "Standings; as first and as second: wins&ndash;draws&ndash;losses"
    return _table("standings", caption, _head(heads), rows)


def cross_table(names: Names, table: CrossTable) -> str:
    """The scores of the players against each other."""

    def cell(player: str, opponent: str) -> str:
        counts = table.between(player, opponent)
        if not counts.games:
            return "<td></td>"
        title = (
            f"{names[player]} v {names[opponent]}: {counts.wins} won, {counts.draws} drawn, "
            f"{counts.losses} lost"
        )
        return (
            f'<td class="{_shade(counts.points / counts.games)}" title="{escape(title)}">'
            f'{points_text(counts.points)}<small class="wdl">{_wdl(counts)}</small></td>'
        )

    caption = "Points of the row&rsquo;s player against the column&rsquo;s"
    return _square("crosstable", caption, names, cell)


def superiority_table(names: Names, ratings: Ratings) -> str:
    """The probability that each player is stronger than each other one."""

    def cell(player: str, opponent: str) -> str:
        likely = ratings.superiority.get((player, opponent))
        if likely is None:
            return "<td></td>"
        title = f"{names[player]} is stronger than {names[opponent]}: {100 * likely:.2f} %"
        # Finitely many games make nothing certain, so neither 0 nor 100 is shown.
        shown = f"{min(99.9, max(0.1, 100 * likely)):.1f}".removesuffix(".0")
        return f'<td class="{_shade(likely)}" title="{escape(title)}">{shown}</td>'

    caption = (
        "Likelihood, in per cent, that the row&rsquo;s player is stronger than the column&rsquo;s"
    )
    return _square("superiority", caption, names, cell)


def ends_table(names: Names, counter: GameCounter[str]) -> str:
    """How the games of each player ended."""
    ends = counter.ends()
    total: Counter[tuple[Outcome, End | None]] = Counter()
    for counted in ends.values():
        total += counted
    order = [None, *End]
    columns = sorted(total, key=lambda each: (OUTCOMES.index(each[0]), order.index(each[1])))
    if not columns:
        return ""
    groups = Counter(outcome for outcome, _ in columns)
    heads = "".join(
        f'<th scope="colgroup" colspan="{span}">{outcome}</th>' for outcome, span in groups.items()
    )
    reasons = "".join(f'<th scope="col">{escape(end or "not told")}</th>' for _, end in columns)
    head = (
        f'<tr><th scope="col" rowspan="2">#</th><th scope="col" rowspan="2">Player</th>{heads}</tr>'
        f"<tr>{reasons}</tr>"
    )
    rows = [
        _row(
            str(rank),
            name_html(name, short),
            [f"{ends[name][each]:,}" if ends[name][each] else "" for each in columns],
        )
        for rank, (name, short) in enumerate(names.items(), start=1)
    ]
    return _table("ends", "How games ended, by player", head, rows)


def times_table(names: Names, counter: GameCounter[str]) -> str:
    """The thinking time of each player."""
    known = [thinking for thinking in counter.thinking.values() if thinking.moves]
    if not known:
        return ""
    searched = any(thinking.searched for thinking in known)
    rows = []
    for rank, (name, short) in enumerate(names.items(), start=1):
        thinking = counter.thinking[name]
        moves, seconds = thinking.moves, thinking.seconds
        cells = [f"{moves:,}", DASH, DASH, DASH]
        if moves:
            spans = (seconds / moves, thinking.worst, seconds)
            cells[1:] = (seconds_text(span) for span in spans)
        if searched:
            count = thinking.searched
            cells.append(f"{thinking.nodes / count:,.0f}" if count else DASH)
        rows.append(_row(str(rank), name_html(name, short), cells))
    heads = ["Timed moves", "Mean", "Worst", "In all", *(["Mean nodes"] if searched else [])]
    return _table("times", "Time for a move, by player", _head(heads), rows)


def _by_colour(table: CrossTable, name: str) -> tuple[Counts, Counts, Counts]:
    first = second = Counts()
    for opponent in table.players:
        if opponent != name:
            first = first.plus(table.as_first(name, opponent))
            second = second.plus(table.as_first(opponent, name).reversed())
    return first.plus(second), first, second


def _wdl(counts: Counts) -> str:
    return DASH.join(f"{number:,}" for number in counts)


def _shade(score: float) -> str:
    return f"s{round(10 * min(1.0, max(0.0, score)))}"


def _head(heads: Iterable[str]) -> str:
    return (
        "<tr>"
        + "".join(f'<th scope="col">{head}</th>' for head in ("#", "Player", *heads))
        + "</tr>"
    )


def _row(rank: str, name: str, cells: Iterable[str]) -> str:
    row = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr><td class="rank">{rank}</td><th scope="row">{name}</th>{row}</tr>'


def _square(identity: str, caption: str, names: Names, cell: Callable[[str, str], str]) -> str:
    columns = "".join(
        f'<th scope="col" title="{escape(short)}">{number}</th>'
        for number, short in enumerate(names.values(), start=1)
    )
    head = f'<tr><th scope="col">#</th><th scope="col">Player</th>{columns}</tr>'
    rows = []
    for rank, (player, short) in enumerate(names.items(), start=1):
        cells = "".join(
            cell(player, opponent) if opponent != player else '<td class="self">·</td>'
            for opponent in names
        )
        rows.append(
            f'<tr><td class="rank">{rank}</td>'
            f'<th scope="row">{name_html(player, short)}</th>{cells}</tr>'
        )
    return _table(identity, caption, head, rows, "square")


def _table(identity: str, caption: str, head: str, rows: Sequence[str], kind: str = "list") -> str:
    body = "\n".join(rows)
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{identity}-caption">'
        f'<table class="{kind}"><caption id="{identity}-caption">{caption}</caption>\n'
        f"<thead>{head}</thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )

"""The result of a match as HTML, for notebooks: a bar of the points, and a small table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from inarow.arena.report.format import elo_text, name_html, percent_text, points_text, short_names
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import EloEstimate
from inarow.games.svg import COLOURS

PAIR_POINTS = ("0", "½", "1", "1½", "2")
BAR = (320, 14)  # width and height in pixels


def match_html(
    players: tuple[str, str],
    game: str,
    counts: Counts,
    by_colour: tuple[Counts, Counts],
    pairs: Sequence[int],
    elo: EloEstimate,
    *,
    sequential_test: tuple[float, str | None] | None = None,
    warnings: Iterable[str] = (),
) -> str:
    """Score, Elo with its interval and pairs, for the first player.

    ``by_colour`` is its score when it moved first and when it moved second; ``sequential_test``
    the log-likelihood ratio and the verdict.
    """
    names = short_names(players)
    first, second = (name_html(player, names[player]) for player in players)
    score = f"{points_text(counts.points)} : {points_text(counts.games - counts.points)}"
    rows = {
        "Score": f"<b>{score}</b> ({percent_text(counts.points, counts.games)}), {_wdl(counts)}",
        "Elo": elo_html(elo, counts),
        "Superior": percent_text(elo.los) if counts.games else "",
        "Moving first": _wdl(by_colour[0]),
        "Moving second": _wdl(by_colour[1]),
        "Pairs by points": ", ".join(
            f"{points}: {number:,}" for points, number in zip(PAIR_POINTS, pairs, strict=True)
        ),
    }
    if sequential_test is not None:
        ratio, verdict = sequential_test
        rows["SPRT"] = f"LLR {ratio:.2f}, {f'{verdict} accepted' if verdict else 'open'}"
    body = "".join(
        f'<tr><th scope="row">{head}</th><td>{cell}</td></tr>' for head, cell in rows.items()
    )
    notes = "".join(f"<p>Warning: {escape(warning)}</p>" for warning in warnings)
    return (
        f"<div><p>{first} v {second}, {escape(game)}</p>{_bar(counts)}"
        f"<table><tbody>{body}</tbody></table>{notes}</div>"
    )


def elo_html(elo: EloEstimate, counts: Counts) -> str:
    """The difference with its interval; after a clean sweep only one end is known."""
    if not counts.games:
        return "unknown"
    if elo.bounded:
        interval = f"{elo_text(elo.low)} to {elo_text(elo.high)}"
        return f"<b>{elo_text(elo.elo)}</b> (95 %: {interval})"
    end = f"above {elo_text(elo.low)}" if counts.points else f"below {elo_text(elo.high)}"
    return f"<b>{end}</b> (95 %)"


def _wdl(counts: Counts) -> str:
    return f"+{counts.wins:,} ={counts.draws:,} &minus;{counts.losses:,}"


def _bar(counts: Counts) -> str:
    """Wins, draws and losses as parts of a bar; it has its numbers as a title."""
    width, height = BAR
    parts = []
    start = 0.0
    for number, colour in zip(counts, ("x", "border", "o"), strict=True):
        part = width * number / (counts.games or 1)
        parts.append(
            f'<rect x="{start:.1f}" width="{part:.1f}" height="{height}" fill="{COLOURS[colour]}"/>'
        )
        start += part
    label = f"{counts.wins:,} wins, {counts.draws:,} draws, {counts.losses:,} losses"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img">'
        f"<title>{label}</title>{''.join(parts)}</svg>"
    )

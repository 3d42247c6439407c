"""The report: one HTML file that makes no network requests, and two pictures.

Names, details and settings are not trusted: all text is escaped, data is JSON that browsers do not
execute, and the page's security policy allows only our script and style, by their hashes.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

from inarow.arena.counts import GameCounter, count_records, named_warnings
from inarow.arena.report.chart import rating_chart
from inarow.arena.report.format import (
    elo_text,
    name_html,
    percent_text,
    setting_text,
    short_names,
)
from inarow.arena.report.plots import draw_crosstable, draw_ratings
from inarow.arena.report.replay import viewer_data
from inarow.arena.report.tables import (
    Names,
    cross_table,
    ends_table,
    standings,
    superiority_table,
    times_table,
)
from inarow.arena.statistics.cross_table import Counts, CrossTable
from inarow.arena.statistics.ratings import Ratings
from inarow.extras import can_draw
from inarow.files import replacing
from inarow.protocols.record import GameRecord
from inarow.untrusted_text import one_line

LONGEST_MOMENT = 40  # characters of a date with time and zone


def write_report(
    directory: Path,
    title: str,
    settings: Mapping[str, object],
    players: Sequence[str],
    records: Callable[[], Iterable[GameRecord]],
    ratings: Ratings,
    table: CrossTable,
    counter: GameCounter[str] | None = None,
) -> tuple[Path, ...]:
    """Write report.html, ratings.png and crosstable.png into a directory; returns the paths.

    Without matplotlib there is only the page. The parameters are those of ``report_page``.
    """
    page = report_page(title, settings, players, records, ratings, table, counter)
    directory.mkdir(parents=True, exist_ok=True)
    paths = tuple(directory / name for name in ("report.html", "ratings.png", "crosstable.png"))
    with replacing(paths[0]) as aside:
        aside.write_text(page, encoding="utf-8", newline="\n")
    if not can_draw():
        return paths[:1]
    draw_ratings(ratings, paths[1])
    draw_crosstable(table, ratings, paths[2])
    return paths


def report_page(
    title: str,
    settings: Mapping[str, object],
    players: Sequence[str],
    records: Callable[[], Iterable[GameRecord]],
    ratings: Ratings,
    table: CrossTable,
    counter: GameCounter[str] | None = None,
) -> str:
    """The text of report.html.

    ``records`` returns all games each time it is called. All settings are shown; the setting
    ``records`` names the file with all games. Without a ``counter``, the games are counted first.
    """
    if counter is None:
        counter = count_records(players, records())
    best_first = [player.name for player in ratings.players if player.name in set(players)]
    names = short_names(dict.fromkeys([*best_first, *players]))
    data = viewer_data(list(names), records, counter)
    return _page(title, settings, names, counter, ratings, table, data)


def _page(
    title: str,
    settings: Mapping[str, object],
    names: Names,
    counter: GameCounter[str],
    ratings: Ratings,
    table: CrossTable,
    data: dict[str, Any],
) -> str:
    style, script = _asset("report.css"), _asset("viewer.js")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    sections = (
        ("standings", "Standings", standings(names, ratings, table) + _notes(names, counter)),
        ("ratings", "Ratings", rating_chart(names, ratings)),
        ("cross", "Cross table", _WDL_SWITCH + cross_table(names, table) + _SCALE),
        ("stronger", "Who is stronger", superiority_table(names, ratings)),
        ("first", "Moving first, and draws", _colours(names, ratings, table)),
        ("endings", "How games ended", ends_table(names, counter) + _repeats(counter)),
        ("times", "Move times", times_table(names, counter)),
    )
    shown = [
        (identity, heading, content or '<p class="note">There is no data yet.</p>')
        for identity, heading, content in sections
    ]
    return Template(_asset("report.html")).substitute(
        title=escape(one_line(title)),
        policy=policy,
        style=style,
        script=script,
        settings=_settings(settings, counter),
        links="".join(f'<a href="#{identity}">{heading}</a>' for identity, heading, _ in shown),
        sections="\n".join(
            f'<section id="{identity}"><h2>{heading}</h2>\n{content}\n</section>'
            for identity, heading, content in shown
        ),
        games=_games_note(settings, counter, data),
        data=safe_json(data),
    )


_WDL_SWITCH = (
    '<input type="checkbox" id="show-wdl"><label for="show-wdl">Show wins&ndash;draws&ndash;losses'
    "</label>\n"
)
_SCALE = (
    '<p class="scale" aria-hidden="true">all lost '
    + "".join(f'<i class="s{step}"></i>' for step in range(11))
    + " all won</p>"
)


def safe_json(value: object) -> str:
    r"""JSON that is safe in a script element of a page.

    >>> safe_json(["</script>", "&\u2028"])
    '["\\u003c/script\\u003e","\\u0026\\u2028"]'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)  # ASCII only
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _asset(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _settings(settings: Mapping[str, object], counter: GameCounter[str]) -> str:
    shown = {one_line(name): setting_text(value) for name, value in settings.items()}
    shown.setdefault("games", f"{counter.games:,}")
    if counter.started is not None:
        first, last = (
            one_line(moment)[:LONGEST_MOMENT].replace("T", " ").replace("+00:00", " UTC")
            for moment in counter.started
        )
        shown.setdefault("played", first if first == last else f"{first} to {last}")
    return "".join(
        f"<div><dt>{escape(name)}</dt><dd><bdi>{escape(value)}</bdi></dd></div>"
        for name, value in shown.items()
        if value
    )


def _notes(names: Names, counter: GameCounter[str]) -> str:
    """What players say about themselves."""
    return "".join(
        f'<p class="note">{name_html(name, short)}: <bdi>{escape(counter.notes[name])}</bdi></p>'
        for name, short in names.items()
        if name in counter.notes
    )


def _colours(names: Names, ratings: Ratings, table: CrossTable) -> str:
    total = Counts()
    for first in names:
        for second in names:
            total = total.plus(table.as_first(first, second))
    if not total.games:
        return ""
    advantage = ratings.advantage
    return (
        f"<p>In {total.games:,} games the player who moved first won {total.wins:,}, drew "
        f"{total.draws:,} and lost {total.losses:,}: "
        f"<b>{percent_text(total.points, total.games)}</b> of the points. "
        f"Moving first is worth <b>{elo_text(advantage.elo)}</b> Elo (95 % interval "
        f"{elo_text(advantage.low)} to {elo_text(advantage.high)}).</p>"
        f"<p><b>{percent_text(total.draws, total.games)}</b> of the games were drawn; between "
        f"equal players, the ratings expect {percent_text(ratings.draw_rate)}.</p>"
    )


def _repeats(counter: GameCounter[str]) -> str:
    if not counter.games:
        return ""
    about = "" if counter.distinct.is_exact else "about "
    text = f"<p>{counter.games:,} games, {about}{counter.distinct.count():,} of them distinct.</p>"
    return text + "".join(
        f'<p class="warning"><b>Warning.</b> <bdi>{escape(one_line(warning))}</bdi></p>'
        for warning in named_warnings(counter)
    )


def _games_note(
    settings: Mapping[str, object], counter: GameCounter[str], data: dict[str, Any]
) -> str:
    shown, games = len(data["games"]), counter.games
    if not games:
        return "No game has been played yet."
    where = one_line(settings.get("records", "the file of records"))
    if shown == games:
        return (
            f"All {games:,} games are here; with seeds, limits and versions they are in "
            f"{escape(where)}."
        )
    return (
        f"The latest {shown:,} of {games:,} games are here, spread evenly over the pairings; the "
        f"other {games - shown:,} are only in {escape(where)}."
    )

"""The format of names, numbers and settings in reports and plots."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping
from html import escape

from inarow.untrusted_text import one_line, shorten

DASH, MINUS = "\u2013", "\u2212"
SHORT = 36  # characters of a name in tables


def short_names(names: Iterable[str]) -> dict[str, str]:
    """A short form of each name; all short forms differ.

    >>> list(short_names(["mcts", "mcts ", "greedy"]).values())
    ['mcts', 'mcts (2)', 'greedy']
    """
    short: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        base = shorten(one_line(name), SHORT) or "(no name)"
        form, number = base, 1
        while form in taken:
            number += 1
            form = f"{base} ({number})"
        taken.add(form)
        short[name] = form
    return short


def width(text: str) -> int:
    """The width of a text in columns: East Asian characters take two.

    >>> width("mcts"), width("碁")
    (4, 2)
    """
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def name_html(name: str, short: str) -> str:
    """A name in HTML; if it was shortened, the title is the whole name.

    >>> name_html("<b>", "<b>")
    '<bdi>&lt;b&gt;</bdi>'
    """
    whole = one_line(name)
    title = "" if whole == short else f' title="{escape(whole)}"'
    return f"<bdi{title}>{escape(short)}</bdi>"


def elo_text(elo: float) -> str:
    """Elo with a sign, in whole numbers.

    >>> elo_text(12.4), elo_text(-0.2), elo_text(float("inf")), elo_text(-31.7) == MINUS + "32"
    ('+12', '0', '+∞', True)
    """
    if math.isnan(elo):
        return "?"
    sign = "+" if elo > 0 else MINUS
    if math.isinf(elo):
        return f"{sign}∞"
    return f"{sign}{abs(round(elo)):,}" if round(elo) else "0"


def points_text(points: float) -> str:
    """Points, with a decimal only for halves.

    >>> points_text(3.0), points_text(1234.5)
    ('3', '1,234.5')
    """
    return f"{points:,.0f}" if points == int(points) else f"{points:,.1f}"


def percent_text(part: float, whole: float = 1.0) -> str:
    """A share in per cent; a dash if the whole is 0.

    >>> percent_text(1, 3), percent_text(0, 0) == DASH
    ('33.3 %', True)
    """
    return f"{100 * part / whole:.1f} %" if whole else DASH


def seconds_text(seconds: float) -> str:
    """A time span in a suitable unit.

    >>> [seconds_text(s) for s in (0.0000213, 0.0213, 0.9999, 2.13, 213, 21300)]
    ['0.0213 ms', '21.3 ms', '1000 ms', '2.13 s', '3.55 min', '5.92 h']
    """
    units = (("ms", 0.001, 1), ("s", 1, 120), ("min", 60, 7200), ("h", 3600, math.inf))
    unit, size = next((unit, size) for unit, size, below in units if seconds < below)
    return f"{float(f'{seconds / size:.3g}'):g} {unit}"  # %g alone would write 1e+03


def setting_text(value: object) -> str:
    """A setting for readers.

    >>> setting_text({"time": 0.1, "nodes": None}), setting_text(["a", 2]), setting_text(True)
    ('time 0.1', 'a, 2', 'yes')
    """
    if isinstance(value, Mapping):
        parts = ((one_line(key), each) for key, each in value.items() if each is not None)
        return ", ".join(f"{key} {setting_text(each)}" for key, each in parts)
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(setting_text(each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return one_line(value)

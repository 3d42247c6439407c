"""The page of an experiment: paragraphs, tables and charts, as Markdown and as one HTML file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from inarow.extras import needs
from inarow.files import replacing

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Those of Okabe and Ito, which colour-blind readers tell apart."""

STYLES = ("o-", "s--", "^:")
"""Of lines: of the first six, and of those that have their colours again."""

STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#22252a}div{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse}th,td{border-bottom:
1px solid #d8d2c4;padding:.3rem .8rem;text-align:left;font-variant-numeric:tabular-nums}caption{
text-align:left;font-weight:600}figure{margin:1rem 0}svg{max-width:100%;height:auto}code{background:
#ece8de;padding:0 .2em}tr,figure{break-inside:avoid}h1,h2,h3{break-after:avoid}"""

HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
)

MOST_LEVEL = 10
"""Places of a chart whose names have room side by side."""


@dataclass(frozen=True)
class Table:
    """Cells of text under the names of their columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chart:
    """Lines of numbers over the same places; a line may have a band around it."""

    name: str
    title: str
    places: Sequence[str]
    lines: Mapping[str, Sequence[float | None]]
    y: str
    bands: Mapping[str, Sequence[tuple[float, float]]]
    log: bool = False


class Page:
    """What an experiment says, in its order."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._parts: list[str | Table | Chart] = []

    def add(self, part: str | Table | Chart) -> None:
        """Add a paragraph, in Markdown, a table or a chart."""
        self._parts.append(part)

    def add_first(self, text: str) -> None:
        """Put a paragraph before all others."""
        self._parts.insert(0, text)

    def write(self, folder: Path) -> None:
        """Write ``page.md``, ``report.html`` and the pictures."""
        drawn = {part.name: _draw(part, folder) for part in self._parts if isinstance(part, Chart)}
        markdown = [f"# {self._title}", *map(_markdown, self._parts)]
        with replacing(folder / "page.md") as aside:
            aside.write_text("\n\n".join(markdown) + "\n", "utf-8")
        body = "\n".join(_html(part, drawn) for part in self._parts)
        title = escape(self._title)
        with replacing(folder / "report.html") as aside:
            aside.write_text(
                f"{HEAD}<title>{title}</title>"
                f"<style>{STYLE}</style><h1>{title}</h1>\n{body}</html>\n",
                "utf-8",
            )


def _markdown(part: str | Table | Chart) -> str:
    if isinstance(part, Chart):
        return f"![{part.title}]({part.name}.svg)"
    if isinstance(part, str):
        return part
    rows = [part.columns, ("---",) * len(part.columns), *part.rows]
    lines = ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
    return f"**{part.title}**\n\n" + "\n".join(lines)


def _html(part: str | Table | Chart, drawn: Mapping[str, str]) -> str:
    if isinstance(part, Chart):
        label = escape(part.title)
        return f'<figure role="img" aria-label="{label}">{drawn[part.name]}</figure>'
    if isinstance(part, Table):
        head = "".join(f"<th>{_inline(column)}</th>" for column in part.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>"
            for row in part.rows
        )
        caption = f"<caption>{_inline(part.title)}</caption>"
        return f"<div><table>{caption}<tr>{head}</tr>{rows}</table></div>"
    if part.startswith("## "):
        heading, _, rest = part.removeprefix("## ").partition("\n\n")
        items = "".join(f"<li>{_inline(line.removeprefix('- '))}</li>" for line in rest.split("\n"))
        return f"<h2>{escape(heading)}</h2><ul>{items}</ul>"
    return f"<p>{_inline(part)}</p>"


def _inline(text: str) -> str:
    """Code and bold text; the rest of Markdown does not occur in what experiments say."""
    coded = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
    return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", coded)


def _draw(chart: Chart, folder: Path) -> str:
    """Write the chart as SVG and PNG; returns the SVG."""
    with needs("A chart", "plots"):  # pages without one do not need it
        import matplotlib as mpl  # noqa: PLC0415

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = chart.name  # the same bytes each time
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for number, (name, values) in enumerate(chart.lines.items()):
        colour, style = COLOURS[number % len(COLOURS)], STYLES[number // len(COLOURS)]
        places = [place for place, value in enumerate(values) if value is not None]
        known = [value for value in values if value is not None]
        axes.plot(places, known, style, color=colour, label=name, markersize=4)
        if name in chart.bands:
            low, high = zip(*chart.bands[name], strict=True)
            axes.fill_between(places, low, high, color=colour, alpha=0.15, linewidth=0)
    turned = {"rotation": 45, "ha": "right"} if len(chart.places) > MOST_LEVEL else {}
    axes.set_xticks(range(len(chart.places)), chart.places, **turned)
    axes.set(title=chart.title, ylabel=chart.y)
    if chart.log:
        axes.set_yscale("log")
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False)
    svg = folder / f"{chart.name}.svg"
    figure.savefig(svg, metadata={"Date": None})
    figure.savefig(svg.with_suffix(".png"), dpi=120)
    plt.close(figure)
    text = svg.read_text("utf-8")
    return text[text.index("<svg") :]

"""What pages say of the results and nobody types: ``python -m experiments.findings`` writes it.

A page has a block between two marks for it. The README's block shows every method on every game of
the map, as ``methods.json`` of the package has it; those of docs/papers name the results that
``index.toml`` calls stale.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from experiments.index import Entry, entries
from experiments.machine import duration
from experiments.methods.map import GAMES, METHODS

from inarow.files import replacing

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src" / "inarow" / "data"
MAP = "map"
README = ROOT / "README.md"
PAPERS = ROOT / "docs" / "papers"
ALGORITHMS = "docs/algorithms"
WIDTH = 120
WITHOUT_PAGE = ("random",)
"""Methods that only the list of all players explains."""

NOTHING = "\N{EN DASH}"
"""In the cell of a method that does not play a game, or does not learn."""

BLOCK = re.compile(r"(<!-- findings, .*? -->\n).*?(<!-- end of findings -->)", re.DOTALL)

Row = Mapping[str, Any]


def pages() -> dict[Path, str]:
    """The block of each page."""
    every = entries()
    return {
        README: methods_block(
            json.loads((DATA / METHODS).read_text("utf-8")),
            next(each.stale for each in every if each.name == MAP),
        ),
        PAPERS / "README.md": stale_block(every),
        **{
            PAPERS / f"{paper.lower()}.md": stale_block([e for e in every if e.paper == paper])
            for paper in dict.fromkeys(each.paper for each in every)
            if (PAPERS / f"{paper.lower()}.md").exists()
        },
    }


def with_block(page: str, block: str) -> str:
    """A page with another block.

    >>> with_block("a\\n<!-- findings, written -->\\nold\\n<!-- end of findings -->\\nb", "new")
    'a\\n<!-- findings, written -->\\nnew\\n<!-- end of findings -->\\nb'
    """
    written, found = BLOCK.subn(lambda marks: f"{marks[1]}{block}\n{marks[2]}", page)
    assert found == 1, "a page must have the marks of one block"
    return written


def stale_block(chosen: Sequence[Entry]) -> str:
    """Which results are known to be old, or scaled."""
    old = [f"- `{each.name}`: {each.stale}" for each in chosen if each.stale]
    if not old:
        return "All results are of whole runs, with today's code and weights."
    return "\n".join(["**Out of date:** a new run is due of", "", *old])


def methods_block(found: Mapping[str, Any], stale: str = "") -> str:
    """Two tables of every method on every game: strength and time of a move, and training."""
    games = {each["game"]: {row["name"]: row for row in each["players"]} for each in found["games"]}
    heads = [GAMES[game] for game in games]
    played = [each["games"] for each in found["games"]]
    scaled = f" This run is scaled: {'; '.join(found['scaled'])}." if found["scaled"] else ""
    every = [row["note"] for rows in games.values() for row in rows.values() if row["note"]]
    notes = {note: number for number, note in enumerate(dict.fromkeys(every), start=1)}
    strength = [
        [_linked(name), *(_strength(rows.get(name), notes) for rows in games.values())]
        for name in _strongest_first(games)
    ]
    training = [
        [_linked(name), *(_training(rows.get(name)) for rows in games.values())]
        for name in _strongest_first(games)
        if any(rows.get(name, {}).get("training_time") for rows in games.values())
    ]
    old = f" A new run is due, as this one is {stale}." if stale else ""
    about = (
        f"`{found['command']}` rates every method with at most {found['seconds_per_move']:g} s a "
        "move on one core. Each cell has the Elo with its 95 % interval, where 0 is the mean of "
        "the players of the game, and the time that a move took. A dash: the method does not play "
        f"the game. {min(played)} to {max(played)} games on each.{scaled}{old}"
    )
    return "\n".join(
        [
            fill(about, WIDTH, break_on_hyphens=False),
            "",
            *_table(["method", *heads], strength),
            "",
            " ".join(f"<sup>{number}</sup> {note}" for note, number in notes.items()),
            "",
            "The time of training, for those that learn:",
            "",
            *_table(["method", *heads], training),
        ]
    )


def _strongest_first(games: Mapping[str, Mapping[str, Row]]) -> list[str]:
    """All methods, by the mean of their ratings; those that play few of the games are last."""
    ratings: dict[str, list[float]] = {}
    for rows in games.values():
        for name, row in rows.items():
            ratings.setdefault(name, []).append(row["elo"])
    few = len(games) / 2
    return sorted(ratings, key=lambda n: (len(ratings[n]) < few, -_mean(ratings[n])))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _linked(name: str) -> str:
    page = "README" if name in WITHOUT_PAGE else name
    return f"[{name}]({ALGORITHMS}/{page}.md)"


def _strength(row: Row | None, notes: Mapping[str, int]) -> str:
    if row is None:
        return NOTHING
    elo, low, high = (f"{row[key]:+.0f}" for key in ("elo", "elo_low", "elo_high"))
    note = f" <sup>{notes[row['note']]}</sup>" if row["note"] else ""
    return f"{elo} [{low}, {high}], {duration(row['seconds_per_move'])}{note}"


def _training(row: Row | None) -> str:
    return (row["training_time"] or NOTHING) if row else NOTHING


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)]


def write() -> None:
    """Write the block of each page anew."""
    for path, block in pages().items():
        with replacing(path) as aside:
            aside.write_text(with_block(path.read_text("utf-8"), block), "utf-8")


def outdated() -> list[Path]:
    """Pages whose block is not what would be written."""
    return [
        path
        for path, block in pages().items()
        if with_block(text := path.read_text("utf-8"), block) != text
    ]


def main() -> None:
    """Write all blocks, or with ``--check`` only say which are not current."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; status 1 if old")
    if parser.parse_args().check:
        if old := outdated():
            names = ", ".join(str(path.relative_to(ROOT)) for path in old)
            sys.exit(f"{names}: run 'python -m experiments.findings'.")
        return
    write()


if __name__ == "__main__":
    main()

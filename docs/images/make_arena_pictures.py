"""Draws pictures of real games: a tournament's report, a ladder and the win rates of a training.

The commands are those of docs/arena.md and docs/training.md. The report is looked at by a browser
without a window: Chromium, by the name ``chromium`` or the one that CHROMIUM gives. Takes some
minutes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

TOURNAMENT = (
    "tournament random greedy mcts:sims=300 heuristic-mcts:sims=100 threat:depth=2 "
    "--game gomoku --games 20 --seed 1 --out cup"
)
LADDER = (
    "train shared-mcts --game 5x5x4 --games 2000 --set sims=10 --set mb=16 --seed 1 "
    "--set checkpoint_every=200 --set evaluate_every=0 --out runs/shared",
    "ladder runs/shared --openings none --games 100 --anchor mcts:sims=100 --anchor mcts:sims=1000",
)
CURVES = (
    "train tabular --game 4x4x3 --games 200000 --set preset=paper "
    "--set checkpoint_every=10000 --set evaluate_every=10000 --out runs/paper",
    "plot runs/paper",
)

WINDOW = (1180, 2400)  # pixels; the standings need the width, and the height is cut
WIDTH = 1000  # pixels of the pictures
COLOURS = 128  # enough for lines and letters
MARGIN = 16  # pixels of background kept below the last table
BROWSER_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars "
    "--disable-background-networking --disable-component-update --disable-sync"
)


def main() -> None:
    """Write the pictures next to this file."""
    here = Path(__file__).parent
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for command in (TOURNAMENT, *LADDER, *CURVES):
            _inarow(command, directory)
        _photograph(directory / "cup" / "report.html", directory / "report.png")
        _shrink(directory / "report.png", here / "report.png")
        for run, picture in (("shared", "ladder.png"), ("paper", "win-rates.png")):
            _shrink(directory / "runs" / run / "plots" / picture, here / picture)


def _inarow(command: str, directory: Path) -> None:
    program = [sys.executable, "-c", "from inarow.cli.main import main; main()"]
    subprocess.run([*program, *command.split()], cwd=directory, check=True)


def _photograph(page: Path, target: Path) -> None:
    """A picture of the page down to its cross table."""
    html = re.sub(
        r'<section id="stronger">.*</main>',
        "</main>",
        page.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    part = page.with_name("part.html")
    part.write_text(html, encoding="utf-8")
    subprocess.run(
        [
            os.environ.get("CHROMIUM", "chromium"),
            *BROWSER_OPTIONS.split(),
            f"--user-data-dir={page.parent / 'browser'}",
            f"--window-size={WINDOW[0]},{WINDOW[1]}",
            f"--screenshot={target}",
            part.as_uri(),
        ],
        check=True,
    )
    picture = Image.open(target).convert("RGB")
    background = Image.new("RGB", picture.size, picture.getpixel((0, picture.height - 1)))
    _, _, _, bottom = ImageChops.difference(picture, background).getbbox()
    picture.crop((0, 0, picture.width, bottom + MARGIN)).save(target)


def _shrink(source: Path, target: Path) -> None:
    picture = Image.open(source).convert("RGB")
    size = (WIDTH, round(picture.height * WIDTH / picture.width))
    small = picture.resize(size, Image.Resampling.LANCZOS)
    small.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)


if __name__ == "__main__":
    main()

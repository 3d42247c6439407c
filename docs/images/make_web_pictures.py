"""Makes the README's pictures of the web app: real games in a real browser, looked at by nobody.

    python -m docs.images.make_web_pictures [NAME ...]

Needs Chromium (Debian's, as the browser tests do), Pillow and the built page. Takes a minute
or two, most of it for the tournament.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browser.chromium import find_chromium, launch
from tests.browser.serving import Server
from tests.browser.table import Table, open_game

FOLDER = Path(__file__).parent
COLOURS = 256  # of a picture: drawings need no more, and the files are a third
PATIENCE = 300_000  # milliseconds for a tournament

# A game of Gomoku in which X attacks, one of Ultimate, each up to where it is interesting.
GOMOKU = "h8 i9 h9 h10 j8 i8 i7 h6 g9 f10 j6 k5"
ULTIMATE = (
    "h8 e6 e7 e2 f6 g7 c2 h4 f3 h9 d9 b7 f2 g4 b2 f4 h1 f1 i1 g2 a4 a3 a9 b9 f8 h5 e5 e4 d3 a8 c5 "
    "h6 e9 d7 b3 f9"
)
TOURNAMENT = {
    "game": "mnk:m=5,n=5,k=4",
    "players": ["random", "greedy", "mcts", "negamax:depth=2", "deepening"],
    "games": 10,
    "nodes": 500,
}


def cells(moves: str, columns: int) -> tuple[int, ...]:
    """Moves in words as numbers.

    >>> cells("a1 h8", 15)
    (0, 112)
    """
    return tuple((int(move[1:]) - 1) * columns + ord(move[0]) - ord("a") for move in moves.split())


def gomoku(page: Page) -> None:
    """A game of Gomoku against the engine, with what it sees in the position."""
    table = open_game(page, "gomoku", "me", "engine", cells(GOMOKU, 15), seconds=2)
    table.place("j7", "X")
    assert table.my_turn()
    analyse(page)


def ultimate(page: Page) -> None:
    """Ultimate in the dark, in the middle of the game."""
    table = open_game(page, "ultimate", "me", "level:club", cells(ULTIMATE, 9))
    assert table.my_turn()
    analyse(page)


def analyse(page: Page) -> None:
    """Have the position analysed until the time is up."""
    page.get_by_test_id("toggle-analysis").click()
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "true")
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "false", timeout=PATIENCE)


def ask(page: Page) -> None:
    """The analysis board: what every player would play, and why."""
    page.goto(f"/analyse?game=gomoku&moves={GOMOKU.replace(' ', '')}")
    page.get_by_test_id("ask-everyone").click()
    expect(page.get_by_test_id("ask-state")).to_contain_text("answers", timeout=PATIENCE)


def lab(page: Page) -> None:
    """A tournament that has been played."""
    answer = page.request.post("/api/lab/tournaments", data=TOURNAMENT)
    assert answer.ok, answer.text()
    page.goto(f"/lab/{answer.json()['id']}")
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=PATIENCE)
    expect(page.get_by_test_id("game-list")).to_be_visible()


def phone(page: Page) -> None:
    """A game on a phone."""
    open_game(page, "gomoku", "me", "level:club", cells(GOMOKU, 15))
    assert Table(page).my_turn()
    expect(page.get_by_test_id("evaluation")).to_contain_text("%")


DESK: dict[str, Any] = {"viewport": {"width": 1320, "height": 960}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PICTURES: dict[str, tuple[Callable[[Page], None], dict[str, Any]]] = {
    "gomoku": (gomoku, DESK),
    "ultimate": (ultimate, {**DESK, "color_scheme": "dark"}),
    "ask": (ask, DESK),
    "lab": (lab, DESK),
    "phone": (phone, PHONE),
}


def main() -> None:
    """Make the pictures that are named, or all."""
    wanted = sys.argv[1:] or list(PICTURES)
    if unknown := [name for name in wanted if name not in PICTURES]:
        sys.exit(f"There is no picture {unknown[0]!r}: there are {', '.join(PICTURES)}.")
    executable = find_chromium()
    if executable is None:
        sys.exit("There is no chromium here; on Debian: apt install chromium.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            browser = launch(playwright, executable)
            for name in wanted:
                take(browser, server.url, name)
            browser.close()
        finally:
            server.kill()


def take(browser: Browser, url: str, name: str) -> None:
    """Make one picture."""
    show, options = PICTURES[name]
    context = browser.new_context(base_url=url, reduced_motion="reduce", **options)
    page = context.new_page()
    show(page)
    page.mouse.move(0, 0)
    page.evaluate("window.scrollTo(0, 0)")
    page.evaluate("document.activeElement?.blur()")
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = shot.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    path = FOLDER / f"web-{name}.png"
    few.save(path, optimize=True)
    context.close()
    sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()

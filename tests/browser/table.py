"""A game on a page, and hands that play it as a person does: by looking at it and clicking."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

QUICK = 0.1  # seconds a move, for machines
OVER = re.compile(r"won|lost|draw|resign", re.IGNORECASE)
SIZES = [(1280, 720), (840, 720), (390, 844), (320, 568)]  # of windows: a desk, half of it, phones
READ_BOARD = """
board => Object.fromEntries([...board.querySelectorAll('[role=gridcell]')].map(
  cell => {
    const [name, held] = cell.getAttribute('aria-label').split(', ');
    return [name, cell.dataset.stone ?? held];
  }))
"""


class Table:
    """The board of a page with what is around it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.get_by_test_id("board")
        self.status = page.get_by_test_id("status")
        self.result = page.get_by_test_id("result")
        self.explanation = page.get_by_test_id("explanation")
        self.stones = self.board.locator("[data-stone]")
        self.tools = page.get_by_role("group", name="Game", exact=True)

    def cell(self, name: str) -> Locator:
        """The cell of a name, as h8."""
        return self.board.locator(f'[role=gridcell][aria-label^="{name},"]')

    def look(self) -> dict[str, str]:
        """What is in every cell, by its name: X, O, empty or closed."""
        seen: dict[str, str] = self.board.evaluate(READ_BOARD)
        return seen

    def place(self, name: str, stone: str) -> None:
        """Click a cell and see the stone appear."""
        self.cell(name).click()
        expect(self.cell(name)).to_have_attribute("data-stone", stone)

    def press(self, name: str) -> None:
        """Press one of the game's buttons."""
        self.tools.get_by_role("button", name=name, exact=True).click()

    def my_turn(self) -> bool:
        """Wait until a person is to move, which is true, or the game is over, which is false."""
        expect(self.status.or_(self.result)).to_contain_text(
            re.compile(rf"Your move|{OVER.pattern}", re.IGNORECASE)
        )
        return self.result.count() == 0

    def play_to_the_end(self, stone: str, in_a_row: int) -> None:
        """Play one side against a machine, until somebody has won or the board is full."""
        while self.my_turn():
            self.place(choose(self.look(), stone, in_a_row), stone)
        expect(self.result).to_be_visible()


def seat(who: str) -> dict[str, Any]:
    """Who sits there: "me", "open", "level:beginner", or a player's description."""
    if who in {"me", "open"}:
        return {"kind": "human", "open": who == "open"}
    if who.startswith("level:"):
        return {"kind": "level", "level": who.removeprefix("level:")}
    return {"kind": "player", "spec": who}


def open_game(
    page: Page,
    game: str,
    first: str = "me",
    second: str = "random",
    moves: tuple[int, ...] = (),
    seconds: float = QUICK,
) -> Table:
    """A new game without the form, for tests of what comes after it."""
    body = {"game": game, "seats": [seat(first), seat(second)], "time": seconds, "moves": moves}
    answer = page.request.post("/api/games", data=body)
    assert answer.ok, answer.text()
    page.goto(f"/games/{answer.json()['id']}")
    connected(page)
    return Table(page)


def places(page: Page, *others: Locator) -> list[float]:
    """Where things are on the page of a game, whatever it is scrolled to."""
    table = Table(page)
    shown = [
        table.board,
        page.get_by_test_id("player-0"),
        page.get_by_test_id("moves"),
        page.get_by_role("button", name="Share"),
        page.get_by_title("New game (n)"),
        *others,
    ]
    x, y = page.evaluate("document.fonts.ready.then(() => [window.scrollX, window.scrollY])")
    sides: list[float] = []
    for one in shown:
        box = one.bounding_box()
        assert box, one
        sides += [box["x"] + x, box["y"] + y, box["width"], box["height"]]
    return sides


def unmoved(places: list[float]) -> Any:
    """Equal to places that nobody sees a difference to."""
    return pytest.approx(places, abs=0.5)  # pixels


def missed_win(page: Page) -> Table:
    """A game of Gomoku that is over: Black could win on d8 or i8, played a15, and White won."""
    moves = ("e8", "e2", "f8", "f2", "g8", "g2", "h8", "h2", "a15")
    actions = tuple((int(name[1:]) - 1) * 15 + ord(name[0]) - ord("a") for name in moves)
    table = open_game(page, "gomoku", "me", "me", moves=actions)
    table.place("d2", "O")
    expect(table.result).to_be_visible()
    return table


def find_better(page: Page, move: str) -> Locator:
    """Look for a better move than a mistake, as 9. a15; the task."""
    mistake = page.get_by_test_id("mistakes").get_by_role("listitem").filter(has_text=move)
    mistake.get_by_test_id("find-better").click()
    return page.get_by_test_id("better-move")


def connected(page: Page) -> None:
    """Wait until the page of a game hears from the server."""
    expect(page.get_by_test_id("game")).to_have_attribute("data-connection", "open")


def choose(cells: dict[str, str], stone: str, in_a_row: int) -> str:
    """A move: where the row is that can still be completed and has most of one's stones.

    A row of the other's that only lacks one stone comes first, unless ours does too.
    """
    other = "O" if stone == "X" else "X"

    def worth(row: list[str]) -> int:
        held = [cells[name] for name in row]
        if "empty" not in held or (stone in held and other in held):
            return -1
        if other in held:
            return in_a_row if held.count(other) == in_a_row - 1 else -1
        return held.count(stone) + (held.count(stone) == in_a_row - 1) * in_a_row

    best = max(rows(cells, in_a_row), key=worth, default=[])
    if not best or worth(best) < 0:
        best = list(cells)
    return next(name for name in best if cells[name] == "empty")


def rows(cells: dict[str, str], length: int) -> list[list[str]]:
    """All rows of a length on a board, those in its middle first, and so the cells of each."""
    places = {(ord(name[0]) - ord("a"), int(name[1:])): name for name in cells}
    middle = [sum(place[axis] for place in places) / len(places) for axis in (0, 1)]

    def off(name: str) -> float:
        return abs(ord(name[0]) - ord("a") - middle[0]) + abs(int(name[1:]) - middle[1])

    found = []
    for x, y in places:
        for dx, dy in ((1, 1), (1, -1), (1, 0), (0, 1)):
            row = [places.get((x + dx * step, y + dy * step)) for step in range(length)]
            if None not in row:
                found.append(sorted((name for name in row if name), key=off))
    return sorted(found, key=lambda row: sum(map(off, row)))

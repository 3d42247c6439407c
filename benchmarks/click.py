"""From a click to its stone: a real browser and a real server, on loopback.

The page measures the times from the click to the frame that draws the pale stone, before the server
has answered, and to the frame that draws the stone, after the server has stored the move. The
promise is about the latter.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import expect, sync_playwright
from tests.browser.chromium import find_chromium, launch
from tests.browser.serving import Server
from tests.browser.table import Table, choose, open_game

CLICKS = 40
WARM_UP = 3  # clicks that do not count: the first ones load and compile
PROMISED = 50  # milliseconds, the median

# Notes [milliseconds to the pale stone, milliseconds to the stone] for every click.
WATCH = """
() => {
  window.times = [];
  let clicked = 0;
  let pale = null;
  const board = document.querySelector('[data-testid=board]');
  board.addEventListener('click', (event) => ([clicked, pale] = [event.timeStamp, null]), true);
  new MutationObserver((changes) => {
    if (!clicked) return;
    const since = clicked;
    if (changes.some(({ target }) => target.hasAttribute('data-stone'))) {
      clicked = 0;
      requestAnimationFrame(() => {
        const stone = performance.now() - since;
        window.times.push([pale ?? stone, stone]);
      });
    } else if (board.querySelector('.pending')) {
      requestAnimationFrame(() => (pale ??= performance.now() - since));
    }
  }).observe(board, {
    subtree: true, childList: true, attributes: true, attributeFilter: ['data-stone', 'class'],
  });
}
"""


def click() -> Iterator[str]:
    """Moves against greedy on a board of 15 x 15, a click each."""
    executable = find_chromium()
    if executable is None:
        yield "click to stone: not measured, there is no chromium here"
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            pale, stones = zip(*_measure(server.url, executable), strict=True)
        finally:
            server.kill()
    median = statistics.median(stones)
    yield (
        f"click to stone: {len(stones)} clicks, drawn pale after {statistics.median(pale):.0f} ms, "
        f"stored and drawn after {median:.0f} ms (medians), longest {max(stones):.0f} ms "
        f"(promised: {PROMISED} ms): {'kept' if median < PROMISED else 'BROKEN'}"
    )


def _measure(url: str, executable: str) -> list[tuple[float, float]]:
    times: list[tuple[float, float]] = []
    with sync_playwright() as playwright:
        browser = launch(playwright, executable)
        page = browser.new_page(base_url=url)
        while len(times) < CLICKS:
            table = open_game(page, "gomoku", "me", "greedy")
            page.evaluate(WATCH)
            times += _play(table)[WARM_UP:]
        browser.close()
    return times


def _play(table: Table) -> list[tuple[float, float]]:
    """One game; blocking what greedy joins makes it last."""
    while table.my_turn():
        name = choose(table.look(), "X", 5)
        table.place(name, "X")
    expect(table.result).to_be_visible()
    measured: list[tuple[float, float]] = table.page.evaluate("window.times")
    return measured

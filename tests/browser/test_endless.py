"""An analysis without end on a server with one worker: it gives way when somebody else waits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Server

ENDLESS = """localStorage.setItem('inarow.think',
  JSON.stringify({time: 0, continuous: true, player: 'mcts'}))"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, None, "--workers", "1")
    server.start()
    yield server
    server.kill()


def test_an_analysis_that_gave_way_says_so_and_goes_on_when_asked(open_page):
    # One worker serves one person, and one more: with a third, somebody waits.
    one, *others = open_page(), open_page(), open_page()
    one.add_init_script(ENDLESS)
    one.goto("/analyse?game=gomoku&moves=h8")
    figures = one.get_by_test_id("figures")
    expect(figures).to_have_attribute("data-live", "true")
    paused = one.get_by_test_id("analysis-paused")
    expect(paused).to_have_count(0)
    for other, moves in zip(others, ("h8i9", "h8i10"), strict=True):
        other.add_init_script(ENDLESS)
        other.goto(f"/analyse?game=gomoku&moves={moves}")
        expect(other.get_by_test_id("figures")).to_be_visible()
    expect(paused).to_contain_text("Paused")
    expect(figures).to_have_attribute("data-live", "false")
    expect(one.get_by_test_id("toggle-analysis")).to_have_attribute("aria-pressed", "true")
    for other in others:
        other.close()
    paused.get_by_role("button", name="Continue").click()
    expect(paused).to_have_count(0)
    expect(figures).to_have_attribute("data-live", "true")
    # Another position is another analysis.
    one.get_by_test_id("toggle-analysis").click()
    expect(figures).to_have_attribute("data-live", "false")
    expect(paused).to_have_count(0)

"""A connection that dies without a word is noticed, and no move is lost or made twice."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.proxy import ProxiedServer, Proxy
from tests.browser.table import Table, connected, open_game

NOTICED = 15_000  # milliseconds: ten seconds of silence, and some for a busy machine


@pytest.fixture
def server(server):
    proxy = Proxy(server.port)
    yield ProxiedServer(server, proxy)
    proxy.close()


@pytest.fixture(autouse=True)
def the_connection_may_be_missed(faults):
    faults.allow("WebSocket connection to|ERR_")


def moves_of(page, server):
    """The moves that the server has, asked past the proxy."""
    answer = page.request.get(f"{server.direct}/api/games/{page.url.rsplit('/', 1)[1]}")
    return answer.json()["names"]


@pytest.mark.parametrize("upwards", [True, False], ids=["lost", "stored"])
def test_a_move_on_a_dead_connection_is_made_once(page, server, upwards):
    """Whether the move is lost, or only the answer to it."""
    table = open_game(page, "tictactoe", "me", "me")
    table.place("b2", "X")
    server.proxy.cut(upwards=upwards)
    table.cell("a1").click()
    clicked = time.monotonic()
    notice = page.get_by_test_id("unconfirmed")
    expect(notice).to_contain_text("Not confirmed yet")
    assert 2 < time.monotonic() - clicked < 8
    expect(page.get_by_test_id("announcer")).to_contain_text("Not confirmed yet")
    expect(table.stones).to_have_count(1)  # and not as if it had been played
    assert moves_of(page, server) == (["b2"] if upwards else ["b2", "a1"])
    expect(page.get_by_test_id("reconnecting")).to_be_visible(timeout=NOTICED)
    server.proxy.mend()
    expect(table.cell("a1")).to_have_attribute("data-stone", "O", timeout=NOTICED)
    expect(table.stones).to_have_count(2)
    expect(notice).to_have_count(0)
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    expect(table.explanation).to_have_count(0)  # nothing was refused
    assert moves_of(page, server) == ["b2", "a1"]
    table.place("c3", "X")  # and the game goes on
    assert moves_of(page, server) == ["b2", "a1", "c3"]


def test_a_move_is_sent_again_only_once(page, server):
    table = open_game(page, "tictactoe", "me", "me")
    server.proxy.cut()
    table.cell("a1").click()
    expect(page.get_by_test_id("reconnecting")).to_be_visible(timeout=NOTICED)
    server.proxy.mend(deaf=True)  # the game comes, but what is sent again is lost as well
    connected(page)
    expect(page.get_by_test_id("unconfirmed")).to_be_visible()
    # The server hears nothing and gives up, and the page connects once more.
    expect(table.explanation).to_contain_text("play it again", timeout=NOTICED)
    expect(page.get_by_test_id("unconfirmed")).to_have_count(0)
    server.proxy.mend()
    connected(page)
    page.wait_for_timeout(1000)
    assert moves_of(page, server) == []  # it is not sent a third time
    table.cell("a1").click()
    expect(table.cell("a1")).to_have_attribute("data-stone", "X", timeout=NOTICED)
    assert moves_of(page, server) == ["a1"]


def test_the_analysis_notices_it_and_goes_on(page, server):
    page.goto("/analyse?game=gomoku&moves=h8")
    expect(Table(page).stones).to_have_count(1)
    page.get_by_test_id("toggle-analysis").click()
    expect(page.get_by_test_id("figures")).to_be_visible()
    server.proxy.cut()
    lost = page.get_by_test_id("analysis-lost")
    expect(lost).to_be_visible(timeout=NOTICED)
    server.proxy.mend()
    expect(lost).to_have_count(0, timeout=NOTICED)
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "true")
    expect(page.get_by_test_id("lines")).to_be_visible()

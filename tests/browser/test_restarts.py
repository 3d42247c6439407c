"""Nothing is lost: by a reload, by a server that restarts, nor by one that crashes."""

import urllib.request

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, connected, open_game


@pytest.fixture
def server(own_server):
    return own_server


@pytest.fixture(autouse=True)
def a_server_that_is_away_may_be_missed(faults):
    faults.allow("ERR_CONNECTION_|WebSocket connection to|status of 503")


def test_the_server_comes_back_where_it_was(server, page):
    page.goto("/")
    before = server.url
    server.restart()
    assert server.url == before
    with urllib.request.urlopen(f"{server.url}/api/health") as answer:
        assert answer.status == 200
    page.goto("/analyse")
    expect(page.locator("#app")).not_to_be_empty()


def test_reload_in_the_middle_of_a_game(page):
    table = open_game(page, "gomoku", "me", "greedy")
    for name in ("h8", "a15"):
        table.place(name, "X")
        assert table.my_turn()
    before = table.look()
    page.reload()
    connected(page)
    expect(table.stones).to_have_count(4)
    assert table.look() == before
    table.place("o15", "X")  # the seat is still ours
    assert table.my_turn()
    expect(table.stones).to_have_count(6)


@pytest.mark.parametrize("crash", [False, True], ids=["restart", "kill"])
def test_a_game_goes_on_when_the_server_is_back(server, page, crash):
    table = open_game(page, "gomoku", "me", "greedy")
    for name in ("h8", "a15"):
        table.place(name, "X")
        assert table.my_turn()
    table.place("o1", "X")  # acknowledged: the stone is on the board
    if crash:
        server.kill()
    else:
        server.stop()
    game = page.get_by_test_id("game")
    expect(game).not_to_have_attribute("data-connection", "open")
    expect(page.get_by_test_id("reconnecting")).to_be_visible()
    table.cell("a1").click()
    expect(table.explanation).not_to_be_empty()  # and not as if it had been played
    server.start()
    connected(page)  # by itself
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    assert table.my_turn()  # the machine has answered, before or after
    expect(table.stones).to_have_count(6)
    for name in ("h8", "a15", "o1"):
        expect(table.cell(name)).to_have_attribute("data-stone", "X")
    expect(table.cell("a1")).not_to_have_attribute("data-stone", "X")
    table.place("d4", "X")
    assert table.my_turn()
    expect(table.stones).to_have_count(8)


def test_a_game_is_found_again_on_the_first_page(server, page):
    table = open_game(page, "tictactoe", "me", "random")
    table.place("b2", "X")
    assert table.my_turn()
    address = page.url
    server.kill()
    server.start()
    page.goto("/")
    page.get_by_test_id("your-games").get_by_role("link").click()
    page.wait_for_url(address)
    connected(page)
    expect(Table(page).stones).to_have_count(2)

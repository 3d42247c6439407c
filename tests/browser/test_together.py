"""Several people at one game, each in a browser of their own."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import SIZES, Table, connected, open_game, places, unmoved

PHONE = {"width": 390, "height": 844}


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def invite(open_page, game="tictactoe", **options):
    """Two people at a game: the one who made it, and the one who took the other seat."""
    one, two = open_page(), open_page(**options)
    open_game(one, game, "me", "open")
    two.goto(one.url)
    connected(two)
    press(two, "Play")
    expect(one.get_by_test_id("invite")).to_have_count(0)
    return one, two


def test_two_play_by_link_and_a_third_watches(open_page):
    one = open_page()
    first = open_game(one, "tictactoe", "me", "open")
    link = one.get_by_test_id("invite").input_value()
    assert link == one.url

    two, three = open_page(), open_page()
    second, watcher = Table(two), Table(three)
    two.goto(link)
    connected(two)
    press(two, "Watch")
    second.cell("a1").click()
    expect(second.explanation).to_be_visible()  # a seat must be taken first
    expect(first.stones).to_have_count(0)
    press(two, "Play as O")  # watching can be thought better of
    expect(two.get_by_test_id("player-1")).to_contain_text("You")
    expect(one.get_by_test_id("invite")).to_have_count(0)  # nobody is waited for any more
    three.goto(link)
    connected(three)
    expect(three.get_by_test_id("invitation")).to_have_count(0)
    expect(three.get_by_role("button", name="Play as")).to_have_count(0)

    second.cell("b2").click()
    expect(second.explanation).to_contain_text("wait for your opponent")
    tables = (first, second, watcher)
    moves = [("b2", "X"), ("a1", "O"), ("b1", "X"), ("a2", "O"), ("b3", "X")]
    for turn, (name, stone) in enumerate(moves):
        watcher.cell(name).click()
        expect(watcher.explanation).to_contain_text("You are watching")
        tables[turn % 2].place(name, stone)
        for table in tables:  # by push: nobody reloads
            expect(table.stones).to_have_count(turn + 1)
            expect(table.cell(name)).to_have_attribute("data-stone", stone)
    expect(first.result).to_contain_text("You won")
    expect(second.result).to_contain_text("You lost")
    expect(watcher.result).to_contain_text("X won")
    # There is nothing that a watcher may do but look at it.
    expect(watcher.tools.get_by_role("button")).to_have_text(["Review game"])
    expect(three.get_by_test_id("watchers")).to_have_text("1 viewer")

    old = one.url
    first.result.get_by_role("button", name="Rematch").click()
    expect(one.get_by_test_id("offer")).to_contain_text("Rematch offered")
    expect(three.get_by_test_id("offer")).to_have_count(0)
    expect(two.get_by_test_id("offer")).to_contain_text("Your opponent wants a rematch")
    press(two, "Accept")
    for page in (one, two):  # both are led there
        page.wait_for_url(lambda url: url != old)
        connected(page)
        expect(Table(page).stones).to_have_count(0)
    expect(one).to_have_url(two.url)
    expect(two.get_by_test_id("player-0")).to_contain_text("You")
    three.get_by_role("link", name="rematch").click()  # the others may follow
    expect(three).to_have_url(two.url)
    one.go_back()  # the old game is as it was, and nobody is sent away again
    expect(first.result).to_contain_text("You won")
    expect(one).to_have_url(old)


def test_people_who_play_each_other_get_no_help(open_page):
    one, two = invite(open_page, "gomoku")
    for page in (one, two):
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
        expect(page.get_by_role("button", name="Ask every player")).to_have_count(0)
    Table(one).place("h8", "X")
    expect(Table(two).stones).to_have_count(1)


def test_the_invitation_on_loopback_says_how_others_reach_the_game(open_page, server, axe):
    one = open_page(viewport=PHONE)
    answer = {
        "reachable": False,
        "url": "http://192.168.0.7:8000",
        "command": "inarow serve --host 0.0.0.0 --port 8000",
    }
    one.route("**/api/network", lambda route: route.fulfill(json=answer))
    open_game(one, "gomoku", "me", "open")
    local = one.get_by_test_id("local-only")
    expect(local).to_contain_text("works on this computer only")
    expect(local).to_contain_text(answer["command"])
    # The command is read word by word: none is broken at its hyphens.
    for word in local.locator("code span").all():
        assert word.bounding_box()["height"] < 30, word.inner_text()
    link = one.url.replace(server.url, answer["url"])
    expect(one.get_by_test_id("network-link")).to_have_text(link)
    expect(one.get_by_role("img", name=f"QR code of {link}")).to_be_visible()
    assert axe(one) == []

    answer["reachable"] = True  # the server was restarted so
    one.reload()
    connected(one)
    expect(one.get_by_test_id("invite")).to_have_value(link)
    expect(one.get_by_role("img", name=f"QR code of {link}")).to_be_visible()
    expect(local).to_have_count(0)


def test_the_server_tells_its_own_page_how_it_is_reached(page):
    open_game(page, "gomoku", "me", "open")
    expect(page.get_by_test_id("local-only")).to_contain_text("inarow serve --host 0.0.0.0")


def test_the_invited_sees_what_they_are_invited_to(open_page, axe):
    one, two = open_page(), open_page(viewport=PHONE)
    open_game(one, "gomoku", "me", "open")
    press(one, "Change name")
    one.get_by_role("textbox", name="Name", exact=True).fill("Ann <b>]")
    press(one, "Save")
    expect(one.get_by_test_id("player-0")).to_contain_text("Ann <b>]")
    two.goto(one.url)
    connected(two)
    card = two.get_by_test_id("invitation")
    expect(card).to_contain_text(re.compile("You are invited to Gomoku 15 . 15 as White"))
    expect(card).to_contain_text("Ann <b>] is waiting for you")
    expect(card).to_be_in_viewport(ratio=1)
    assert axe(two) == []
    two.get_by_role("textbox", name="Your name").fill("Bob")
    press(two, "Play")
    expect(card).to_have_count(0)
    expect(one.get_by_test_id("player-1")).to_contain_text("Bob")
    expect(two.get_by_test_id("player-1")).to_contain_text("Bob")
    # The browser knows the name from now on, also for a new game.
    Table(one).place("h8", "X")
    two.get_by_text("Download").click()
    with two.expect_download() as download:
        two.get_by_role("link", name="sgf").click()
    record = download.value.path().read_text()
    assert "PW[Bob]" in record
    assert "PB[Ann <b>\\]]" in record
    open_game(two, "tictactoe", "me", "random")
    expect(two.get_by_test_id("player-0")).to_contain_text("Bob")


def test_a_takeback_is_proposed_and_accepted(open_page):
    one, two = invite(open_page)
    first, second = Table(one), Table(two)
    expect(first.tools.get_by_role("button", name="Takeback")).to_be_disabled()
    expect(first.tools.get_by_role("button", name="Redo")).to_have_count(0)
    first.place("b2", "X")
    second.place("a1", "O")
    expect(first.stones).to_have_count(2)
    one.keyboard.press("u")
    expect(one.get_by_test_id("offer")).to_contain_text("Waiting for your opponent")
    expect(two.get_by_test_id("offer")).to_contain_text("Your opponent proposes a takeback")
    expect(two.get_by_test_id("announcer")).to_contain_text("proposes a takeback")
    press(two, "Decline")
    expect(one.get_by_test_id("offer")).to_have_count(0)
    expect(one.get_by_test_id("notes")).to_contain_text("Takeback declined")
    expect(first.stones).to_have_count(2)
    second.press("Takeback")
    press(one, "Accept")
    for table in (first, second):
        expect(table.stones).to_have_count(1)
    second.place("c3", "O")


def test_a_draw_is_agreed(open_page, axe):
    one, two = invite(open_page)
    first, second = Table(one), Table(two)
    first.place("b2", "X")
    second.press("Draw")
    expect(one.get_by_test_id("offer")).to_contain_text("Your opponent offers a draw")
    assert axe(one) == []
    press(two, "Cancel")
    expect(one.get_by_test_id("offer")).to_have_count(0)
    second.press("Draw")
    expect(one.get_by_test_id("offer")).to_be_visible()
    second.place("a1", "O")  # a move withdraws it
    expect(one.get_by_test_id("offer")).to_have_count(0)
    first.press("Draw")
    expect(two.get_by_test_id("offer")).to_be_visible()
    press(two, "Accept")
    for table in (first, second):
        expect(table.result).to_contain_text("by agreement")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_with_an_offer_and_at_the_end(open_page, size):
    one, two = invite(open_page, "gomoku", viewport={"width": size[0], "height": size[1]})
    first, second = Table(one), Table(two)
    first.place("h8", "X")
    expect(second.stones).to_have_count(1)
    commands = [second.tools.get_by_role("button", name=name) for name in ("Takeback", "Resign")]
    before, room = places(two, *commands), places(two)
    for kind, words in (("Draw", "offers a draw"), ("Switch sides", "offers to switch sides")):
        first.press(kind)
        expect(two.get_by_test_id("offer")).to_contain_text(words)
        assert places(two, *commands) == unmoved(before)
        press(two, "Decline")
        expect(two.get_by_test_id("offer")).to_have_count(0)
        assert places(two, *commands) == unmoved(before)
    second.press("Draw")
    expect(two.get_by_test_id("offer")).to_contain_text("Waiting")
    assert places(two, *commands) == unmoved(before)
    press(one, "Accept")
    expect(second.result).to_contain_text("Draw")
    expect(two.get_by_test_id("evaluation")).to_be_visible()
    assert places(two) == unmoved(room)
    first.result.get_by_role("button", name="Rematch").click()
    expect(two.get_by_test_id("offer")).to_contain_text("wants a rematch")
    expect(two.get_by_test_id("evaluation")).to_be_hidden()  # not half of it below the offer
    assert places(two) == unmoved(room)


def test_the_list_of_games_tells_how_they_ended_for_the_one_who_looks(open_page):
    one, two = invite(open_page, "gomoku")
    Table(one).place("h8", "X")
    Table(two).press("Resign")
    two.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page, players, outcome in (
        (one, "You \N{EN DASH} Opponent", "You won"),
        (two, "Opponent \N{EN DASH} You", "You lost"),
    ):
        expect(Table(page).result).to_be_visible()
        page.goto("/")
        listed = page.get_by_test_id("your-games").get_by_role("link")
        expect(listed).to_contain_text(players)
        expect(listed).to_contain_text(f"{outcome} \N{MIDDLE DOT} 1 move")


def test_sides_are_switched_when_both_want_it(open_page):
    one, two = invite(open_page)
    Table(one).place("b2", "X")
    Table(one).press("Switch sides")
    expect(two.get_by_test_id("offer")).to_contain_text("offers to switch sides")
    press(two, "Accept")
    expect(one.get_by_test_id("player-1")).to_contain_text("You")
    Table(one).place("a1", "O")


def test_who_plays_both_sides_needs_no_offers(page):
    table = open_game(page, "tictactoe", "me", "me")
    table.place("b2", "X")
    table.press("Draw")
    page.get_by_role("dialog").get_by_role("button", name="Draw").click()
    expect(table.result).to_contain_text("by agreement")
    table.press("Undo")
    expect(table.result).to_have_count(0)
    expect(table.stones).to_have_count(1)


def test_one_sees_whether_the_opponent_is_there(open_page):
    one, two = invite(open_page)
    presence = one.get_by_test_id("presence")
    expect(presence).to_have_text("online")
    url = two.url
    two.goto("/")
    expect(presence).to_have_text("offline")  # they may only have reloaded
    expect(presence).to_have_text("Opponent left", timeout=40_000)
    expect(one.get_by_test_id("announcer")).to_have_text("Opponent left")
    two.goto(url)
    connected(two)
    expect(presence).to_have_text("online")


@pytest.mark.parametrize("first", ["open", "greedy"])
def test_every_open_seat_can_be_taken(open_page, first):
    one, two = open_page(), open_page()
    open_game(one, "tictactoe", first, "open")
    two.goto(one.url)
    connected(two)
    press(two, "Play as O" if first == "open" else "Play")
    expect(two.get_by_test_id("player-1")).to_contain_text("You")

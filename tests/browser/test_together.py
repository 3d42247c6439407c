"""Several people at one game, each in a browser of their own."""

from playwright.sync_api import expect

from tests.browser.table import Table, connected, open_game


def test_two_play_by_link_and_a_third_watches(open_page):
    one = open_page()
    first = open_game(one, "tictactoe", "me", "open")
    link = one.get_by_test_id("invite").input_value()
    assert link == one.url

    two, three = open_page(), open_page()
    second, watcher = Table(two), Table(three)
    two.goto(link)
    connected(two)
    second.cell("a1").click()
    expect(second.explanation).to_be_visible()  # a seat must be taken first
    expect(first.stones).to_have_count(0)
    two.get_by_role("button", name="Take this seat").click()
    expect(two.get_by_test_id("player-1")).to_contain_text("You")
    expect(one.get_by_test_id("invite")).to_have_count(0)  # nobody is waited for any more
    three.goto(link)
    connected(three)
    expect(three.get_by_role("button", name="Take this seat")).to_have_count(0)

    second.cell("b2").click()
    expect(second.explanation).to_contain_text("wait for the other player")
    tables = (first, second, watcher)
    moves = [("b2", "X"), ("a1", "O"), ("b1", "X"), ("a2", "O"), ("b3", "X")]
    for turn, (name, stone) in enumerate(moves):
        watcher.cell(name).click()
        expect(watcher.explanation).to_contain_text("You are watching")
        tables[turn % 2].place(name, stone)
        for table in tables:  # by push: nobody reloads
            expect(table.stones).to_have_count(turn + 1)
            expect(table.cell(name)).to_have_attribute("data-stone", stone)
    expect(first.result).to_contain_text("You win")
    expect(second.result).to_contain_text("You lose")
    expect(watcher.result).to_contain_text("X wins")
    expect(watcher.tools).to_have_count(0)  # there is nothing that a watcher may do
    expect(three.get_by_test_id("watchers")).to_have_text("3")

    first.result.get_by_role("button", name="Rematch").click()
    two.get_by_role("link", name="rematch").click()  # the others are led there
    for page in (one, two):
        connected(page)
        expect(Table(page).stones).to_have_count(0)
    expect(one).to_have_url(two.url)
    expect(two.get_by_test_id("player-0")).to_contain_text("You")


def test_people_who_play_each_other_get_no_help(open_page):
    one, two = open_page(), open_page()
    table = open_game(one, "gomoku", "me", "open")
    two.goto(one.url)
    two.get_by_role("button", name="Take this seat").click()
    expect(one.get_by_test_id("invite")).to_have_count(0)
    for page in (one, two):
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
        expect(page.get_by_role("button", name="Ask every player")).to_have_count(0)
    table.place("h8", "X")
    expect(Table(two).stones).to_have_count(1)

"""Links from other sites: who follows one is still the person who has the seats."""

from playwright.sync_api import expect

from tests.browser.table import connected, open_game

ELSEWHERE = "http://mail.example/"


def follow(page, faults, html):
    """Open a page of another site and press what is on it."""
    faults.allow("request to somewhere else: http://mail.example/")
    faults.allow("favicon")
    page.route(f"{ELSEWHERE}**", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(ELSEWHERE)
    page.locator("#go").click()


def test_a_link_in_web_mail_leads_to_your_own_seat(page, faults):
    open_game(page, "tictactoe", "me", "open")
    link = page.url
    expect(page.get_by_test_id("player-0")).to_contain_text("You")
    follow(page, faults, f'<a id="go" href="{link}">Your turn</a>')
    page.wait_for_url(link)
    connected(page)
    expect(page.get_by_test_id("player-0")).to_contain_text("You")


def test_a_form_of_another_site_does_not_take_the_seat_away(page, faults, server):
    open_game(page, "tictactoe", "me", "open")
    link = page.url
    faults.allow("403")
    target = f"{server.url}/api/games"
    follow(
        page, faults, f'<form method="post" action="{target}"><button id="go">Go</button></form>'
    )
    page.wait_for_url(target)
    page.goto(link)
    connected(page)
    expect(page.get_by_test_id("player-0")).to_contain_text("You")

"""The page of methods: what it shows is what the server has, and each method can be played."""

import pytest
from playwright.sync_api import expect

from inarow.server.play.methods import method_map
from tests.browser.table import Table

MAP = method_map()
SIGNS = str.maketrans("\N{MINUS SIGN}", "-", ",")


@pytest.mark.parametrize("chosen", MAP.games, ids=lambda each: each.game)
def test_each_game_has_all_its_methods_in_order(page, chosen):
    page.goto("/methods")
    page.get_by_text(chosen.title, exact=True).click()
    expect(page.get_by_role("region", name=f"Methods on {chosen.title}")).to_be_visible()
    rows = page.get_by_test_id("methods").locator("tbody tr")
    expect(rows).to_have_count(len(chosen.players))
    for row, method in zip(rows.all(), chosen.players, strict=True):
        assert row.get_attribute("data-method") == method.name
        elo = row.locator(".elo").inner_text()
        assert abs(int(elo.translate(SIGNS)) - method.elo) <= 0.5
        expect(row).to_contain_text(f"{method.wins} won, {method.draws} drawn")
        expect(row.get_by_role("link")).to_have_attribute("href", method.page)
        expect(row).to_contain_text(method.training_time or "none")
    expect(page.get_by_test_id("methods-page")).to_contain_text(MAP.command)


def test_from_the_header_to_a_game_against_a_method_and_back(page):
    page.goto("/")
    page.get_by_role("link", name="Methods").click()
    page.get_by_text(MAP.games[1].title, exact=True).click()
    page.get_by_role("button", name="Play against Greedy").click()
    table = Table(page)
    expect(page.get_by_test_id("player-1")).to_contain_text("Greedy")
    table.place("c3", "X")
    expect(table.stones).to_have_count(2)  # it answers
    page.go_back()
    chosen = page.get_by_test_id(f"methods-{MAP.games[1].game}")
    expect(chosen).to_be_checked()  # the same game as before

"""Runs from the page: started, watched to their end, their games replayed or played against."""

import re

from playwright.sync_api import expect

from tests.browser.table import Table

# Keeps what the chart of the points against random has shown since.
NOTE_READINGS = """
() => {
  window.readings = new Set();
  new MutationObserver(() => {
    const chart = document.querySelector('[aria-label^="Points against random as"]');
    if (chart) window.readings.add(chart.getAttribute('aria-valuetext'));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}
"""


def test_a_tournament_grows_to_its_end_and_is_replayed(page, open_page):
    page.goto("/lab")
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()  # ready-made, then changed
    for number in (4, 3):
        page.get_by_role("button", name=f"Leave out player {number}").click()
    page.get_by_role("combobox", name="Player 1").select_option("random")
    page.get_by_role("combobox", name="Player 2").select_option("greedy")
    page.get_by_label("Games of each pairing").fill("6")
    expect(page.get_by_test_id("tournament-problem")).to_contain_text("6 games")
    page.get_by_test_id("start-tournament").click()

    expect(page.get_by_test_id("run-page")).to_be_visible()
    page.evaluate("document.body.dataset.untouched = 'yes'")
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=120_000)
    assert page.evaluate("document.body.dataset.untouched") == "yes"  # it grew by itself
    expect(page.get_by_test_id("progress")).to_have_text("6 games")
    ratings = page.get_by_test_id("ratings").get_by_role("row")
    expect(ratings).to_have_count(3)
    expect(ratings.nth(1)).to_contain_text("greedy")
    expect(page.get_by_role("slider", name="Elo of each player")).to_have_attribute(
        "aria-valuetext", re.compile("greedy .*random|random .*greedy")
    )
    table = page.get_by_test_id("crosstable")
    result = table.get_by_role("button", name="against random")
    expect(result).to_have_accessible_name(re.compile("of 6 against random"))

    result.click()  # leads to the games of the pairing
    games = page.get_by_test_id("game-list")
    expect(games.get_by_role("row")).to_have_count(7)
    games.get_by_role("link", name="Replay game 1").first.click()
    board = Table(page)
    expect(page.get_by_test_id("replay")).to_be_visible()
    moves = page.get_by_test_id("moves").get_by_role("button")
    count = moves.count()
    assert count >= 5
    page.get_by_role("button", name="To the start").click()
    expect(board.stones).to_have_count(0)
    page.get_by_role("button", name="Move after").click()
    expect(board.stones).to_have_count(1)
    moves.last.click()
    expect(board.stones).to_have_count(count)
    expect(page.get_by_test_id("result")).not_to_be_empty()
    page.get_by_role("link", name="Open in analysis").click()
    expect(page.get_by_test_id("analyse-page")).to_be_visible()
    expect(board.stones).to_have_count(count)

    # Others can look at it, and only that.
    other = open_page()
    requests = []
    other.on("request", lambda request: requests.append(request.url))
    other.goto("/lab")
    run = other.get_by_test_id("run").first
    expect(run).to_contain_text("Finished")
    run.click()
    expect(other.get_by_test_id("crosstable")).to_be_visible()
    expect(other.get_by_role("button", name="Delete")).to_have_count(0)
    expect(other.get_by_test_id("game-list").get_by_role("row")).to_have_count(7)
    other.wait_for_timeout(2_000)
    asked = [url for url in requests if "/games?" in url]
    assert 1 <= len(asked) <= 2, asked  # when the page opens and when the run is loaded, no more


def test_a_tournament_that_cannot_be_is_explained(page, faults):
    faults.allow("status of 4")
    page.goto("/lab")
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
    page.get_by_role("combobox", name="Player 1").select_option("greedy")  # is there already
    page.get_by_test_id("start-tournament").click()
    expect(page.get_by_test_id("tournament-problem")).to_contain_text("greedy")
    expect(page).to_have_url(re.compile(r"/lab$"))


def test_a_training_grows_to_its_end_and_is_played_against(page, axe):
    page.goto("/lab")
    page.get_by_role("button", name="Training", exact=True).click()
    page.get_by_role("combobox", name="Learner").select_option("tabular")
    page.get_by_text("Tic-tac-toe", exact=True).click()
    page.get_by_label("games", exact=True).fill("1000000")
    page.get_by_text("Settings of tabular").click()
    page.get_by_label("Preset").select_option("paper")
    expect(page.get_by_label("Alpha")).to_have_value("0.1")  # as the preset has it
    page.get_by_label("Evaluation games").fill("50")
    expect(page.get_by_test_id("training-problem")).to_contain_text(
        "1,000,000 games, at most 15 min"
    )
    page.evaluate(NOTE_READINGS)
    page.get_by_test_id("start-training").click()

    expect(page.get_by_test_id("run-page")).to_be_visible()
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=120_000)
    assert page.evaluate("window.readings.size") > 1  # it grew by itself
    points = page.get_by_role("slider", name="Points against random")
    expect(page.get_by_test_id("progress")).to_have_text("1,000,000 games")
    expect(page.get_by_text("preset paper, evaluation games 50")).to_be_visible()
    expect(points).to_have_attribute(
        "aria-valuetext",
        re.compile(r"^1,000,000 games: moving first \d+ % \(.+ to .+\), moving second \d+ % \("),
    )
    points.press("Home")
    expect(points).to_have_attribute("aria-valuetext", re.compile("^50,000 games: "))
    expect(page.get_by_test_id("curves").get_by_role("slider")).to_have_count(6)
    page.get_by_role("button", name="Time", exact=True).click()
    expect(points).to_have_attribute("aria-valuetext", re.compile(r"^[\d.]+ s: "))
    checkpoints = page.get_by_test_id("checkpoints").get_by_role("row")
    expect(checkpoints).to_have_count(21)
    expect(checkpoints.last).to_contain_text("last")
    assert axe(page) == []

    checkpoints.last.get_by_role("button", name="as it was after 1,000,000 games").click()
    board = Table(page)
    expect(page.get_by_test_id("player-1")).to_contain_text("games=1000000")
    board.place("b2", "X")
    expect(board.stones).to_have_count(2)
    assert board.my_turn()


def test_a_training_that_cannot_be_is_explained(page, faults):
    faults.allow("status of 4")
    page.goto("/lab")
    page.get_by_role("button", name="Training", exact=True).click()
    page.get_by_text("Gomoku", exact=True).click()
    page.get_by_test_id("start-training").click()
    expect(page.get_by_test_id("training-problem")).to_contain_text("cannot learn gomoku")
    expect(page).to_have_url(re.compile(r"/lab$"))


def test_a_training_is_stopped_resumed_and_deleted(page):
    body = {"learner": "tabular", "game": "4x4x3", "games": 1_000_000}
    answer = page.request.post("/api/lab/trainings", data=body)
    assert answer.ok, answer.text()
    page.goto(f"/lab/{answer.json()['id']}")
    state = page.get_by_test_id("state")
    expect(state).to_have_text("Running", timeout=120_000)
    page.get_by_role("button", name="Stop").click()
    expect(state).to_have_text("Stopped")
    page.get_by_role("button", name="Resume").click()
    expect(state).to_have_text("Running", timeout=120_000)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page).to_have_url(re.compile(r"/lab$"))

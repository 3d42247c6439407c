"""Runs from the page: started, watched to their end, their games replayed or played against."""

import re

from playwright.sync_api import expect

from tests.browser.table import Table

# Keeps what the chart of the points against random has shown since.
NOTE_READINGS = """
() => {
  window.readings = new Set();
  new MutationObserver(() => {
    const chart = document.querySelector('[aria-label^="Points against Random as"]');
    if (chart) window.readings.add(chart.getAttribute('aria-valuetext'));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}
"""


def test_a_tournament_grows_to_its_end_and_is_replayed(page, open_page):
    page.goto("/lab")
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()  # ready-made, then changed
    for number in (4, 3):
        page.get_by_role("button", name=f"Remove player {number}").click()
    page.get_by_role("combobox", name="Player 1").select_option("random")
    page.get_by_role("combobox", name="Player 2").select_option("greedy")
    page.get_by_label("Games per pairing").fill("6")
    expect(page.get_by_test_id("tournament-problem")).to_contain_text("6 games")
    page.get_by_test_id("start-tournament").click()

    expect(page.get_by_test_id("run-page")).to_be_visible()
    page.evaluate("document.body.dataset.untouched = 'yes'")
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=120_000)
    assert page.evaluate("document.body.dataset.untouched") == "yes"  # it grew by itself
    expect(page.get_by_test_id("progress")).to_have_text("6 games")
    ratings = page.get_by_test_id("ratings").get_by_role("row")
    expect(ratings).to_have_count(3)
    expect(ratings.nth(1)).to_contain_text("Greedy")
    expect(page.get_by_role("slider", name="Elo of each player")).to_have_attribute(
        "aria-valuetext", re.compile("Greedy .*Random|Random .*Greedy")
    )
    table = page.get_by_test_id("crosstable")
    result = table.get_by_role("button", name="against Random")
    expect(result).to_have_accessible_name(re.compile("of 6 against Random"))

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
    page.get_by_role("button", name="Next").click()
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


def finished_tournament(page, **changes):
    """The id of a tournament that was played to its end."""
    body = {"players": ["random", "greedy"], "game": "tictactoe", "games": 30} | changes
    answer = page.request.post("/api/lab/tournaments", data=body)
    assert answer.ok, answer.text()
    run = answer.json()["id"]
    page.goto(f"/lab/{run}")
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=120_000)
    return run


def test_going_back_leads_to_the_same_place(page):
    run = finished_tournament(page)
    page.get_by_role("button", name="Who is stronger").click()
    page.get_by_role("combobox", name="Against").select_option("greedy")
    page.get_by_role("button", name="Next", exact=True).click()
    games = page.get_by_test_id("game-list")
    expect(games.get_by_role("row")).to_have_count(11)
    link = games.get_by_role("link").last
    expect(link).to_have_text("30")
    link.scroll_into_view_if_needed()
    page.wait_for_timeout(400)
    place = page.evaluate("scrollY")
    assert place > 200

    def as_it_was():
        expect(page).to_have_url(re.compile(f"/lab/{run}$"))
        expect(games.get_by_role("row")).to_have_count(11)
        expect(page.get_by_role("combobox", name="Against")).to_have_value("greedy")
        expect(page.get_by_text("21 to 30 of 30")).to_be_visible()
        expect(page.get_by_role("button", name="Who is stronger")).to_have_attribute(
            "aria-pressed", "true"
        )
        page.wait_for_function(f"Math.abs(scrollY - {place}) < 3")

    link.click()
    expect(page).to_have_url(re.compile(f"/lab/{run}/30$"))
    expect(page.get_by_role("heading", name="Game 30")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    as_it_was()
    # The link on the page leads there as well, also from the game before.
    link.click()
    page.get_by_role("link", name="Game 29").click()
    expect(page.get_by_role("heading", name="Game 29")).to_be_visible()
    page.get_by_role("link", name="Tournament").click()
    as_it_was()
    page.reload()
    as_it_was()

    # Of the list of runs: what was chosen.
    page.get_by_role("link", name="Lab").last.click()
    page.get_by_role("button", name="Training", exact=True).click()
    page.get_by_test_id("run").first.click()
    expect(page.get_by_test_id("run-page")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("start-training")).to_be_visible()


def test_a_replay_comes_back_at_the_same_move(page):
    run = finished_tournament(page, games=2)
    page.goto(f"/lab/{run}/1")
    page.get_by_test_id("moves").locator('[data-ply="2"]').click()
    expect(Table(page).stones).to_have_count(2)
    page.get_by_role("link", name="Open in analysis").click()
    expect(page.get_by_test_id("analyse-page")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("replay")).to_be_visible()
    expect(Table(page).stones).to_have_count(2)


def test_games_are_counted_from_1(page, faults):
    faults.allow("status of 4")
    run = finished_tournament(page, games=2)
    first = page.get_by_test_id("game-list").get_by_role("link").first
    expect(first).to_have_text("1")
    expect(first).to_have_attribute("href", f"/lab/{run}/1")
    page.goto(f"/lab/{run}/2")
    expect(page.get_by_role("heading", name="Game 2")).to_be_visible()
    expect(page.get_by_role("link", name="Game 1")).to_be_visible()
    expect(page.get_by_role("link", name="Game 3")).to_have_count(0)
    page.goto(f"/lab/{run}/3")
    expect(page.get_by_text("This tournament has no game 3: it has 2 so far.")).to_be_visible()
    page.goto(f"/lab/{run}/0")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


def test_the_winner_is_seen_on_a_phone(open_page):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    players = ["negamax:depth=2", "mcts:sims=20"]
    finished_tournament(page, game="10x10x5", players=players, games=2)
    for name in ("Black", "White", "Winner"):
        head = page.get_by_test_id("game-list").get_by_role("columnheader", name=name)
        expect(head).to_be_visible()
        box = head.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390 - 12
    row = page.get_by_test_id("game-list").get_by_role("row").nth(1)
    expect(row).to_contain_text("MCTS (20 simulations)")  # as people write it
    expect(row.get_by_role("cell").nth(2)).to_have_text(re.compile("^(Black|White|Draw)$"))


def test_players_and_results_are_told_as_people_say_them(page):
    finished_tournament(page, games=2, players=["random", "negamax:depth=2"])
    heading = page.get_by_role("heading", name="Tic-tac-toe: Random and Negamax (depth 2)")
    expect(heading).to_be_visible()
    expect(page.get_by_test_id("game-list")).to_contain_text("three in a row")  # not "line"
    shown = page.get_by_test_id("run-page").inner_text()
    assert re.findall(r"\b(random|negamax|tictactoe)\b", shown) == []


def test_a_run_is_downloaded(page):
    run = finished_tournament(page, games=2)
    files = page.get_by_test_id("downloads")
    for title, name in [
        ("Ratings (CSV)", "ratings.csv"),
        ("Games (JSON Lines)", "games.jsonl"),
        ("Games (SGF)", "games.sgf"),
        ("Report (HTML)", "report.html"),
    ]:
        with page.expect_download(timeout=120_000) as waiting:
            files.get_by_role("link", name=title).click()
        saved = waiting.value
        assert saved.suggested_filename == f"tic-tac-toe-random-and-greedy-{run}-{name}"
        assert saved.path().stat().st_size > 50
    expect(page).to_have_url(re.compile(f"/lab/{run}$"))


def test_a_tournament_that_cannot_be_is_explained(page):
    page.goto("/lab")
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
    page.get_by_role("combobox", name="Player 1").select_option("greedy")  # is there already
    page.get_by_test_id("start-tournament").click()
    problem = "Greedy is in the list twice: change a parameter."
    expect(page.get_by_test_id("tournament-problem")).to_have_text(problem)
    expect(page).to_have_url(re.compile(r"/lab$"))


def test_a_training_grows_to_its_end_and_is_played_against(page, axe):
    page.goto("/lab")
    page.get_by_role("button", name="Training", exact=True).click()
    page.get_by_role("combobox", name="Learner").select_option("tabular")
    page.get_by_text("Tic-tac-toe", exact=True).click()
    page.get_by_label("games", exact=True).fill("1000000")
    page.get_by_text("Settings of Tabular").click()
    page.get_by_label("Preset").select_option("paper")
    expect(page.get_by_role("spinbutton", name="Alpha")).to_have_value(
        "0.1"
    )  # as the preset has it
    page.get_by_label("Evaluation games").fill("50")
    expect(page.get_by_test_id("training-problem")).to_contain_text("1,000,000 games, up to 15 min")
    page.evaluate(NOTE_READINGS)
    page.get_by_test_id("start-training").click()

    expect(page.get_by_test_id("run-page")).to_be_visible()
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=120_000)
    assert page.evaluate("window.readings.size") > 1  # it grew by itself
    points = page.get_by_role("slider", name="Points against Random")
    expect(page.get_by_test_id("progress")).to_have_text("1,000,000 games")
    expect(page.get_by_text("preset paper, evaluation games 50")).to_be_visible()
    expect(points).to_have_attribute(
        "aria-valuetext",
        re.compile(r"^1,000,000 games: moving first \d+ % \(.+ to .+\), moving second \d+ % \("),
    )
    points.press("Home")
    expect(points).to_have_attribute("aria-valuetext", re.compile("^50,000 games: "))
    expect(page.get_by_test_id("curves").get_by_role("slider")).to_have_count(5)
    page.get_by_role("button", name="Time", exact=True).click()
    expect(points).to_have_attribute("aria-valuetext", re.compile(r"^[\d.]+ s: "))
    checkpoints = page.get_by_test_id("checkpoints").get_by_role("row")
    expect(checkpoints).to_have_count(21)
    expect(checkpoints.last).to_contain_text("last")
    evaluation = page.get_by_test_id("evaluation").get_by_role("row")
    expect(evaluation).to_have_count(3)
    expect(evaluation.nth(1)).to_contain_text(re.compile(r"Random.*%.*\+\d+ =\d+ "))
    samples = page.get_by_test_id("samples").get_by_role("link")
    expect(samples.first).to_have_text("After 1,000,000 games, against Greedy")
    assert axe(page) == []
    samples.first.click()
    expect(page.get_by_test_id("moves").get_by_role("button").nth(4)).to_be_visible()
    page.go_back()

    checkpoints.last.get_by_role("button", name="Watch it play itself").click()
    for side in (0, 1):
        expect(page.get_by_test_id(f"player-{side}")).to_contain_text("1,000,000 games")
    page.go_back()

    checkpoints.last.get_by_role(
        "button", name="Play against it as it was after 1,000,000 games"
    ).click()
    board = Table(page)
    expect(page.get_by_test_id("player-1")).to_contain_text("1,000,000 games")
    board.place("b2", "X")
    expect(board.stones).to_have_count(2)
    assert board.my_turn()


def test_a_training_that_cannot_be_is_explained(page, faults):
    faults.allow("status of 4")
    page.goto("/lab")
    page.get_by_role("button", name="Training", exact=True).click()
    page.get_by_text("Gomoku", exact=True).click()
    page.get_by_test_id("start-training").click()
    expect(page.get_by_test_id("training-problem")).to_contain_text("Tabular cannot learn Gomoku")
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

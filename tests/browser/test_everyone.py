"""The page for everyone: axe, themes, phones, less motion, little to load."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, open_game

THEMES = ["light", "dark", "high-contrast", "colour-blind-safe"]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
CHANGE_THEME = "theme => { document.documentElement.dataset.theme = theme }"
PAGE_BYTES = 300_000  # compressed, of a first load


def show_start(page):
    page.goto("/")
    expect(page.get_by_test_id("play")).to_be_visible()
    expect(page.get_by_test_id("board")).to_be_visible()


def show_tictactoe(page):
    table = open_game(page, "tictactoe", "me", "me")
    for name, stone in [("b2", "X"), ("a1", "O"), ("b1", "X"), ("a2", "O"), ("b3", "X")]:
        table.place(name, stone)
    expect(table.result).to_be_visible()


def show_gomoku(page):
    table = open_game(page, "gomoku", "me", "engine", seconds=0.3)
    table.place("h8", "X")
    assert table.my_turn()
    table.cell("h8").click()
    expect(table.explanation).to_be_visible()
    expect(page.get_by_test_id("lines")).to_be_visible()


def show_ultimate(page):
    table = open_game(page, "ultimate", "me", "mcts:sims=200")
    for _ in range(2):
        cells = table.look()
        table.place(next(name for name in cells if cells[name] == "empty"), "X")
        assert table.my_turn()


def show_analysis(page):
    page.goto("/analyse?game=gomoku&moves=h8a1i8a2j8a3")
    expect(Table(page).stones).to_have_count(6)
    page.get_by_test_id("toggle-threats").click()
    expect(page.get_by_test_id("victory")).to_be_visible()
    page.get_by_test_id("open-export").click()
    expect(page.get_by_role("textbox", name="The game as")).not_to_have_value("")


def show_answers(page):
    page.goto("/analyse?game=tictactoe&moves=b2a1")
    page.get_by_test_id("ask-everyone").click()
    expect(page.get_by_test_id("ask-state")).to_have_text(
        re.compile(r"^\d+ answers$"), timeout=60_000
    )


def show_lab(page):
    page.goto("/lab")
    expect(page.get_by_test_id("start-tournament")).to_be_visible()
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()


def show_run(page):
    body = {"players": ["random", "greedy"], "game": "tictactoe", "games": 2}
    answer = page.request.post("/api/lab/tournaments", data=body)
    assert answer.ok, answer.text()
    page.goto(f"/lab/{answer.json()['id']}")
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=120_000)
    expect(page.get_by_test_id("game-list")).to_be_visible()


def show_new_training(page):
    page.goto("/lab")
    page.get_by_role("button", name="Training", exact=True).click()
    page.get_by_text("Settings of tabular").click()
    expect(page.get_by_label("Alpha")).to_be_visible()


def show_training(page):
    body = {"learner": "tabular", "game": "tictactoe", "games": 500}
    answer = page.request.post("/api/lab/trainings", data=body)
    assert answer.ok, answer.text()
    page.goto(f"/lab/{answer.json()['id']}")
    expect(page.get_by_test_id("state")).to_have_text("Finished", timeout=120_000)
    expect(page.get_by_test_id("checkpoints")).to_be_visible()


def show_replay(page):
    show_run(page)
    page.get_by_role("link", name="Replay game 1").click()
    expect(page.get_by_test_id("replay")).to_be_visible()


def show_invitation(page):
    open_game(page, "gomoku:size=19", "me", "open")
    expect(page.get_by_test_id("invite")).to_be_visible()


def show_help(page):
    page.goto("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def show_settings(page):
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


VIEWS = {
    "start": show_start,
    "tictactoe": show_tictactoe,
    "gomoku": show_gomoku,
    "ultimate": show_ultimate,
    "analysis": show_analysis,
    "answers": show_answers,
    "lab": show_lab,
    "run": show_run,
    "new training": show_new_training,
    "training": show_training,
    "replay": show_replay,
    "invitation": show_invitation,
    "help": show_help,
    "settings": show_settings,
}


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_keeps_nobody_out(open_page, axe, view):
    """No grave fault of accessibility, in any theme, on a desk and on a phone."""
    page = open_page(viewport=DESK, reduced_motion="reduce")
    VIEWS[view](page)
    found = [f"on a desk: {fault}" for fault in axe(page)]
    for theme in THEMES:
        page.evaluate(CHANGE_THEME, theme)
        # What a theme changes are colours.
        found += [f"{theme}: {fault}" for fault in axe(page, ["color-contrast"])]
    page.set_viewport_size(PHONE)
    found += [f"on a phone: {fault}" for fault in axe(page)]
    assert not found, "\n".join(found)
    width, room = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert width <= room, "the page must be scrolled sideways on a phone"


def test_a_theme_is_chosen_and_stays(page):
    page.goto("/")
    root = page.locator("html")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    colours = []
    for title, theme in [("Light", "light"), ("Dark", "dark"), ("High contrast", "high-contrast")]:
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("dialog").get_by_label(title, exact=True).check()
        expect(root).to_have_attribute("data-theme", theme)
        colours.append(page.evaluate(ground))
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Settings")).to_be_hidden()
    assert colours[0] != colours[1]
    page.reload()
    expect(root).to_have_attribute("data-theme", "high-contrast")


def test_the_theme_is_that_of_the_system_at_first(open_page):
    grounds = []
    for scheme in ("light", "dark"):
        page = open_page(color_scheme=scheme)
        page.goto("/")
        grounds.append(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    light, dark = (sum(map(int, re.findall(r"\d+", ground)[:3])) for ground in grounds)
    assert light > 600
    assert dark < 200


# Milliseconds of the longest animation or transition that ran since this was put on the page.
LONGEST = """
() => {
  window.longest = 0;
  for (const kind of ['animationstart', 'transitionrun'])
    document.addEventListener(kind, () => {
      for (const one of document.getAnimations())
        window.longest = Math.max(window.longest, one.effect.getComputedTiming().duration);
    });
}
"""


def test_reduced_motion_is_respected(open_page):
    longest = {}
    for wish in ("no-preference", "reduce"):
        page = open_page(reduced_motion=wish)
        table = open_game(page, "tictactoe", "me", "me")
        page.evaluate(LONGEST)
        for name, stone in [("b2", "X"), ("a1", "O"), ("b1", "X"), ("a2", "O"), ("b3", "X")]:
            table.place(name, stone)
        expect(table.board.locator("line.win")).to_have_count(1)
        longest[wish] = page.evaluate("window.longest")
    assert longest["no-preference"] > 50  # so it would be seen
    assert longest["reduce"] < 1


def test_play_on_a_phone_by_touch(open_page):
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/")
    page.get_by_text("Tic-tac-toe", exact=True).tap()
    page.get_by_test_id("seat-1").select_option("level:beginner")
    page.get_by_test_id("play").tap()
    table = Table(page)
    table.cell("b2").tap()
    expect(table.cell("b2")).to_have_attribute("data-stone", "X")
    box = table.board.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


@pytest.mark.parametrize("view", ["start", "gomoku", "analysis", "lab"])
def test_little_is_loaded(page, view):
    """The whole first load, as it comes over the wire."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    asked, received = set(), {}
    session.on("Network.requestWillBeSent", lambda event: asked.add(event["requestId"]))
    session.on(
        "Network.loadingFinished",
        lambda event: received.update({event["requestId"]: event["encodedDataLength"]}),
    )
    VIEWS[view](page)
    while asked - set(received):
        page.evaluate("new Promise(requestAnimationFrame)")
    assert len(received) > 3
    assert sum(received.values()) < PAGE_BYTES


@pytest.mark.parametrize("view", ["/", "/lab", "/analyse"])
def test_a_page_that_is_left_alone_asks_for_nothing(page, view):
    page.goto(view, wait_until="networkidle")  # half a second without a request
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)
    assert asked == []

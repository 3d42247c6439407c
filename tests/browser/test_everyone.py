"""The page for everyone: axe, themes, phones, less motion, little to load."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, find_better, missed_win, open_game

THEMES = ["light", "dark", "high-contrast", "colour-blind-safe"]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
CHANGE_THEME = "theme => { document.documentElement.dataset.theme = theme }"
PAGE_BYTES = 120_000  # compressed, of a first load
LATER_BYTES = 150_000  # likewise, of pages that load parts of their own


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
    page.get_by_test_id("thoughts").locator("summary").click()
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


def show_methods(page):
    page.goto("/methods")
    expect(page.get_by_test_id("methods")).to_be_visible()


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
    page.get_by_text("Settings of Tabular").click()
    expect(page.get_by_role("spinbutton", name="Alpha")).to_be_visible()


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


def show_review(page):
    missed_win(page)
    expect(find_better(page, "9. a15")).to_be_visible()


def show_variations(page):
    page.goto("/analyse?game=gomoku&moves=h8i9g7")
    table = Table(page)
    expect(table.stones).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(table.stones).to_have_count(2)
    table.place("g9", "X")
    page.get_by_role("button", name="Comment", exact=True).click()
    page.get_by_role("textbox", name="Comment on g9").fill("Why not?")


def show_how_to_play(page):
    page.goto("/")
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_role("dialog")).to_be_visible()


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
    "methods": show_methods,
    "lab": show_lab,
    "run": show_run,
    "new training": show_new_training,
    "training": show_training,
    "replay": show_replay,
    "invitation": show_invitation,
    "review": show_review,
    "variations": show_variations,
    "how to play": show_how_to_play,
    "help": show_help,
    "settings": show_settings,
}


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_keeps_nobody_out(open_page, axe, view):
    """No fault of accessibility, in any theme, on a desk and on a phone."""
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


# The contrast of two colours, as WCAG defines it; 3 is the least for what is not text.
CONTRAST = """
([mark, markProperty, ground, groundProperty]) => {
  const luminance = (selector, property) => {
    const colour = getComputedStyle(document.querySelector(selector))[property];
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [one, other] = [luminance(mark, markProperty), luminance(ground, groundProperty)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
"""


def test_a_hint_and_the_bar_are_seen_in_every_theme(page):
    table = open_game(page, "gomoku", "me", "level:beginner")
    table.press("Hint")
    expect(page.get_by_test_id("hint-text")).to_be_visible()
    expect(page.get_by_test_id("evaluation-bar")).to_be_visible()
    hint = ["[data-mark=hint] .sign", "stroke", "[data-testid=board] .wood", "fill"]
    bar = ["[data-testid=evaluation-bar]", "borderTopColor", "html", "backgroundColor"]
    for theme in THEMES:
        page.evaluate(CHANGE_THEME, theme)
        assert page.evaluate(CONTRAST, hint) >= 3, theme
        assert page.evaluate(CONTRAST, bar) >= 3, theme


# Of the numbers on the heat map, the one that is hardest to read: ink on heat on the board.
HEAT_CONTRAST = """
() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const board = document.querySelector('[data-testid=board]');
  const below = parts(getComputedStyle(board.querySelector('.wood, .paper')).fill);
  const ratios = [...board.querySelectorAll('.figure')].map((number) => {
    const heat = getComputedStyle(number.previousElementSibling);
    const share = Number(heat.opacity);
    const mixed = parts(heat.fill).map((part, i) => share * part + (1 - share) * below[i]);
    const [one, other] = [parts(getComputedStyle(number).fill), mixed].map(luminance);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
  return Math.min(...ratios);
}
"""


@pytest.mark.parametrize(("game", "moves"), [("gomoku", "h8i9g7i7h7"), ("7x6x4", "a1a6")])
def test_numbers_on_the_heat_map_are_read_in_every_theme(page, game, moves):
    page.add_init_script(
        "localStorage.setItem('inarow.think', JSON.stringify({player: 'mcts', time: 0.3}))"
    )
    page.goto(f"/analyse?game={game}&moves={moves}")
    page.get_by_test_id("toggle-analysis").click()
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "false")
    assert page.get_by_test_id("board").locator(".figure").count() >= 4
    for theme in THEMES:
        page.evaluate(CHANGE_THEME, theme)
        assert page.evaluate(HEAT_CONTRAST) >= 4.5, theme


def test_ticks_of_the_settings_stand_beside_their_texts(open_page):
    page = open_page(viewport={"width": 320, "height": 568})
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    for name in ("Move numbers on stones", "A soft sound with each move"):
        tick = page.get_by_label(name).bounding_box()
        text = page.get_by_role("dialog").get_by_text(name).bounding_box()
        assert text["x"] >= tick["x"] + tick["width"]
        assert text["y"] < tick["y"] + tick["height"]


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
    page.get_by_test_id("level-beginner").check(force=True)
    page.get_by_test_id("play").tap()
    table = Table(page)
    table.cell("b2").tap()
    expect(table.cell("b2")).to_have_attribute("data-stone", "X")
    box = table.board.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_the_board_is_usable_on_a_page_enlarged_to_200_percent(open_page):
    page = open_page(viewport={"width": 640, "height": 360})  # of 1280 x 720
    table = open_game(page, "gomoku", "me", "me")
    for _ in range(2):
        assert smaller_side(table) >= 20
        table.board.scroll_into_view_if_needed()
        expect(table.board).to_be_in_viewport(ratio=0.99)  # whole, by parts of pixels
        table.place("h8", "X")
        page.goto("/analyse?game=gomoku")


@pytest.mark.parametrize("size", [PHONE, {"width": 640, "height": 360}], ids=["phone", "zoomed"])
def test_the_better_move_is_found_with_the_board_in_view(open_page, size):
    page = open_page(viewport=size)
    table = missed_win(page)
    task = find_better(page, "9. a15")
    for _ in range(2):
        expect(table.board).to_be_in_viewport(ratio=0.5)
        expect(task).to_be_in_viewport(ratio=1)
        table.cell("h5").click()
        expect(task).to_contain_text("h5 does not hold")
        expect(table.board.locator("[data-ghost='9']")).to_have_count(1)  # the move that was tried


def smaller_side(table):
    box = table.cell("h8").bounding_box()
    return min(box["width"], box["height"])


def test_on_small_cells_the_first_tap_shows_and_the_second_plays(open_page):
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    table = open_game(page, "gomoku", "me", "me")
    table.cell("h8").tap()
    expect(table.explanation).to_contain_text("Tap h8 again")
    expect(table.stones).to_have_count(0)
    table.cell("h8").tap()
    expect(table.stones).to_have_count(1)
    table = open_game(page, "tictactoe", "me", "me")  # a finger hits these
    table.cell("b2").tap()
    expect(table.stones).to_have_count(1)
    page.goto("/analyse?game=gomoku")
    table.cell("h8").tap()
    expect(table.status).to_have_text("Tap h8 again to play there.")
    expect(table.stones).to_have_count(0)
    table.cell("h8").tap()
    expect(table.stones).to_have_count(1)


@pytest.mark.parametrize("view", ["gomoku", "analysis", "methods", "lab"])
def test_no_page_is_wider_than_the_smallest_phone(open_page, view):
    page = open_page(viewport={"width": 320, "height": 568})  # also 1280 enlarged to 400 %
    VIEWS[view](page)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.goto("/")
    expect(page.get_by_test_id("play")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (320, 568), (640, 360)], ids=["phone", "small", "zoomed"]
)
def test_menus_stay_on_the_screen(open_page, width, height):
    page = open_page(viewport={"width": width, "height": height})
    open_game(page, "gomoku", "me", "random")
    button = page.get_by_text("Download")
    # At the lower edge of the window, where it has no room below.
    button.evaluate("one => one.scrollIntoView({ block: 'end' })")
    button.click()
    formats = page.get_by_role("link").filter(has_text=re.compile("^(SGF|PSQ|Moves|JSON)"))
    expect(formats).to_have_count(4)
    for link in formats.all():
        expect(link).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("view", "most"),
    [
        ("start", PAGE_BYTES),
        ("gomoku", PAGE_BYTES),
        ("analysis", LATER_BYTES),
        ("lab", LATER_BYTES),
    ],
)
def test_little_is_loaded(page, view, most):
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
    assert sum(received.values()) < most


@pytest.mark.parametrize("view", ["/", "/lab", "/analyse"])
def test_a_page_that_is_left_alone_asks_for_nothing(page, view):
    page.goto(view, wait_until="networkidle")  # half a second without a request
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(10):  # on a busy machine, parts of the page may come late
        asked.clear()
        page.wait_for_timeout(1500)
        if not asked:
            break
    assert asked == []

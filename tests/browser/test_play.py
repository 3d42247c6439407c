"""Whole games against machines, from the first page to the result, by mouse and by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import OVER, Table, choose, connected, open_game

TILES = {"tictactoe": "Tic-tac-toe", "gomoku": "Gomoku", "ultimate": "Ultimate"}


@pytest.mark.parametrize(
    ("game", "in_a_row", "result"), [("tictactoe", 3, "You won|Draw"), ("gomoku", 5, "You won")]
)
def test_a_whole_game_by_mouse(page, game, in_a_row, result):
    start(page, game)
    table = Table(page)
    expect(page.get_by_test_id("player-0")).to_contain_text("You")
    expect(page.get_by_test_id("player-1")).to_contain_text("Random")
    table.play_to_the_end("X", in_a_row)
    expect(table.result).to_contain_text(re.compile(result, re.IGNORECASE))
    line = table.board.locator('[aria-label*="winning line"]')
    if "won" in table.result.inner_text():
        expect(line).to_have_count(in_a_row)
        assert {cell.get_attribute("data-stone") for cell in line.all()} == {"X"}
        expect(table.board.locator("line.win")).to_have_count(1)
    else:
        expect(line).to_have_count(0)
    moves = page.get_by_test_id("moves").get_by_role("button")
    expect(moves).to_have_count(table.stones.count())


def test_a_machine_with_weights_of_another_board_says_so(page):
    table = open_game(page, "9x9x5", "me", "td")
    note = "Uses weights learned on another board: 10 x 10, 5 in a row."
    expect(page.get_by_test_id("player-1").get_by_test_id("note")).to_have_text(note)
    table.place("e5", "X")
    assert table.my_turn()
    expect(page.get_by_test_id("note")).to_have_text(note)  # of one side only, and still there
    open_game(page, "10x10x5", "me", "td")
    expect(page.get_by_test_id("player-1")).to_contain_text("TD")
    expect(page.get_by_test_id("note")).to_have_count(0)


def test_the_note_of_a_player_is_told_where_it_is_chosen(page):
    page.goto("/")
    page.locator("input[value=mnk]").check(force=True)  # the tile covers it
    page.get_by_text("More", exact=True).click()
    for name, value in (("columns", 9), ("rows", 9), ("in a row", 5)):
        page.get_by_role("spinbutton", name=name, exact=True).fill(str(value))
    page.get_by_test_id("seat-1").select_option("player")
    method = page.get_by_label("Method")
    method.select_option("td-mcts")
    note = page.get_by_text("Uses weights learned on another board: 10 x 10, 5 in a row.")
    expect(note).to_be_visible()
    method.select_option("greedy")
    expect(note).to_have_count(0)


def test_a_whole_game_of_ultimate_by_mouse(page):
    start(page, "ultimate")
    table = Table(page)
    while table.my_turn():
        cells = table.look()
        # As the page tells: cells of boards that one was not sent to are closed.
        assert set(cells.values()) <= {"X", "O", "empty", "closed"}
        table.place(next(name for name in cells if cells[name] == "empty"), "X")
    expect(table.result).to_contain_text(OVER)
    expect(page.get_by_test_id("announcer")).to_contain_text(OVER)


def start(page, game):
    """Choose a game and a weak machine on the first page, with the mouse."""
    page.goto("/")
    page.get_by_text(TILES[game], exact=True).click()
    page.get_by_text("More", exact=True).click()
    page.get_by_test_id("seat-0").select_option("me")
    page.get_by_test_id("seat-1").select_option("player")
    page.get_by_label("Method").select_option("random")
    page.get_by_role("slider", name="Thinking time").press("Home")
    page.get_by_test_id("play").click()
    connected(page)


def test_a_whole_game_by_keyboard_alone(page):
    page.goto("/")
    expect(page.get_by_test_id("play")).to_be_visible()
    tab_to(page, page.get_by_role("radio", name="Gomoku"))
    tiles = page.get_by_role("radio", name="Tic-tac-toe")
    press_until(page, "ArrowRight", tiles)
    expect(tiles).to_be_checked()
    tab_to(page, page.get_by_test_id("level-club"))
    beginner = page.get_by_test_id("level-beginner")
    press_until(page, "ArrowLeft", beginner)
    expect(beginner).to_be_checked()
    tab_to(page, page.get_by_test_id("play"))
    page.keyboard.press("Enter")
    connected(page)

    table = Table(page)
    focused = table.board.locator("[role=gridcell]:focus")
    tab_to(page, focused)
    assert focused.get_attribute("aria-label") == "b2, empty"
    while table.my_turn():
        name = choose(table.look(), "X", 3)
        walk(page, name)
        page.keyboard.press("Enter" if name == "b2" else "Space")
        expect(table.cell(name)).to_have_attribute("data-stone", "X")
    expect(table.result).to_be_visible()
    tab_to(page, table.result.get_by_role("link", name="New game"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Play")).to_be_visible()
    expect(page.get_by_test_id("your-games").get_by_role("link")).to_have_count(1)


def test_the_first_page_has_three_choices_and_five_levels(page):
    page.goto("/")
    for mode in ("computer", "friend", "watch"):
        expect(page.get_by_test_id(f"mode-{mode}")).to_have_count(1)
    expect(page.locator("[data-testid^=level-]")).to_have_count(5)
    expect(page.get_by_test_id("living-board").locator("[data-stone]").first).to_be_visible()
    page.get_by_test_id("level-beginner").check(force=True)
    page.get_by_test_id("side-1").check(force=True)
    page.get_by_test_id("play").click()
    connected(page)
    expect(page.get_by_test_id("player-0")).to_contain_text("Beginner")
    expect(page.get_by_test_id("player-1")).to_contain_text("You")
    page.goto("/")  # the choice is kept
    expect(page.get_by_test_id("level-beginner")).to_be_checked()
    page.get_by_test_id("mode-friend").check(force=True)
    page.get_by_test_id("here").check(force=True)
    page.get_by_test_id("play").click()
    connected(page)
    expect(page.get_by_test_id("status")).to_contain_text("Black to move")


@pytest.mark.parametrize("game", ["Gomoku", "Ultimate"])
def test_every_choice_of_the_first_page_is_above_the_fold(page, game):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/")
    page.get_by_text(game, exact=True).click()
    button = page.get_by_test_id("play")
    summary = re.compile("^(Ultimate tic-tac-toe|Gomoku 15 . 15): You v Club player$")
    expect(page.get_by_text(summary)).to_be_visible()
    for choice in (
        page.get_by_test_id("level-master").locator(".."),
        page.get_by_text("More", exact=True),
    ):
        box = choice.bounding_box()
        assert box["y"] + box["height"] <= button.bounding_box()["y"]  # nothing is covered
    box = button.bounding_box()
    assert box["y"] + box["height"] <= 720


def test_the_first_page_says_who_plays_whom(page):
    page.goto("/")
    button = page.get_by_test_id("play")
    page.get_by_test_id("mode-watch").check(force=True)
    expect(button).to_have_text("Watch")
    page.get_by_test_id("seat-0").select_option("level:expert")
    expect(page.get_by_text(re.compile("^Gomoku 15 . 15: Expert v Club player$"))).to_be_visible()
    page.get_by_test_id("mode-friend").check(force=True)
    expect(button).to_have_text("Play")
    page.get_by_test_id("side-1").check(force=True)  # by link, one chooses the side, too
    expect(page.get_by_text(re.compile("^Gomoku 15 . 15: a friend v You$"))).to_be_visible()
    button.click()
    connected(page)
    expect(page.get_by_test_id("player-0")).to_contain_text("Open seat")
    expect(page.get_by_test_id("player-1")).to_contain_text("You")


def test_the_board_of_the_first_page_is_never_empty(page):
    page.goto("/")
    board = page.get_by_test_id("living-board")
    expect(board).to_be_visible()
    assert board.locator("[data-stone]").count() >= 6
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="size 19").click()
    expect(board.locator("[role=gridcell]")).to_have_count(19 * 19)
    assert board.locator("[data-stone]").count() >= 6


def test_parameters_have_the_words_of_the_page(page):
    page.goto("/")
    page.get_by_text(TILES["ultimate"], exact=True).click()
    page.get_by_text("More", exact=True).click()
    full_board = page.get_by_label("Full board")
    expect(full_board.get_by_role("option")).to_have_text(["draw", "most boards win"])
    page.get_by_test_id("mode-watch").check(force=True)
    seat = page.get_by_test_id("seat-0")
    seat.select_option("player")
    page.get_by_label("Method").select_option("mcts")
    page.get_by_text("Parameters").click()
    page.get_by_label("Simulations").fill("50")
    expect(page.get_by_text("50 simulations", exact=True)).to_be_visible()
    summary = re.compile("^Ultimate.*: MCTS \\(50 simulations\\) v ")
    expect(page.get_by_text(summary)).to_be_visible()


def test_a_number_out_of_range_is_told_in_the_words_of_the_page(page):
    page.goto("/")
    more = page.get_by_test_id("more")
    more.locator("summary").first.click()
    size = page.get_by_role("spinbutton", name="Size")
    size.fill("99")
    expect(page.get_by_text("Size: a whole number, 1 to 20.")).to_be_visible()
    more.locator("summary").first.click()
    page.get_by_test_id("play").click()
    expect(size).to_be_focused()  # unfolded, though it was out of sight
    size.fill("9")
    expect(page.get_by_text(re.compile("^Gomoku 9 . 9: You v"))).to_be_visible()

    page.get_by_test_id("seat-1").select_option("player")
    page.get_by_label("Method").select_option("mcts")
    parameters = page.get_by_text("Parameters")
    parameters.click()
    simulations = page.get_by_label("Simulations")
    expect(page.get_by_text("(1 to 1,000,000)")).to_be_visible()
    simulations.fill("-5")
    parameters.click()
    page.get_by_test_id("play").click()
    expect(simulations).to_be_focused()
    simulations.fill("50")
    page.get_by_test_id("play").click()
    connected(page)


@pytest.mark.parametrize("game", ["gomoku:size=9", "gomoku:size=5"])
def test_small_boards_of_gomoku_have_black_and_white_stones(page, game):
    table = open_game(page, game, "me", "me")
    expect(table.status).to_have_text("Black to move")
    table.place("c3", "X")
    expect(table.status).to_have_text("White to move")
    expect(table.cell("c3")).to_have_attribute("aria-label", re.compile("^c3, Black"))


@pytest.mark.parametrize(("game", "pictures"), [("gomoku", 6), ("ultimate", 4), ("tictactoe", 2)])
def test_every_game_is_explained_in_pictures(page, game, pictures):
    page.goto("/")
    page.get_by_text(TILES[game], exact=True).click()
    page.get_by_role("button", name="How to play").click()
    dialog = page.get_by_role("dialog")
    told = set()
    for _ in range(pictures - 1):
        told.add(page.get_by_test_id("how-to-play").inner_text())
        dialog.get_by_role("button", name="Next").click()
    told.add(page.get_by_test_id("how-to-play").inner_text())
    assert len(told) == pictures
    dialog.get_by_role("button", name="Got it").click()
    expect(dialog).to_be_hidden()


def test_stones_carry_the_numbers_of_their_moves_if_wished(page):
    table = open_game(page, "gomoku", "me", "me")
    table.place("h8", "X")
    table.place("i9", "O")
    numbers = table.board.locator("text.number")
    expect(numbers).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Move numbers on stones").check()
    page.keyboard.press("Escape")
    expect(numbers).to_have_text(["1", "2"])


def tab_to(page, locator):
    """Press Tab until it has the focus."""
    press_until(page, "Tab", locator)


def press_until(page, key, locator, most=60):
    for _ in range(most):
        if locator.count() and locator.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{most} times {key} did not lead to {locator}")


def walk(page, name):
    """With the arrows, from the cell that has the focus."""
    here = page.evaluate("document.activeElement.getAttribute('aria-label')").split(",")[0]
    across = ord(name[0]) - ord(here[0])
    up = int(name[1:]) - int(here[1:])
    for key, steps in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowUp", up)):
        for _ in range(steps):
            page.keyboard.press(key)
    for _ in range(-up):
        page.keyboard.press("ArrowDown")


def test_keys_of_the_board(page):
    table = open_game(page, "gomoku", "me", "me")
    table.cell("h8").focus()
    for key, name in [
        ("ArrowUp", "h9"),
        ("ArrowRight", "i9"),
        ("Home", "a9"),
        ("ArrowLeft", "a9"),  # there is nothing beyond
        ("PageUp", "a15"),
        ("End", "o15"),
        ("PageDown", "o1"),
        ("ArrowDown", "o1"),
    ]:
        page.keyboard.press(key)
        expect(table.cell(name)).to_be_focused()
    # One stop for Tab, however many cells there are.
    assert table.board.locator('[tabindex="0"]').count() == 1


def test_every_move_is_announced_and_every_cell_has_a_name(page):
    table = open_game(page, "tictactoe", "me", "me")
    told = page.get_by_test_id("announcer")
    expect(told).to_have_attribute("aria-live", "polite")
    assert sorted(table.look()) == [f"{column}{row}" for column in "abc" for row in (1, 2, 3)]
    table.place("b2", "X")
    expect(told).to_have_text(re.compile(r"^X plays b2; .*O"))
    expect(table.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")
    expect(table.cell("a1")).to_have_attribute("aria-label", "a1, empty")
    for name, stone in [("a1", "O"), ("b1", "X"), ("a2", "O"), ("b3", "X")]:
        table.place(name, stone)
    expect(told).to_have_text(re.compile(r"^X plays b3; X won"))
    expect(table.cell("b3")).to_have_attribute("aria-label", "b3, X, last move, winning line")
    expect(table.board).to_have_accessible_name(re.compile("X wins"))


def test_clicks_that_do_nothing_are_explained(page):
    table = open_game(page, "ultimate", "me", "me")
    table.place("e5", "X")  # the centre of the centre: O is sent to the centre
    told = page.get_by_test_id("announcer")
    for name, why in [("e5", r"e5 is taken by X"), ("a1", r"a1 is closed.*sent to the centre")]:
        table.cell(name).click()
        expect(table.explanation).to_contain_text(re.compile(why))
        expect(told).to_contain_text(re.compile(why))
    expect(table.stones).to_have_count(1)
    expect(table.cell("a1")).to_have_attribute("aria-label", "a1, closed")
    table.place("d4", "O")
    expect(table.explanation).to_have_count(0)


def test_clicks_out_of_turn_and_after_the_end_are_explained(page):
    table = open_game(page, "tictactoe", "random", "random")
    table.cell("a1").click()
    expect(table.explanation).to_contain_text("You are watching")
    table = open_game(page, "tictactoe", "me", "random")
    table.press("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.result).to_contain_text("You resigned. O wins.")
    table.cell("a1").click()
    expect(table.explanation).to_contain_text("The game is over")
    expect(table.stones).to_have_count(0)


def test_a_click_while_the_machine_thinks_is_explained(page):
    table = open_game(page, "gomoku", "me", "engine", seconds=20)
    table.place("h8", "X")
    expect(table.status).to_contain_text("thinking")
    table.cell("a1").click()
    expect(table.explanation).to_contain_text("It is White's turn")
    table.press("Move now")
    expect(table.stones).to_have_count(2)
    assert table.my_turn()


def test_machines_move_by_push_and_nothing_is_asked_for_again(page):
    table = open_game(page, "gomoku", "me", "greedy")
    page.wait_for_load_state("networkidle")
    asked, frames = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("document.body.dataset.untouched = 'yes'")
    page.on("websocket", lambda socket: frames.append(socket.url))
    for name in ("h8", "a15", "o1"):
        table.place(name, "X")
        assert table.my_turn()
    expect(table.stones).to_have_count(6)
    assert asked == []  # not even another socket
    assert frames == []
    assert page.evaluate("document.body.dataset.untouched") == "yes"  # no reload

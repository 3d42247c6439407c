"""What can be done in a game beside moving: take back, look back, ask, give up, change, watch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import OVER, SIZES, Table, connected, open_game, places, unmoved

EVALUATED = re.compile("Black|White|draw")
COLOUR = "(element, name) => getComputedStyle(element).getPropertyValue(name)"


def test_undo_and_redo_between_people(page):
    table = open_game(page, "tictactoe", "me", "me")
    undo, redo = (table.tools.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    table.place("b2", "X")
    table.place("a1", "O")
    undo.click()
    expect(table.cell("a1")).to_have_attribute("aria-label", "a1, empty")
    expect(table.stones).to_have_count(1)
    undo.click()
    expect(table.stones).to_have_count(0)
    expect(undo).to_be_disabled()
    redo.click()
    redo.click()
    expect(table.cell("a1")).to_have_attribute("data-stone", "O")
    expect(redo).to_be_disabled()
    page.keyboard.press("u")
    expect(table.stones).to_have_count(1)
    table.place("c3", "O")  # another move: the old one is gone
    expect(redo).to_be_disabled()
    expect(page.get_by_test_id("moves").get_by_role("button")).to_have_text(["1 b2", "2 c3"])


def test_undo_against_a_machine_takes_both_moves_back(page):
    table = open_game(page, "gomoku", "me", "greedy")
    for name in ("h8", "a15"):
        table.place(name, "X")
        assert table.my_turn()
    before = table.look()
    table.press("Undo")
    expect(table.stones).to_have_count(2)
    assert table.my_turn()
    table.press("Undo")
    expect(table.stones).to_have_count(0)
    table.press("Redo")
    expect(table.stones).to_have_count(2)
    table.press("Redo")
    expect(table.stones).to_have_count(4)
    assert table.look() == before


def test_jump_in_the_move_list_and_back(page):
    table = open_game(page, "tictactoe", "me", "me")
    for name, stone in [("b2", "X"), ("a1", "O"), ("c3", "X"), ("c1", "O")]:
        table.place(name, stone)
    moves = page.get_by_test_id("moves")
    moves.get_by_role("button", name="1 b2, X").click()
    expect(table.stones).to_have_count(1)
    expect(moves.locator("[aria-current]")).to_have_text("1 b2")
    table.cell("a2").click()
    expect(table.explanation).to_contain_text("You are viewing another position")
    page.keyboard.press("]")
    expect(table.stones).to_have_count(2)
    page.get_by_role("button", name="To the start").click()
    expect(table.stones).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(table.stones).to_have_count(4)
    moves.get_by_role("button", name="2 a1, O").click()
    page.get_by_role("button", name="Continue from here").click()
    expect(table.stones).to_have_count(2)
    table.place("a3", "X")
    expect(moves.get_by_role("button")).to_have_text(["1 b2", "2 a1", "3 a3"])


def test_arrow_keys_step_through_the_game(page):
    table = open_game(page, "tictactoe", "me", "me")
    for name, stone in [("b2", "X"), ("a1", "O"), ("c3", "X"), ("c1", "O")]:
        table.place(name, stone)
    # A click has left the focus on the board, but nobody sees it there. Both steps count.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(table.stones).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(table.stones).to_have_count(3)
    page.keyboard.press("Home")
    expect(table.stones).to_have_count(0)
    page.keyboard.press("End")
    expect(table.stones).to_have_count(4)
    expect(page.get_by_test_id("viewed-position")).to_have_count(0)
    # Who plays by keyboard moves over the board.
    page.keyboard.press("ArrowUp")
    expect(table.cell("c2")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(table.cell("b2")).to_be_focused()
    expect(table.stones).to_have_count(4)


def resize(page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})


def resign(page):
    Table(page).press("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_while_somebody_steps_through_a_game(page, size):
    resize(page, size)
    table = open_game(page, "gomoku", "me", "me")
    for name, stone in [("h8", "X"), ("i9", "O"), ("h9", "X")]:
        table.place(name, stone)

    def step_back_and_forth(button):
        shown = table.tools.get_by_role("button", name=button)
        before = places(page, shown)
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_test_id("viewed-position")).to_contain_text("Viewing move 2")
        assert places(page, shown) == unmoved(before)
        page.keyboard.press("ArrowRight")
        expect(page.get_by_test_id("viewed-position")).to_have_count(0)
        assert places(page, shown) == unmoved(before)

    step_back_and_forth("Resign")
    resign(page)
    expect(table.result).to_be_visible()
    expect(page.get_by_test_id("evaluation")).to_be_visible()
    step_back_and_forth("Rematch")
    expect(table.result).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "seats", [("me", "level:beginner"), ("me", "me"), ("greedy", "greedy")], ids=" v ".join
)
def test_nothing_jumps_at_the_end_of_a_game(page, seats, size):
    resize(page, size)
    table = open_game(page, "gomoku", *seats)
    if "me" not in seats:
        table.press("Pause")
        expect(table.status).to_have_text("Paused")
    else:
        table.place("h8", "X")
        if seats[1] != "me":
            assert table.my_turn()
            expect(page.get_by_test_id("own-opinion")).to_contain_text("Beginner")
    before = places(page)
    if "me" in seats:
        resign(page)
    else:
        page.get_by_role("slider", name="Speed").press("End")
        table.press("Start")
    expect(table.result).to_contain_text(OVER)
    expect(page.get_by_test_id("evaluation-bar")).to_have_attribute("aria-valuetext", EVALUATED)
    assert places(page) == unmoved(before)


def test_winning_and_losing_look_different(page):
    looks = []
    for mine, moves in (("won", (0, 3, 1, 4)), ("lost", (0, 3, 1, 4, 8))):
        first = ("me", "random") if mine == "won" else ("random", "me")
        table = open_game(page, "tictactoe", *first, moves=moves)
        if mine == "won":
            table.place("c1", "X")
        else:  # the side that is not at its turn gives up
            table.press("Resign")
            page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(table.result).to_have_class(re.compile(mine))
        line = table.result.locator(".state")
        sign = "one => getComputedStyle(one.querySelector('.status'), '::before').content"
        looks.append((line.evaluate(COLOUR, "background-color"), line.evaluate(sign)))
    (won, star), (lost, cross) = looks
    assert len({won, lost, page.locator("body").evaluate(COLOUR, "background-color")}) == 3
    assert len({star, cross, "none"}) == 3


def test_a_hint_marks_the_move(page):
    table = open_game(page, "tictactoe", "me", "random", moves=(0, 1, 3, 4))  # a1 b1 a2 b2
    resign = table.tools.get_by_role("button", name="Resign")
    before = resign.bounding_box()
    table.press("Hint")
    expect(table.board.locator("[data-mark=hint]")).to_have_count(1)
    assert resign.bounding_box() == before  # nothing jumps
    expect(table.cell("a3")).to_have_attribute("aria-label", re.compile("hint"))  # it wins
    expect(page.get_by_test_id("announcer")).to_contain_text("a3")
    expect(page.get_by_test_id("hint-text")).to_contain_text("a3")
    table.place("c3", "X")  # something else
    expect(table.board.locator("[data-mark=hint]")).to_have_count(0)
    expect(page.get_by_test_id("hint-text")).to_have_count(0)  # it goes with its position


def test_resign_and_rematch_with_sides_changed(page):
    table = open_game(page, "tictactoe", "me", "random")
    first = page.url
    table.place("b2", "X")
    assert table.my_turn()
    table.press("Resign")
    dialog = page.get_by_role("dialog", name="Resign this game?")
    red = table.tools.get_by_role("button", name="Resign").evaluate(COLOUR, "color")
    assert dialog.get_by_role("button", name="Resign").evaluate(COLOUR, "background-color") == red
    assert dialog.get_by_role("button", name="Play on").evaluate(COLOUR, "color") != red
    dialog.get_by_role("button", name="Play on").click()
    expect(dialog).to_be_hidden()
    expect(table.result).to_have_count(0)
    table.press("Resign")
    dialog.get_by_role("button", name="Resign").click()
    expect(table.result).to_contain_text("You resigned. O wins.")
    # The bar is still of the position, which O has not won, and says so.
    expect(page.get_by_test_id("evaluation-words")).to_have_text(re.compile("^Position: "))
    table.result.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != first)
    connected(page)
    expect(page.get_by_test_id("player-0")).to_contain_text("Random")
    expect(page.get_by_test_id("player-1")).to_contain_text("You")
    assert table.my_turn()
    expect(table.stones).to_have_count(1)  # the machine began
    page.go_back()  # the old game is as it was
    expect(table.result).to_contain_text("You resigned. O wins.")


def test_swap_sides(page):
    table = open_game(page, "tictactoe", "me", "random")
    table.press("Switch sides")
    expect(page.get_by_test_id("player-1")).to_contain_text("You")
    expect(table.stones).to_have_count(1)  # now the machine is X and has moved
    assert table.my_turn()
    free = next(name for name, held in table.look().items() if held == "empty")
    table.place(free, "O")


def test_machines_against_each_other_with_pause_step_start_and_speed(page):
    table = open_game(page, "mnk:m=5,n=5,k=5", "random", "random")
    table.press("Pause")  # they began by themselves
    expect(table.tools.get_by_role("button", name="Step")).to_be_enabled()
    expect(table.status).to_contain_text("Paused")
    paused = table.stones.count()
    for made in (1, 2):
        table.press("Step")
        expect(table.stones).to_have_count(paused + made)
        expect(table.status).to_contain_text("Paused")

    speed = page.get_by_role("slider", name="Speed")
    speed.press("Home")
    expect(speed).to_have_attribute("aria-valuetext", re.compile("^5 s"))
    speed.press("End")
    expect(speed).to_have_attribute("aria-valuetext", re.compile("no pause"))
    table.press("Start")
    expect(table.result).to_contain_text(OVER)
    assert table.stones.count() == page.get_by_test_id("moves").get_by_role("button").count()
    expect(page.get_by_test_id("announcer")).to_contain_text(OVER)


def test_the_record_can_be_downloaded(page):
    table = open_game(page, "tictactoe", "me", "me")
    table.place("b2", "X")
    page.get_by_text("Download").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("^Moves")).click()
    assert download.value.path().read_text().strip() == "b2"

"""The analysis board: set up, import and export, share, pictures."""

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import inarow
from inarow.games.svg import COLOURS, board_svg
from tests.browser.table import Table, connected

MOVES = ["h8", "i9", "g7", "i7", "i8", "g8"]
SPOKEN = dict(zip(MOVES, "XOXOXO", strict=True))


def open_analysis(page, game="gomoku", moves=()):
    page.goto(f"/analyse?game={game}&moves={''.join(moves)}")
    table = Table(page)
    expect(table.stones).to_have_count(len(moves))
    return table


def stones(table):
    return {name: held for name, held in table.look().items() if held in "XO"}


def test_moves_are_made_freely_and_the_address_follows(page, faults):
    faults.allow("status of 400")  # of the move that is refused
    table = open_analysis(page)
    for name, stone in SPOKEN.items():
        table.place(name, stone)
    expect(page).to_have_url(re.compile(r"moves=h8i9g7i7i8g8$"))
    page.get_by_test_id("step-back").click()
    expect(table.stones).to_have_count(5)
    expect(page).to_have_url(re.compile(r"ply=5$"))
    page.keyboard.press("[")
    expect(table.stones).to_have_count(4)
    page.get_by_test_id("step-last").click()
    expect(table.stones).to_have_count(6)
    table.cell("h8").click()
    expect(page.get_by_test_id("analyse-problem")).to_contain_text("h8")
    expect(page.get_by_test_id("announcer")).to_contain_text("h8")


@pytest.mark.parametrize(
    ("name", "start"), [("psq", "Piskvorky"), ("sgf", r"\(;"), ("coords", "^h8i9")]
)
def test_export_and_import_round_trip(page, name, start):
    table = open_analysis(page, "gomoku", MOVES)
    page.get_by_test_id("open-export").click()
    page.get_by_test_id("export-format").select_option(name)
    field = page.get_by_role("textbox", name=f"The game as {name}")
    expect(field).to_have_value(re.compile(start))
    text = field.input_value()
    with page.expect_download() as download:
        page.get_by_test_id("export-download").click()
    assert download.value.path().read_text() == text

    page.goto("/analyse?game=gomoku")
    expect(table.stones).to_have_count(0)
    page.get_by_test_id("open-import").click()
    if name == "sgf":  # as a file
        page.get_by_test_id("import-file").set_input_files(
            {"name": "game.sgf", "mimeType": "text/plain", "buffer": text.encode()}
        )
    else:
        page.get_by_test_id("import-text").fill(text)
        page.get_by_test_id("import-run").click()
    expect(table.stones).to_have_count(len(MOVES))
    assert stones(table) == SPOKEN
    expect(page.get_by_test_id("moves").get_by_role("button")).to_have_count(len(MOVES))


def test_what_cannot_be_imported_is_explained(page, faults):
    faults.allow("status of 4")
    table = open_analysis(page, "gomoku", MOVES)
    page.get_by_test_id("open-import").click()
    page.get_by_test_id("import-text").fill("this is no game")
    page.get_by_test_id("import-run").click()
    expect(page.get_by_test_id("import-problem")).not_to_be_empty()
    expect(table.stones).to_have_count(len(MOVES))  # what was there stays
    page.goto("/analyse?game=gomoku&moves=h8h8")
    expect(page.get_by_test_id("analyse-problem")).to_contain_text("h8")
    expect(table.stones).to_have_count(0)  # and a board all the same


def test_set_up_a_position(page):
    table = open_analysis(page)
    page.get_by_test_id("open-setup").click()
    message = page.get_by_test_id("setup-message")
    for name in ("h8", "h9"):
        table.place(name, "X")
    page.get_by_test_id("tool-O").click()
    table.place("c3", "O")
    expect(page.get_by_test_id("setup-done")).to_be_enabled()
    for name in ("d4", "d5", "d6"):
        table.place(name, "O")
    expect(message).to_contain_text("Black 2, White 4")
    expect(page.get_by_test_id("setup-done")).to_be_disabled()  # White has moved too often
    expect(message).to_contain_text(re.compile(r"White 4\. .{20,}"))  # and it says so
    for name in ("d5", "d6"):
        table.cell(name).click()  # a stone that is clicked again goes
    expect(message).to_contain_text("Black to move")
    page.get_by_test_id("setup-done").click()
    expect(page.get_by_test_id("setup")).to_have_count(0)
    assert stones(table) == {"h8": "X", "h9": "X", "c3": "O", "d4": "O"}
    table.place("h10", "X")  # play goes on from there


def test_who_moves_can_be_chosen_in_a_set_up(page):
    table = open_analysis(page, "gomoku", ["h8", "c3"])
    page.get_by_test_id("open-setup").click()
    message = page.get_by_test_id("setup-message")
    expect(message).to_contain_text("Black to move")
    page.get_by_test_id("to-move-1").click()
    expect(message).to_contain_text("White to move. Colours will be swapped")
    page.get_by_test_id("setup-done").click()
    expect(page.get_by_test_id("notes")).to_contain_text("Colours swapped")
    assert stones(table) == {"h8": "O", "c3": "X"}
    table.place("h9", "X")  # the side that was to move, which is Black now
    page.get_by_test_id("undo").click()  # the move
    expect(table.stones).to_have_count(2)
    page.get_by_test_id("undo").click()  # and the set-up: the game before is not lost
    expect(table.cell("h8")).to_have_attribute("data-stone", "X")
    page.get_by_test_id("open-setup").click()
    table.place("h9", "X")  # with one stone more of Black, only White can be to move
    expect(page.get_by_test_id("to-move-0").locator("input")).to_be_disabled()
    expect(message).to_contain_text("White to move.")


def main_line(page):
    moves = page.get_by_test_id("moves").locator(".pair [data-move]").all_inner_texts()
    return [text.split()[-1] for text in moves]  # after its number


def move(page, name):
    return page.get_by_test_id("moves").locator("[data-move]", has_text=re.compile(rf" {name}$"))


def variations(page):
    rows = page.get_by_test_id("variation").all()
    return [" ".join(row.inner_text().split()) for row in rows]


def with_variation(page):
    """The game with g9 f10 instead of g7, made on the board; f10 is shown."""
    table = open_analysis(page, "gomoku", MOVES)
    page.keyboard.press("Home")
    expect(table.stones).to_have_count(0)
    for _ in range(2):  # both count, however quick
        page.keyboard.press("ArrowRight")
    expect(table.stones).to_have_count(2)
    table.place("g9", "X")
    table.place("f10", "O")
    return table


def test_another_move_makes_a_variation_and_keeps_the_main_line(page):
    table = with_variation(page)
    assert main_line(page) == MOVES
    assert variations(page) == ["( 3 g9 4 f10 )"]
    expect(page.get_by_test_id("moves").locator("[aria-current]")).to_have_text("4 f10")
    # Back and forward along the variation, then over to the main line.
    table.page.get_by_test_id("step-back").click()
    page.get_by_test_id("step-forward").click()
    expect(table.cell("f10")).to_have_attribute("data-stone", "O")
    move(page, "g8").click()
    expect(table.stones).to_have_count(6)
    expect(page).to_have_url(re.compile("moves=h8i9g7i7i8g8$"))
    # A known move is shown, not added again.
    page.keyboard.press("Home")
    expect(table.stones).to_have_count(0)
    table.place("h8", "X")
    assert main_line(page) == MOVES
    # All of it is there after a reload, at the same position.
    move(page, "g9").click()
    expect(table.stones).to_have_count(3)
    page.reload()
    expect(page.get_by_test_id("moves").locator("[aria-current]")).to_have_text("3 g9")
    assert (main_line(page), variations(page)) == (MOVES, ["( 3 g9 4 f10 )"])


def test_variations_are_promoted_and_deleted_and_everything_can_be_undone(page):
    table = with_variation(page)
    page.get_by_test_id("move-promote").click()
    expect(page.get_by_test_id("variation")).to_contain_text("3 g7")
    assert main_line(page) == ["h8", "i9", "g9", "f10"]
    expect(page.get_by_test_id("move-promote")).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("variation")).to_contain_text("3 g9")
    assert main_line(page) == MOVES
    page.keyboard.press("Control+y")
    expect(page.get_by_test_id("variation")).to_contain_text("3 g7")
    # By the menu of a move: delete the variation from its second move.
    move(page, "i7").click(button="right")
    page.get_by_test_id("menu-delete").click()
    expect(page.get_by_test_id("notes")).to_contain_text("3 moves deleted")
    expect(table.stones).to_have_count(3)  # what was shown is gone: the position before it
    assert variations(page) == ["( 3 g7 )"]
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("variation")).to_contain_text("g8")
    assert variations(page) == ["( 3 g7 4 i7 5 i8 6 g8 )"]
    move(page, "g8").click()
    expect(table.stones).to_have_count(6)
    page.get_by_test_id("move-main-line").click()
    expect(page.get_by_test_id("variation")).to_contain_text("3 g9")
    assert main_line(page) == MOVES
    # Another game on the board is an edit, too.
    page.get_by_test_id("open-game").click()
    page.get_by_test_id("game-select").select_option("tictactoe")
    page.get_by_test_id("game-start").click()
    expect(table.board.get_by_role("gridcell")).to_have_count(9)
    page.get_by_test_id("undo").click()
    expect(table.stones).to_have_count(6)
    assert variations(page) == ["( 3 g9 4 f10 )"]


def test_the_menu_of_a_move_works_by_keyboard_and_stays_on_the_screen(page, axe):
    page.set_viewport_size({"width": 390, "height": 700})
    with_variation(page)
    move(page, "g8").click(button="right", position={"x": 2, "y": 2})
    menu = page.get_by_test_id("move-menu")
    box = menu.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= 700
    assert axe(page) == []
    expect(page.get_by_test_id("menu-comment")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_test_id("menu-delete")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(page.get_by_test_id("moves").locator("[aria-current]")).to_have_text("6 g8")


def test_the_menu_of_a_move_is_above_everything(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    open_analysis(page, "gomoku", MOVES)
    move(page, "g8").click(button="right")
    item = page.get_by_test_id("menu-delete")
    box = item.bounding_box()
    card = page.locator(".right.card").bounding_box()
    assert box["x"] + box["width"] > card["x"] + 10  # it reaches over the analysis
    item.click(position={"x": box["width"] - 5, "y": box["height"] / 2}, timeout=5000)
    expect(page.get_by_test_id("notes")).to_contain_text("1 move deleted")


def test_comments_are_written_beside_the_moves(page):
    table = with_variation(page)
    page.get_by_test_id("move-comment").click()
    field = page.get_by_test_id("comment-field")
    expect(field).to_be_focused()
    page.keyboard.type("A mistake?")
    expect(page.get_by_test_id("comment")).to_have_text("A mistake?")
    page.keyboard.press("ArrowLeft")  # moves the cursor, not the position
    expect(table.stones).to_have_count(4)
    move(page, "i9").click()
    expect(field).to_have_value("")
    field.fill("Solid.")
    expect(page.get_by_test_id("comment")).to_have_text(["Solid.", "A mistake?"])
    page.reload()
    expect(page.get_by_test_id("comment")).to_have_text(["Solid.", "A mistake?"])


def test_a_comment_is_one_edit(page):
    with_variation(page)
    page.get_by_test_id("move-comment").click()
    page.keyboard.type("Two words")
    expect(page.get_by_test_id("comment")).to_have_text("Two words")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("comment")).to_have_count(0)
    expect(page.get_by_test_id("comment-field")).to_have_value("")
    assert variations(page) == ["( 3 g9 4 f10 )"]


def test_sgf_with_variations_round_trip(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = with_variation(page)
    page.get_by_test_id("move-comment").click()
    page.get_by_test_id("comment-field").fill("Better: [h10]")
    page.get_by_test_id("open-export").click()
    field = page.get_by_test_id("export-text")
    expect(field).to_have_value(re.compile(r"\(;B\[gg\].*\(;B\[gi\]|Better", re.DOTALL))
    page.get_by_test_id("export-copy").click()
    expect(page.get_by_test_id("notes")).to_contain_text("copied")
    text = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.clear()")
    page.goto("/analyse?game=gomoku")
    expect(table.stones).to_have_count(0)
    page.get_by_test_id("open-import").click()
    page.get_by_test_id("import-text").fill(text)
    page.get_by_test_id("import-run").click()
    expect(table.stones).to_have_count(6)
    assert main_line(page) == MOVES
    assert variations(page) == ["( 3 g9 4 f10 Better: [h10] )"]


@pytest.mark.parametrize(
    "text", ["1. h8 i9 2. g7 i7 3. i8 g8", "1. h8 i9\n2. g7 i7\n3. i8 g8", "h8 i9 g7 i7 i8 g8"]
)
def test_moves_are_pasted_with_and_without_numbers(page, text):
    table = open_analysis(page)
    page.get_by_test_id("open-import").click()
    page.get_by_test_id("import-text").fill(text)
    page.get_by_test_id("import-run").click()
    expect(table.stones).to_have_count(len(MOVES))
    assert stones(table) == SPOKEN
    # The game has come: the field makes room for its evaluation.
    expect(page.get_by_test_id("import")).to_have_count(0)
    expect(page.get_by_test_id("open-import")).to_be_focused()
    expect(page.get_by_test_id("evaluation-bar")).to_be_in_viewport()


def test_an_earlier_analysis_can_be_opened_again(page):
    table = with_variation(page)
    page.goto("/analyse?game=tictactoe")
    expect(table.board.get_by_role("gridcell")).to_have_count(9)
    page.get_by_test_id("open-import").click()
    page.get_by_test_id("recent").get_by_role("button").click()
    expect(table.stones).to_have_count(6)
    assert variations(page) == ["( 3 g9 4 f10 )"]


def test_arrow_keys_step_unless_the_board_has_the_focus(page):
    table = open_analysis(page, "gomoku", MOVES)
    page.keyboard.press("ArrowLeft")
    expect(table.stones).to_have_count(5)
    page.keyboard.press("Home")
    expect(table.stones).to_have_count(0)
    page.keyboard.press("End")
    expect(table.stones).to_have_count(6)
    table.place("a15", "X")
    page.keyboard.press("ArrowLeft")  # a click does not take the arrows away
    expect(table.stones).to_have_count(6)
    page.keyboard.press("ArrowDown")  # but now the board has a focus that is seen
    expect(table.cell("a14")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(table.cell("b14")).to_be_focused()
    expect(table.stones).to_have_count(6)


def test_an_analysis_without_end_runs_until_the_button_stops_it(page):
    open_analysis(page, "gomoku", MOVES)
    page.get_by_test_id("think-options").locator("summary").click()
    page.get_by_test_id("analysis-time").select_option(label="∞ until stopped")
    page.get_by_test_id("analysis-player").select_option("mcts")
    page.get_by_test_id("toggle-analysis").click()
    live = page.get_by_test_id("figures")
    expect(live).to_have_attribute("data-live", "true")
    expect(page.get_by_test_id("candidate").first).to_contain_text(re.compile(r"\d\.\d %"))
    page.wait_for_timeout(6000)  # longer than the usual 5 seconds
    expect(live).to_have_attribute("data-live", "true")
    page.get_by_test_id("toggle-analysis").click()
    expect(live).to_have_attribute("data-live", "false")


def test_the_moves_are_beside_the_board(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    table = open_analysis(page, "gomoku", MOVES)
    board = table.board.bounding_box()
    moves = page.get_by_test_id("moves").bounding_box()
    assert moves["x"] >= board["x"] + board["width"]
    assert moves["y"] + moves["height"] <= 720
    assert board["y"] + board["height"] <= 720
    assert page.evaluate("document.documentElement.scrollHeight") <= 720


def test_a_shared_address_shows_the_same_to_somebody_else(page, open_page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = open_analysis(page, "ultimate", ["e5", "d4", "a1"])
    page.get_by_test_id("step-back").click()
    expect(table.stones).to_have_count(2)
    page.get_by_test_id("open-export").click()
    page.get_by_test_id("share").click()
    expect(page.get_by_test_id("notes")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page()
    other.goto(link)
    expect(Table(other).stones).to_have_count(2)
    assert Table(other).look() == table.look()
    other.get_by_test_id("step-forward").click()
    expect(Table(other).stones).to_have_count(3)


def test_a_link_to_the_first_moves_of_a_stored_game_is_a_game_of_its_own(page):
    table = with_variation(page)
    page.get_by_test_id("open-import").click()
    sgf = "(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[ig];B[gi];W[ii])"
    page.get_by_test_id("import-text").fill(sgf)
    page.get_by_test_id("import-run").click()
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    first = main_line(page)
    assert len(first) == 4
    # Two games that begin alike are stored now. A third one, as somebody sends it:
    page.goto(f"/analyse?game=gomoku&moves={''.join(first[:2])}")
    expect(table.stones).to_have_count(2)
    assert main_line(page) == first[:2]
    assert variations(page) == []
    expect(page.get_by_role("heading", name="Ann")).to_have_count(0)
    table.place("a15", "X")
    page.reload()  # and what is done to it is kept with it
    expect(table.stones).to_have_count(3)
    assert main_line(page) == [*first[:2], "a15"]
    page.go_back()
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    assert main_line(page) == first
    # The whole game is found again by its moves.
    page.goto(f"/analyse?game=gomoku&moves={''.join(first)}&ply=0")
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()


def test_pictures_are_files_of_their_kind(page):
    open_analysis(page, "gomoku", MOVES)
    page.get_by_test_id("open-export").click()
    with page.expect_download() as download:
        page.get_by_test_id("picture-svg").click()
    assert download.value.suggested_filename.endswith(".svg")
    root = ElementTree.parse(download.value.path()).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    drawn = list(root.iter())
    assert sum(one.tag.endswith("circle") for one in drawn) >= len(MOVES)
    # It looks the same without the page: colours are in it, style sheets are not.
    assert not any("class" in one.attrib or "style" in one.attrib for one in drawn)
    assert not any("var(" in value for one in drawn for value in one.attrib.values())
    with page.expect_download() as download:
        page.get_by_test_id("picture-png").click()
    content = download.value.path().read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert width >= 600
    assert height >= 600
    assert len(content) > 5_000  # and not an empty one


def colour(text):
    """A colour as #rrggbb, however it is written."""
    numbers = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", text)
    return "#" + "".join(f"{int(each):02x}" for each in numbers.groups()) if numbers else text


def drawing(root):
    """The size of a picture, its round and its crossed pieces, and its texts."""
    circles, crosses, words = [], [], []
    for one in root.iter():
        tag = one.tag.rpartition("}")[2]
        if tag == "circle":
            place = [round(float(one.get(name)), 1) for name in ("cx", "cy", "r")]
            circles.append((*place, colour(one.get("fill")), colour(one.get("stroke", "none"))))
        elif tag == "path" and colour(one.get("stroke", "none")) in SIDES:
            numbers = [round(float(each), 1) for each in re.findall(r"[\d.]+", one.get("d"))]
            crosses.append((numbers, colour(one.get("stroke"))))
        elif tag == "text":
            words.append((one.text or "").strip())
    return root.get("viewBox"), circles, crosses, sorted(words)


SIDES = {COLOURS["x"], COLOURS["o"]}


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("gomoku", MOVES),
        ("tictactoe", ["b2", "a1", "c1"]),
        ("ultimate", ["e5", "f6", "g7", "b1"]),
    ],
)
def test_the_page_s_picture_is_the_package_s(open_page, game, moves):
    page = open_page(color_scheme="light")
    open_analysis(page, game, moves)
    page.get_by_test_id("open-export").click()
    with page.expect_download() as download:
        page.get_by_test_id("picture-svg").click()
    ours = drawing(ElementTree.parse(download.value.path()).getroot())
    state = inarow.load_game(game).state_from(" ".join(moves))
    assert ours == drawing(ElementTree.fromstring(board_svg(state)))


def test_another_game_and_play_from_here(page):
    table = open_analysis(page)
    page.get_by_test_id("open-game").click()
    games = page.get_by_test_id("game-select").get_by_role("option")
    expect(games).to_have_text(["Gomoku", "Tic-tac-toe", "Ultimate", re.compile("^m . n . k$")])
    page.get_by_test_id("game-select").select_option("tictactoe")
    page.get_by_test_id("game-start").click()
    expect(table.board.get_by_role("gridcell")).to_have_count(9)
    table.place("b2", "X")
    table.place("a1", "O")
    page.get_by_test_id("open-play").click()
    for name in page.get_by_test_id("play-against").locator("option").all_inner_texts():
        assert name[0].isupper(), name
    page.get_by_test_id("play-against").select_option("player random")
    page.get_by_test_id("play-start").click()
    connected(page)
    expect(table.stones).to_have_count(2)
    assert table.my_turn()
    table.place("c3", "X")

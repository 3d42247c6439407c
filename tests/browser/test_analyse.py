"""The analysis board: set up, import and export, share, pictures."""

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

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


def test_set_up_a_position(page, faults):
    faults.allow("status of 400")  # of stones that no game leads to
    table = open_analysis(page)
    page.get_by_test_id("open-setup").click()
    message = page.get_by_test_id("setup-message")
    for name in ("h8", "h9"):
        table.place(name, "X")
    page.get_by_test_id("setup").get_by_text("O", exact=True).click()
    table.place("c3", "O")
    expect(page.get_by_test_id("setup-done")).to_be_enabled()
    table.place("d4", "O")
    table.place("d5", "O")
    expect(message).to_contain_text("X 2, O 3")
    expect(page.get_by_test_id("setup-done")).to_be_disabled()  # O has moved too often
    expect(message).to_contain_text(re.compile(r"X 2, O 3\. .{20,}"))  # and it says so
    table.cell("d5").click()  # a stone that is clicked again goes
    page.get_by_test_id("setup-done").click()
    expect(page.get_by_test_id("setup")).to_have_count(0)
    assert stones(table) == {"h8": "X", "h9": "X", "c3": "O", "d4": "O"}
    table.place("h10", "X")  # play goes on from there


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


def test_another_game_and_play_from_here(page):
    table = open_analysis(page)
    page.get_by_test_id("open-game").click()
    page.get_by_test_id("game-select").select_option("tictactoe")
    page.get_by_test_id("game-start").click()
    expect(table.board.get_by_role("gridcell")).to_have_count(9)
    table.place("b2", "X")
    table.place("a1", "O")
    page.get_by_test_id("open-play").click()
    page.get_by_test_id("play-against").select_option("player random")
    page.get_by_test_id("play-start").click()
    connected(page)
    expect(table.stones).to_have_count(2)
    assert table.my_turn()
    table.place("c3", "X")

"""The SVG pictures of boards: what they show, and that they look like the page's boards."""

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

import inarow
from inarow.games import geometry
from inarow.games.svg import COLOURS, DRAWN, Mark, board_svg

WEB = Path(__file__).parents[1] / "web" / "src"
FIVE = "h8 a1 i8 a2 j8 a3 k8 a4 l8"
# X has won two local boards and O two, and the last move sends O to the one at the bottom right.
ULTIMATE = (
    "i7 h2 f5 h6 f9 h8 d4 a2 c6 i9 h9 f8 i5 g4 b3 d9 c9 g7 b2 e6 d7 a1 b1 d1 e8 e5 d6 a7 b8 e4 f1"
)


def draw(spec, moves="", **options):
    return ElementTree.fromstring(board_svg(inarow.load_game(spec).state_from(moves), **options))


def count(root, tag, **attributes):
    found = root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
    return sum(wanted.items() <= element.attrib.items() for element in found)


def texts(root):
    return [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("spec", ["gomoku", "gomoku:size=9", "20x11x5", "5x5x5", "19x19x5"])
def test_five_in_a_row_has_stones_on_crossings(spec):
    root = draw(spec, "a1 b2 c3")
    assert count(root, "circle", fill=COLOURS["stone-x"]) == 2
    assert count(root, "circle", fill=COLOURS["stone-o"]) == 1
    assert count(root, "circle", fill=COLOURS["last-dot"]) == 1
    assert count(root, "rect", fill=COLOURS["board"]) == 1


@pytest.mark.parametrize("spec", ["tictactoe", "9x9x4", "7x6x4", "ultimate"])
def test_other_games_have_crosses_and_rings(spec):
    moves = "a1 b1 d1" if spec == "ultimate" else "a1 b2 c3"
    root = draw(spec, moves)
    assert count(root, "path", stroke=COLOURS["x"]) == 2
    assert count(root, "circle", stroke=COLOURS["o"]) == 1
    assert count(root, "rect", fill=COLOURS["last"]) == 1


def test_star_points_are_where_players_expect_them():
    names = {
        spec: inarow.load_game(spec).format_moves(geometry.Geometry(inarow.load_game(spec)).stars())
        for spec in ("gomoku", "5x5x5", "gomoku:size=9", "10x10x5", "19x19x5", "tictactoe")
    }
    assert names == {
        "gomoku": "d4 l4 h8 d12 l12",
        "5x5x5": "c3",
        "gomoku:size=9": "c3 g3 e5 c7 g7",
        "10x10x5": "d4 g4 d7 g7",
        "19x19x5": "d4 j4 p4 d10 j10 p10 d16 j16 p16",
        "tictactoe": "",
    }


def test_row_1_is_at_the_bottom():
    board = geometry.Geometry(inarow.load_game("gomoku"))
    (left, low), (right, high) = board.centre(0), board.centre(224)
    assert left < right
    assert low > high


@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("gomoku", FIVE),
        ("tictactoe", "a1 a2 b1 b2 c1"),
        ("7x6x4", "a1 a2 b1 b2 c1 c2 d1"),
    ],
)
def test_the_winning_line_is_struck_through(spec, moves):
    before = moves.rsplit(" ", 1)[0]
    assert count(draw(spec, before), "line", stroke=COLOURS["win"]) == 0
    assert count(draw(spec, moves), "line", stroke=COLOURS["win"]) == 1


def test_ultimate_shows_who_won_a_board_and_where_to_play():
    state = inarow.load_game("ultimate").state_from(ULTIMATE)
    assert state.local_boards() == ["X", ".", ".", ".", "O", ".", ".", "X", "O"]
    assert state.forced_board() == 2
    root = draw("ultimate", ULTIMATE)
    assert count(root, "rect", fill=COLOURS["x-soft"]) == 2
    assert count(root, "rect", fill=COLOURS["o-soft"]) == 2
    assert count(root, "rect", fill=COLOURS["accent-soft"]) == 1
    assert count(root, "rect", fill=COLOURS["surface-2"]) == 4
    assert count(root, "g", opacity="0.85") == 4  # the large crosses and rings
    blocks = state.board().reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
    assert count(root, "g", opacity="0.3") == (blocks[[0, 4, 7, 8]] != 0).sum()
    # In the initial state every board is open.
    assert count(draw("ultimate"), "rect", stroke=COLOURS["accent"]) == 9


def test_a_won_game_of_ultimate_has_its_line_across_boards():
    state = inarow.load_game("ultimate").new_initial_state()
    player = inarow.load_player("random", state.game, seed=2)
    while not state.is_terminal():
        state.apply_action(player.act(state).action)
    assert state.winner() is not None  # else choose another seed
    root = ElementTree.fromstring(board_svg(state))
    line = next(
        each.attrib
        for each in root.iter("{http://www.w3.org/2000/svg}line")
        if each.get("stroke") == COLOURS["win"]
    )
    assert max(abs(float(line[f"{axis}2"]) - float(line[f"{axis}1"])) for axis in "xy") > 240


def test_numbers_and_coordinates_can_be_chosen():
    letters = [*"abcdefghijklmno", *map(str, range(1, 16))]
    assert texts(draw("gomoku", "h8 i9")) == letters
    assert texts(draw("gomoku", "h8 i9 a1", numbers=True, labels=False)) == ["3", "1", "2"]
    assert count(draw("gomoku", "h8", numbers=True), "circle", fill=COLOURS["last-dot"]) == 0


def test_marks_shade_cells_by_their_share():
    marks = [Mark(0, 1.0, "90"), Mark(1, 0.0), Mark(2), Mark(3, 7.0)]
    root = draw("tictactoe", marks=marks)
    opacities = [
        element.get("fill-opacity")
        for element in root.iter("{http://www.w3.org/2000/svg}rect")
        if element.get("fill") == COLOURS["heat"]
    ]
    assert opacities == ["0.9", "0.14", "0.9"]
    assert count(root, "circle", stroke=COLOURS["hint"]) == 1
    assert "90" in texts(root)


def test_the_size_is_that_of_the_longer_side():
    root = draw("7x4x3", size=300)
    assert (root.get("width"), float(root.get("height")) < 300) == ("300", True)
    assert draw("tictactoe").get("width") == draw("tictactoe").get("viewBox").split()[2]


@pytest.mark.parametrize(
    ("spec", "moves", "title"),
    [
        ("gomoku", "h8", "Gomoku 15 x 15, 1 move: White to move"),
        ("gomoku", FIVE, "Gomoku 15 x 15, 9 moves: Black wins"),
        ("tictactoe", "", "Tic-tac-toe, 0 moves: X to move"),
        ("tictactoe", "a1 b2 c3 a3 c1 b1 b3 c2 a2", "Tic-tac-toe, 9 moves: draw"),
    ],
)
def test_screen_readers_get_the_position_in_words(spec, moves, title):
    root = draw(spec, moves)
    assert root.get("role") == "img"
    assert root[0].text == title
    assert (root[1].text or "") == moves


def test_texts_of_others_are_escaped():
    root = draw("tictactoe", title='<script>"&\x00\x1b', marks=[Mark(0, text="<b>&")])
    assert root[0].text == '<script>"&'
    assert "<b>&" in texts(root)
    assert not any("script" in element.tag for element in root.iter())


def test_pictures_can_share_a_page_and_are_the_same_every_time():
    state = inarow.load_game("ultimate").state_from(ULTIMATE)
    picture = board_svg(state)
    assert picture == board_svg(state.clone())
    assert not re.search(r"\b(id|class|style|href)=", picture)


def test_notebooks_show_states_as_pictures():
    state = inarow.load_game("tictactoe").state_from("b2")
    assert state._repr_svg_() == board_svg(state)


def test_colours_and_measures_are_those_of_the_page():
    css = (WEB / "app.css").read_text(encoding="utf-8")
    declared = {}
    for name, value in re.findall(r"--([a-z0-9-]+): (?:light-dark\()?(#[0-9a-f]{6})", css):
        declared.setdefault(name, value)  # the light theme comes first
    assert {name: declared[name] for name in COLOURS} == COLOURS
    mixed = zip(_rgb(COLOURS["muted"]), _rgb(COLOURS["surface-2"]), strict=True)
    assert [round(0.25 * one + 0.75 * other) for one, other in mixed] == _rgb(DRAWN)
    code = (WEB / "lib/board/geometry.ts").read_text(encoding="utf-8")
    measures = {
        name: vars(geometry)[name] for name in ("CELL", "GAP", "FULL", "EDGE", "RIM", "SHORT")
    }
    stars = ("STARS", "CORNER_STARS_FROM", "SIDE_STARS_FROM")
    measures |= {name: vars(geometry)[name] for name in stars}
    for name, value in measures.items():
        assert re.search(rf"const {name} = (\d+);", code)[1] == str(value), name


def _rgb(colour):
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def test_the_documentation_has_these_pictures():
    path = WEB.parents[1] / "docs" / "images"
    scope = runpy.run_path(str(path / "make_pictures.py"))
    for name, (game, moves) in scope["PICTURES"].items():
        state = inarow.load_game(game).state_from(moves)
        drawn = board_svg(state, size=scope["SIZE"])
        assert (path / f"{name}.svg").read_text(encoding="utf-8") == drawn, "run make_pictures.py"

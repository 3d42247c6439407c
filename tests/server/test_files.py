"""Import and export over the web: what goes out comes back in."""

import json
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import inarow
from inarow.server.edge.problems import add_error_handlers
from inarow.server.play import files
from inarow.server.schema.play import Exported, Imported
from inarow.server.search.pool import SearchPool

GOLDEN = "h8i9g7"


def make_client():
    app = FastAPI()
    app.state.services = SimpleNamespace(pool=SearchPool(1, 16))
    app.include_router(files.router)
    add_error_handlers(app, [files.router])
    return TestClient(app)


CLIENT = make_client()


def send(text, **more):
    return CLIENT.post("/api/import", json={"text": text, **more})


def imported(text, **more):
    answer = send(text, **more)
    assert answer.status_code == 200, answer.text
    return Imported.model_validate(answer.json())


def exported(game, moves, name, **more):
    body = {"game": game, "moves": moves, "format": name, **more}
    answer = CLIENT.post("/api/export", json=body)
    assert answer.status_code == 200, answer.text
    return Exported.model_validate(answer.json())


@settings(max_examples=20)
@given(
    st.sampled_from(["gomoku", "gomoku:size=19,rule=standard", "tictactoe", "5x4x3", "ultimate"]),
    st.integers(0, 2**32),
    st.integers(0, 60),
    st.sampled_from(["psq", "sgf", "coords", "jsonl"]),
)
def test_a_game_goes_out_and_comes_back(spec, seed, plies, name):
    game = inarow.load_game(spec)
    if name == "psq" and game.name != "gomoku":
        return
    state = game.new_initial_state()
    player = inarow.load_player("random", game, seed=seed)
    while state.move_number() < plies and not state.is_terminal():
        state.apply_action(player.act(state).action)
    file = exported(spec, state.history(), name, players=["Ann", "Bob"])
    if name == "coords" and not state.history():
        return  # a file of no moves
    if name == "psq" and game.parameters["rule"] == "standard" and not state.is_terminal():
        return  # of a game that goes on, PSQ does not tell the rule
    back = imported(file.text, game=spec if name == "coords" else None)
    assert back.format == name
    assert not back.more
    (only,) = back.games
    assert only.game == game.spec
    assert only.moves == state.history()
    assert only.names == [game.action_to_string(action) for action in only.moves]
    if name != "coords":
        assert only.players == ("Ann", "Bob")
    assert (only.result is not None) == state.is_terminal()
    assert len(only.values) == len(only.seconds) == len(only.moves)


def test_exports_have_a_name_and_say_what_is_lost():
    file = exported("gomoku", [112, 128], "coords")
    assert file.filename == "inarow-gomoku.txt"
    assert file.text == "h8i9\n"
    assert "players" in file.lost
    assert exported("gomoku", [112], "sgf").lost == []


def test_names_cannot_break_a_file():
    for name in ("psq", "sgf", "jsonl"):
        text = exported("gomoku", [112], name, players=["a\r\nb\x1b[1m]", "  "]).text
        assert len(imported(text).games) == 1


def test_coordinates_need_a_game():
    assert "which game" in send(GOLDEN).json()["message"]
    assert imported(GOLDEN, game="gomoku").games[0].names == ["h8", "i9", "g7"]
    assert imported("h8", game="gomoku").games[0].moves == [112]
    assert imported("# two games\nh8 i9\na1,b2", game="gomoku").games[1].moves == [0, 16]


def test_many_games_are_cut():
    both = imported("h8i9\n" * 100, game="gomoku")
    assert (len(both.games), both.more) == (100, False)
    many = imported("h8i9\n" * 101, game="gomoku")
    assert (len(many.games), many.more) == (100, True)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"text": ""}, "no game"),
        ({"text": "   \n"}, "no game"),
        ({"text": "what is this"}, "a file in SGF, PSQ or JSON (inarow)"),
        ({"text": "h8h8", "game": "gomoku"}, "h8 is taken"),
        ({"text": "z99", "game": "gomoku"}, "z99"),
        ({"text": "h8", "game": "gomuku"}, "did you mean"),
        ({"text": '{"game": "99x99x5", "players": ["a", "b"], "moves": ""}'}, "99"),
        ({"text": "(;GM[4]SZ[15]"}, "The text"),
        ({"text": "Piskvorky 15x15, 11:11, 0\n99,99,0"}, "The text"),
        ({"text": "\ud800 {", "game": "gomoku"}, ""),
    ],
)
def test_bad_files_are_refused_with_a_sentence(body, says):
    answer = CLIENT.post(
        "/api/import",
        content=json.dumps(body),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code in (400, 422)
    assert says in answer.json()["message"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("h8 i9 h8", "The text, line 1: Move 3 does not fit: h8 is taken."),
        (
            "(;GM[4]SZ[15];B[hh];W[ig];B[hh])",
            "The text, the game at line 1: Move 3 does not fit: h8 is taken (by the rules of "
            "gomoku).",
        ),
        (
            "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2",
            "The text, line 1: Move 10 does not fit: The game is over (Black wins): no move is "
            "legal any more.",
        ),
    ],
)
def test_a_move_that_does_not_fit_is_told_in_the_words_of_the_page(text, says):
    """Its people see a board, with black and white stones; they need no list of its free cells."""
    assert send(text, game="gomoku").json()["message"] == says


def test_bad_exports_are_refused():
    for body, says in [
        ({"game": "gomoku", "format": "doc"}, "There is no format"),
        ({"game": "tictactoe", "format": "psq"}, "five in a row"),
        ({"game": "gomoku", "format": "psq", "moves": [1, 1]}, "taken"),
    ]:
        answer = CLIENT.post("/api/export", json=body)
        assert answer.status_code == 400
        assert says in answer.json()["message"]


def test_variations_and_comments_go_out_and_come_back():
    tree = {
        "comments": {"0": "start", "4": "a ] \\ b"},
        "variations": [{"after": 1, "moves": [96, 97]}, {"after": 4, "moves": [98]}],
    }
    for name in ("sgf", "jsonl"):
        file = exported("gomoku", [112, 128, 127], name, **tree)
        assert file.lost == []
        (game,) = imported(file.text).games
        assert game.model_dump(mode="json", include=set(tree)) == tree
    assert "variations" in exported("gomoku", [112, 128, 127], "coords", **tree).lost


def test_trees_are_bounded_and_checked():
    wide = "(;GM[4]SZ[15];B[hh]" + "(;W[ii])" * 5_001 + ")"
    assert "5,000 moves" in send(wide).json()["message"]
    body = {"game": "gomoku", "moves": [112, 128], "format": "sgf"}
    for bad, says in [
        ([{"after": 1, "moves": [112]}], "taken"),
        ([{"after": 7, "moves": [1]}], "out of order"),
        ([{"after": 1, "moves": [1]}] * 5_000, "5,000 moves"),
    ]:
        answer = CLIENT.post("/api/export", json={**body, "variations": bad})
        assert answer.status_code == 400, answer.text
        assert says in answer.json()["message"]


def test_numbered_moves_are_read():
    assert imported("1. h8 i9 2. g7", game="gomoku").games[0].names == ["h8", "i9", "g7"]
    assert imported("1. h8 i9\n2. g7\n", game="gomoku").games[0].names == ["h8", "i9", "g7"]


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[1]SZ[19];B[dd])",  # of Go
        "(;GM[4]SZ[3];B[aa])",
        "(;GM[4]RU[Renju];B[hh])",
        "Piskvorky 15x15, 0:0, 0\n8,8,0\na\nb\n-1\n1,Renju15\n",
    ],
)
def test_what_cannot_be_read_is_not_explained_by_options_of_the_command_line(text):
    answer = send(text, game="gomoku")
    assert answer.status_code == 400
    assert "--" not in answer.json()["message"]

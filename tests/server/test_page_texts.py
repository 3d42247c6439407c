"""What the server tells people on the page is not written for the command line."""

import re

import pytest

from tests.server.lab_client import ME, a_server

COMMAND_LINE = re.compile(
    r"\w=[\w\"]|(^| )--?[a-z]|\de\+\d|`|if no limit is given|\bsay (by )?which\b|\binarow [a-z]+\b"
)
TOLD = {"help", "summary", "title", "message", "notes"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with a_server(tmp_path_factory.mktemp("texts")) as client:
        yield client


def texts_of(answer, told=False):
    """The texts in an answer that people read."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield from texts_of(value, told or key in TOLD)
    elif isinstance(answer, list):
        for value in answer:
            yield from texts_of(value, told)
    elif told and isinstance(answer, str):
        yield answer


@pytest.mark.parametrize(
    "path",
    [
        "catalogue",
        "lab/learners",
        "methods",
        *(f"games/info?game={game}" for game in ("tictactoe", "gomoku", "ultimate", "7x6x4")),
    ],
)
def test_the_texts_of_the_catalogue_are_for_the_page(client, path):
    texts = list(texts_of(client.get(f"/api/{path}", headers=ME).json()))
    assert texts
    assert [text for text in texts if COMMAND_LINE.search(text)] == []


def a_game(game="gomoku", player="random"):
    seats = [{"kind": "human"}, {"kind": "player", "spec": player}]
    return "games", {"game": game, "seats": seats, "time": 1}


def a_file(text):
    return "import", {"text": text, "game": "gomoku"}


def a_training(**settings):
    return "lab/trainings", {
        "learner": "tabular",
        "game": "tictactoe",
        "games": 10,
        "settings": settings,
    }


def a_tournament(players, **settings):
    return "lab/tournaments", {"game": "tictactoe", "players": players, "games": 2, **settings}


@pytest.mark.parametrize(
    "request_",
    [
        a_game("mnk:m=99,n=3,k=3"),
        a_game("mnk:m=3,n=3,k=50"),
        a_game("gomoku:rule=renju"),
        a_game("gomoku:size"),
        a_game("gomoku:wide=3"),
        a_game("go"),
        a_game(player="mcts:sims=0"),
        a_game(player="mcts:sims=99999999"),
        a_game(player="mcts:reuse=maybe"),
        a_game(player="engine:mb=9999"),
        a_game(player="threat:vcf_depth=1000"),
        a_game(player="negamax:deep=3"),
        a_game(player="alphazero:network=/etc/passwd"),
        a_game(player="external:cmd=sh"),
        a_game(player="trained:run=../x,games=1"),
        a_game(player="nobody"),
        a_file("(;GM[1]FF[4]SZ[19];B[pd])"),
        a_file("(;GM[4]FF[4]SZ[4];B[aa])"),
        a_file("(;GM[4]FF[4]SZ[15]RU[Renju];B[hh])"),
        a_file("(;GM[4]FF[4]SZ[x];B[hh])"),
        a_file('{"game": "gomoku:size=99", "moves": "h8"}'),
        a_file("Piskvorky 99x99, 11:11, 0"),
        a_file("?"),
        a_training(alpha="high"),
        a_training(alpha=9),
        a_training(preset="theirs"),
        a_training(unheard=1),
        a_tournament(["random", "mcts:sims=0"]),
        a_tournament(["random"]),
        a_tournament(["random", "greedy"], format="cup"),
    ],
    ids=str,
)
def test_refusals_are_for_the_page(client, request_):
    path, body = request_
    answer = client.post(f"/api/{path}", json=body, headers=ME)
    assert 400 <= answer.status_code < 500, answer.text
    assert not COMMAND_LINE.search(answer.json()["message"])

"""The socket of the analysis, the catalogue, and positions, over a running app."""

import contextlib
import json
import time

import pytest
from starlette.testclient import TestClient

import inarow
from inarow.players import PLAYERS
from inarow.server.app import create_app
from inarow.server.config import Config
from inarow.server.schema.catalogue import Catalogue, GameInfo
from inarow.server.schema.play import Position
from inarow.server.schema.search import AnswerEvent, ProgressEvent

MIDDLE = [112, 96, 127, 128, 111, 97]  # of a game of gomoku


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    config = Config(folder=tmp_path_factory.mktemp("data"), workers=2, player_mb=8)
    with TestClient(create_app(config), base_url="http://127.0.0.1:8000") as client:
        yield client


@contextlib.contextmanager
def opened(client):
    with client.websocket_connect("ws://127.0.0.1:8000/api/analysis/live") as socket:
        yield socket


def send(socket, **command):
    socket.send_text(json.dumps(command))


def events_until(socket, kind, request):
    """All events up to the first of a kind for a request, that one included."""
    events = []
    while True:
        event = socket.receive_json()
        events.append(event)
        if event["type"] == kind and event.get("request") == request:
            return events


def test_the_catalogue_offers_what_is_safe(client):
    catalogue = Catalogue.model_validate(client.get("/api/catalogue").json())
    names = [player.name for player in catalogue.players]
    assert sorted(names) == sorted(player.name for player in PLAYERS if not player.runs_program)
    assert names[0] == "engine"  # strongest first
    assert names[-1] == "random"
    parameters = {
        (player.name, parameter.name): parameter
        for player in catalogue.players
        for parameter in player.parameters
    }
    assert parameters["engine", "network"].choices == ["ours", "line", "none"]
    assert ("engine", "threads") not in parameters
    assert ("shared-mcts", "file") not in parameters
    assert all(
        parameter.high == 8 >= parameter.default
        for (_, name), parameter in parameters.items()
        if name == "mb"
    )
    assert [game.name for game in catalogue.games] == ["tictactoe", "gomoku", "mnk", "ultimate"]
    assert [level.name for level in catalogue.levels][-1] == "master"
    assert "psq" in [entry.name for entry in catalogue.formats]
    assert "swiss" in catalogue.tournament_formats


def test_one_game_is_described(client):
    info = GameInfo.model_validate(
        client.get("/api/games/info", params={"game": "mnk:m=7,n=6,k=4"}).json()
    )
    assert (info.spec, info.rows, info.columns, info.in_a_row) == ("7x6x4", 6, 7, 4)
    assert not info.threats
    ultimate = client.get("/api/games/info?game=ultimate").json()
    assert ultimate["block"] == 3
    assert "greedy" not in ultimate["players"]
    assert client.get("/api/games/info?game=gomoku").json()["threats"]


def test_a_game_has_the_notes_of_its_players(client):
    def described(game):
        return GameInfo.model_validate(client.get(f"/api/games/info?game={game}").json())

    learned = {"td", "td-alphabeta", "td-mcts"}
    other = "Uses weights learned on another board: 10 x 10, 5 in a row."
    assert described("9x9x5").notes == dict.fromkeys(learned, other)
    assert learned <= set(described("10x10x5").players)
    from_nine = "Uses weights learned on another board: 9 x 9, 5 in a row."
    assert described("10x10x5").notes == {"alphazero": from_nine, "dqn": from_nine}
    assert not learned & set(described("8x8x6").players)


@pytest.mark.parametrize(
    ("game", "says"),
    [("gomuku", "did you mean gomoku"), ("gomoku:size=1000000", "1 to 20"), ("3x3x99", "1 to 20")],
)
def test_no_such_game(client, game, says):
    answer = client.get("/api/games/info", params={"game": game})
    assert answer.status_code == 400
    assert says in answer.json()["message"]


def test_positions_say_what_rules_decide(client):
    body = {"game": "ultimate", "moves": [40, 31]}
    position = Position.model_validate(client.post("/api/position", json=body).json())
    assert position.cells[40] == "X"
    assert position.cells[31] == "O"
    assert position.to_move == 0
    assert position.forced_board == 1
    assert position.local_boards == "........."
    assert 4 in position.legal
    assert 0 not in position.legal
    body = {"game": "tictactoe", "moves": [0, 3, 1, 4, 2]}
    won = client.post("/api/position", json=body).json()
    assert (won["over"], won["winner"], won["winning_line"]) == (True, 0, [0, 1, 2])
    assert won["to_move"] is None
    bad = client.post("/api/position", json={"game": "tictactoe", "moves": [0, 0]})
    assert bad.status_code == 400
    assert "Move 2 does not fit: a1 is taken" in bad.json()["message"]


def test_stones_become_moves(client):
    body = {"game": "gomoku", "x": [0, 1, 2, 3, 4], "o": [20, 21, 22, 23], "last": 2}
    position = client.post("/api/setup", json=body).json()
    assert position["winner"] == 0
    assert position["last"] == 2
    bad = client.post("/api/setup", json={"game": "gomoku", "x": [0], "o": [1, 2]})
    assert bad.status_code == 400
    assert "one more" in bad.json()["message"]


@pytest.mark.parametrize(
    ("x", "o", "to_move", "cells"),
    [
        ([0], [1], 0, "XO......."),
        ([0], [1], 1, "OX......."),  # X, who begins, is to move: so X has what were O's stones
        ([0, 2], [1], 1, "XOX......"),
        ([0], [1, 2], 0, "OXX......"),
        ([0, 2], [1], 0, None),
        ([0], [1, 2], 1, None),
        ([], [], 1, "........."),
    ],
)
def test_who_moves_can_be_chosen(client, x, o, to_move, cells):
    body = {"game": "tictactoe", "x": x, "o": o, "to_move": to_move}
    answer = client.post("/api/setup", json=body)
    if cells is None:
        assert answer.status_code == 400
        assert "cannot be the turn of" in answer.json()["message"]
    else:
        assert answer.json()["cells"] == cells


def test_a_player_analyses_and_tells_how_far_it_is(client):
    with opened(client) as socket:
        command = {"type": "analyse", "request": 7, "game": "gomoku", "moves": MIDDLE}
        send(socket, **command, player="engine:mb=4", time=30, lines=3)
        progress = []
        while not progress or len(progress[-1].thought.lines) < 3:
            progress.append(ProgressEvent.model_validate(socket.receive_json()))
        assert progress[0].thought.action is None
        assert progress[-1].thought.nodes > 0
        send(socket, type="stop")
        events = events_until(socket, "done", 7)
        assert [event["type"] for event in events[-2:]] == ["answer", "done"]
        thought = AnswerEvent.model_validate(events[-2]).thought
        assert len(thought.lines) == 3
        assert thought.player == "engine:mb=4"
        assert thought.ply == len(MIDDLE)
        assert thought.action == thought.pv[0]
        assert len(thought.candidates) <= 40
        assert thought.speed > 0


def test_a_tree_search_tells_visits_and_values(client):
    with opened(client) as socket:
        command = {"type": "analyse", "request": 1, "game": "ultimate", "moves": []}
        send(socket, **command, player="mcts:sims=500", time=5.0)
        events = events_until(socket, "done", 1)
        moves = AnswerEvent.model_validate(events[-2]).thought.candidates
        assert sum(move.visits or 0 for move in moves) > 100
        assert sum(move.share or 0 for move in moves) <= 1.001
        assert all(-1 <= move.value <= 1 for move in moves if move.value is not None)


@pytest.mark.parametrize("game", ["tictactoe", "ultimate"])
def test_every_player_is_asked(client, game):
    with opened(client) as socket:
        send(socket, type="ask", request=3, game=game, moves=[], time=0.1)
        events = events_until(socket, "done", 3)
        answers = [
            AnswerEvent.model_validate(event) for event in events if event["type"] == "answer"
        ]
        plays = client.get("/api/games/info", params={"game": game}).json()["players"]
        assert sorted(answer.player.partition(":")[0] for answer in answers) == sorted(plays)
        legal = inarow.load_game(game).new_initial_state().legal_actions()
        assert all(answer.thought.action in legal for answer in answers)


def test_threats_are_marked(client):
    moves = inarow.load_game("gomoku").parse_moves("h8 a1 i8 c1 j8 e1")
    with opened(client) as socket:
        send(socket, type="threats", request=9, game="gomoku", moves=moves)
        event = events_until(socket, "threats", 9)[-1]
        assert event["victories"][0]["kind"] == "vcf"
        assert event["victories"][0]["player"] == 0
        kinds = {mark["kind"] for mark in event["marks"] if mark["player"] == 0}
        assert "open four" in kinds
        send(socket, type="threats", request=10, game="ultimate", moves=[])
        event = events_until(socket, "threats", 10)[-1]
        assert event["victories"] == event["marks"] == []
        over = {"game": "gomoku", "moves": [0, 20, 1, 21, 2, 22, 3, 23, 4]}
        send(socket, type="threats", request=11, **over)
        assert events_until(socket, "threats", 11)[-1]["marks"] == []


def test_a_new_analysis_ends_the_one_before(client):
    with opened(client) as socket:
        command = {"type": "analyse", "game": "gomoku", "moves": MIDDLE, "player": "mcts"}
        send(socket, **command, request=1, time=60)
        send(socket, **{**command, "player": "greedy"}, request=2, time=60)
        events = events_until(socket, "done", 2)
        answers = [event for event in events if event["type"] == "answer"]
        assert [answer["request"] for answer in answers] == [2]


def test_stop_makes_it_answer_and_closing_frees_the_pool(client):
    pool = client.app.state.services.pool
    with opened(client) as socket:
        command = {"type": "analyse", "game": "gomoku", "moves": MIDDLE, "player": "mcts"}
        send(socket, **command, request=1, time=30)
        while socket.receive_json()["type"] != "progress":
            pass
        send(socket, type="stop")
        events = events_until(socket, "done", 1)
        assert events[-2]["type"] == "answer"
        assert events[-2]["thought"]["seconds"] < 29
        send(socket, type="ask", request=2, game="gomoku", moves=MIDDLE, time=60)
        while socket.receive_json()["type"] != "progress":
            pass
    deadline = time.monotonic() + 60
    while pool.count_running() + pool.count_waiting():
        assert time.monotonic() < deadline  # a dozen searches of 30 s would not be done by then
        time.sleep(0.01)


def test_an_analysis_without_end_runs_until_it_is_stopped(tmp_path):
    """Longer than any other search may, and not longer than the server allows."""
    config = Config(folder=tmp_path, workers=2, longest_think=0.2, longest_analysis=3.0)
    with TestClient(create_app(config), base_url="http://127.0.0.1:8000") as client:
        command = {"type": "analyse", "game": "gomoku", "moves": MIDDLE, "player": "mcts:mb=4"}
        with opened(client) as socket:
            send(socket, **command, request=1, time=None)
            while socket.receive_json().get("thought", {}).get("seconds", 0) < 1:
                pass
            send(socket, type="stop")
            events = events_until(socket, "done", 1)
            assert 1 <= events[-2]["thought"]["seconds"] < 2.9
            send(socket, **command, request=2, time=None)
            events = events_until(socket, "done", 2)
            assert events[-2]["thought"]["seconds"] == pytest.approx(3.0, abs=0.8)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ({"type": "analyse", "player": "external:cmd=ls"}, "is not allowed here"),
        ({"type": "analyse", "player": "minimax:depth=1000000"}, "from 0 to 100"),
        ({"type": "analyse", "player": "engine:network=/etc/passwd"}, "ours or line or none"),
        ({"type": "analyse", "player": "shared-mcts:file=x"}, "cannot be set here"),
        ({"type": "analyse", "player": "engine:mb=65536"}, "from 4 to 8"),
        ({"type": "analyse", "player": "nobody"}, "There is no player"),
        ({"type": "analyse", "game": "gomoku:size=999"}, "from 1 to 20"),
        ({"type": "analyse", "moves": [3, 3]}, "Move 2 does not fit"),
        ({"type": "ask", "game": "tictactoe", "moves": [0, 3, 1, 4, 2]}, "The game is over"),
        ({"type": "analyse", "time": 1e9}, "time"),
        ({"type": "analyse", "lines": 1000}, "lines"),
        ({"type": "what"}, "type"),
    ],
)
def test_bad_commands_are_answered_with_a_sentence(client, command, says):
    with opened(client) as socket:
        send(socket, **{"request": 1, "game": "gomoku", "moves": [], **command})
        event = socket.receive_json()
        assert event["type"] == "error"
        assert says in event["message"]
        send(socket, type="analyse", request=2, game="tictactoe", player="greedy")  # it goes on
        events_until(socket, "done", 2)

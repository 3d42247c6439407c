"""What the page shows of the engine on ultimate: the bar, the heat map and the lines."""

import json
import random

import pytest
from starlette.testclient import TestClient

import inarow
from inarow.server.app import create_app
from inarow.server.config import Config
from inarow.server.schema.search import AnswerEvent, ProgressEvent

LINES = 3


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    config = Config(folder=tmp_path_factory.mktemp("data"), workers=1, player_mb=8)
    with TestClient(create_app(config), base_url="http://127.0.0.1:8000") as client:
        yield client


def analysis(client, spec, moves, **limits):
    """The progress and the answer of the engine, by the socket of the analysis."""
    with client.websocket_connect("ws://127.0.0.1:8000/api/analysis/live") as socket:
        command = {"type": "analyse", "request": 1, "game": spec, "moves": moves}
        socket.send_text(json.dumps({**command, "player": "engine:mb=4", **limits}))
        events = []
        while not events or events[-1]["type"] != "done":
            events.append(socket.receive_json())
    progress = [
        ProgressEvent.model_validate(event).thought
        for event in events
        if event["type"] == "progress"
    ]
    (answer,) = (
        AnswerEvent.model_validate(event).thought for event in events if event["type"] == "answer"
    )
    return progress, answer


def check_line(state, action, pv):
    """A line begins with its action, and all of it is legal."""
    assert pv[0] == action
    for move in pv:
        state.apply_action(move)


def wins(state):
    """The moves that win the game."""
    mover = state.current_player()
    return [a for a in state.legal_actions() if state.child(a).player_return(mover) == 1]


def winnable():
    """A position of a random game in which the player to move can win."""
    rng, game = random.Random(1), inarow.load_game("ultimate")
    state = game.new_initial_state()
    while not wins(state):
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            state = game.new_initial_state()
    return state


@pytest.mark.parametrize("spec", ["ultimate", "ultimate:tiebreak=boards"])
def test_the_engine_tells_value_candidates_and_lines(client, spec):
    game = inarow.load_game(spec)
    state = game.state_from("e5 d4 b2 e4 e2 f4")
    progress, thought = analysis(client, spec, state.history(), nodes=20_000, lines=LINES)
    legal = state.legal_actions()

    assert -1 < thought.value < 1
    assert thought.win == pytest.approx((thought.value + 1) / 2, abs=0.001)
    assert 0 < thought.nodes <= 20_000
    assert thought.depth > 3

    assert len({line.pv[0] for line in thought.lines}) == len(thought.lines) == LINES
    values = [line.value for line in thought.lines]
    assert values == sorted(values, reverse=True)
    assert thought.value == values[0]
    assert thought.pv == thought.lines[0].pv
    for line in thought.lines:
        check_line(state.clone(), line.pv[0], line.pv)

    moves = thought.candidates
    assert sorted(move.action for move in moves) == sorted(legal)
    assert sum(move.prior for move in moves) == pytest.approx(1, abs=0.02)
    assert all(move.prior > 0 for move in moves)
    valued = {move.action: move.value for move in moves if move.value is not None}
    assert valued == {line.pv[0]: line.value for line in thought.lines}

    # The bar, the heat map and the lines are drawn while it thinks, too.
    shown = [each for each in progress if each.lines]
    assert shown
    assert all(each.value is not None and each.candidates for each in shown)


def test_a_win_in_one_fills_the_bar(client):
    state = winnable()
    _, thought = analysis(client, "ultimate", state.history(), nodes=20_000, lines=1)
    assert (thought.value, thought.proven, thought.win) == (1.0, "win", 1.0)
    assert thought.action in wins(state)

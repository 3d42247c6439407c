"""Answers that all share who ask for the same search: one search, however many watch a game."""

import asyncio
import contextlib
import json
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

import inarow
from inarow.player import Limits
from inarow.server.app import create_app
from inarow.server.config import Config
from inarow.server.schema.search import Thought
from inarow.server.search import pool as pools
from inarow.server.search.analysis import COMMANDS, AnalysisSession
from inarow.server.search.pool import Search
from inarow.server.search.shared_answers import SharedAnswers, is_shared

GAME = inarow.load_game("gomoku")
MOVES = GAME.parse_moves("h8 i9 h9")
REFERENCE = {
    "type": "analyse",
    "game": "gomoku",
    "moves": MOVES,
    "player": "engine",
    "nodes": 3000,
    "time": 30.0,
    "lines": 1,
}
LONG = {**REFERENCE, "nodes": 10**12}  # until it is stopped, or the half minute is over


@pytest.fixture
def client(tmp_path):
    config = Config(folder=tmp_path, workers=2)
    with TestClient(create_app(config), base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def searches(monkeypatch):
    """The searches that players made."""
    made = []
    work = pools.SearchJob.work

    def note(job):
        made.append(job._search)
        return work(job)

    monkeypatch.setattr(pools.SearchJob, "work", note)
    return made


@contextlib.contextmanager
def opened(client):
    with client.websocket_connect("ws://127.0.0.1:8000/api/analysis/live") as socket:
        yield socket


def send(socket, **command):
    socket.send_text(json.dumps(command))


def answer_of(socket, request):
    """The answer to a request, once it is done; None without one."""
    answer = None
    while (event := socket.receive_json())["type"] != "done" or event["request"] != request:
        assert event["type"] != "error", event
        if event["type"] == "answer":
            answer = event["thought"]
    return answer


def until_progress(socket):
    while socket.receive_json()["type"] != "progress":
        pass


def test_who_asks_later_gets_the_same_answer_without_a_search(client, searches):
    with opened(client) as ann, opened(client) as bob:
        send(ann, **REFERENCE, request=1)
        first = answer_of(ann, 1)
        send(bob, **REFERENCE, request=2)
        assert answer_of(bob, 2) == first
        assert first["nodes"] >= 3000
        assert len(searches) == 1
        send(bob, **{**REFERENCE, "moves": MOVES[:2]}, request=3)  # another position is another
        assert answer_of(bob, 3)["ply"] == 2
        assert len(searches) == 2


def test_who_asks_meanwhile_waits_for_the_same_search(client, searches):
    with contextlib.ExitStack() as stack:
        first, *others = (stack.enter_context(opened(client)) for _ in range(5))
        send(first, **{**REFERENCE, "nodes": 300_000}, request=1)
        until_progress(first)
        for socket in others:
            send(socket, **{**REFERENCE, "nodes": 300_000}, request=1)
        answers = [answer_of(socket, 1) for socket in (first, *others)]
    assert answers[0]["nodes"] >= 300_000
    assert all(answer == answers[0] for answer in answers)
    assert len(searches) == 1


def test_when_the_searcher_leaves_another_one_searches(client, searches):
    with opened(client) as bob:
        with opened(client) as ann:
            send(ann, **LONG, request=1)
            until_progress(ann)
            send(bob, **LONG, request=1)
            send(bob, type="threats", request=2, game="gomoku", moves=[])  # bob's first is in
            while bob.receive_json()["type"] != "threats":
                pass
            assert len(searches) == 1
        until_progress(bob)
        assert len(searches) == 2


def test_a_search_that_was_stopped_serves_nobody_else(client, searches):
    with opened(client) as ann, opened(client) as bob:
        send(ann, **LONG, request=1)
        until_progress(ann)
        send(ann, type="stop")
        assert answer_of(ann, 1)["nodes"] < 10**12
        send(bob, **LONG, request=1)
        until_progress(bob)
        assert len(searches) == 2
        assert len(client.app.state.services.shared_answers) == 0


def test_who_waits_can_stop_waiting(client, searches):
    with opened(client) as ann, opened(client) as bob:
        send(ann, **LONG, request=1)
        until_progress(ann)
        send(bob, **LONG, request=1)
        send(bob, type="stop")
        assert answer_of(bob, 1) is None
        send(ann, type="stop")
        assert answer_of(ann, 1) is not None  # bob's stop was not ann's
        assert len(searches) == 1


def test_a_stop_right_behind_the_command_is_not_missed():
    """Both may be read before the task of the analysis runs for the first time."""

    async def run():
        pool = pools.SearchPool(1, 16)
        sent = []
        outbox = SimpleNamespace(add=sent.append, put=lambda *_: None, discard=lambda _: None)
        session = AnalysisSession("ann", pool, SharedAnswers(), Config(), outbox)
        try:
            await session.handle(COMMANDS.validate_python({**LONG, "request": 1}))
            await session.handle(COMMANDS.validate_python({"type": "stop"}))
            async with asyncio.timeout(20):
                while not sent:
                    await asyncio.sleep(0.01)
        finally:
            session.close()
            await asyncio.to_thread(pool.close)
        return [json.loads(event)["type"] for event in sent]

    assert asyncio.run(run()) == ["done"]


def test_only_what_is_the_same_for_all_is_shared():
    nodes = Limits(time=5.0, nodes=1000)
    assert is_shared(Search(GAME, (), "engine", nodes))
    assert not is_shared(Search(GAME, (), "engine", Limits(time=5.0)))
    assert not is_shared(Search(GAME, (), "engine", nodes, endless=True))
    assert not is_shared(Search(GAME, (), "mcts", nodes))
    assert not is_shared(Search(GAME, (), "trained:run=x,games=1", nodes))


def keep(answers, search, **thought):
    with answers.lead(search) as lead:
        lead.found = Thought(player="engine", ply=0, **thought)


def test_the_answers_are_bounded_and_the_oldest_go_first():
    answers = SharedAnswers(most=3)
    searches = [Search(GAME, (cell,), "engine", Limits(nodes=10)) for cell in range(5)]
    for search in searches[:3]:
        keep(answers, search, nodes=10)
    assert answers.find(searches[0]) is not None  # asked for again: it stays
    for search in searches[3:]:
        keep(answers, search, nodes=10)
    assert len(answers) == 3
    assert [answers.find(search) is not None for search in searches] == [
        True,
        False,
        False,
        True,
        True,
    ]


def test_an_answer_that_time_cut_short_is_not_kept():
    answers = SharedAnswers()
    search = Search(GAME, (), "engine", Limits(time=5.0, nodes=1000))
    keep(answers, search, nodes=700, seconds=5.0)
    assert answers.find(search) is None
    keep(answers, search, nodes=700, seconds=5.0, proven="win")
    assert answers.find(search).proven == "win"


def test_nodes_of_a_command_do_not_lift_the_limit_of_memory(client, searches):
    """``minimax`` keeps every position that it has seen, so the server limits their number."""
    with opened(client) as ann:
        send(ann, **{**LONG, "player": "minimax", "game": "tictactoe", "moves": []}, request=1)
        answer_of(ann, 1)
    (search,) = searches
    assert search.limits.nodes < 10**9

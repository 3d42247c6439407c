"""What bad messages on a socket get: an error each, or its end; and no flood gets through."""

import asyncio
import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.server.config import Config
from inarow.server.edge import sockets
from inarow.server.play.routes import COMMANDS
from tests.server.live import PATIENCE, serving


@pytest.fixture(scope="module")
def site(tmp_path_factory, shared_database_url):
    with serving(tmp_path_factory.mktemp("sockets"), shared_database_url) as running:
        yield running


@pytest.fixture
def ann(site):
    return site.person()


def test_a_socket_that_floods_is_slowed_and_then_closed(tmp_path, monkeypatch):
    monkeypatch.setattr(sockets, "LONGEST_FLOOD", 10)
    with serving(tmp_path, messages_of_socket=(20.0, 20)) as site:
        ann = site.person()
        game = ann.new_game()
        with ann.watch(game) as flooding, ann.watch(game) as quiet:
            flooding.until_you()
            sender = threading.Thread(
                target=lambda: [flooding.send("redo") for _ in range(500)], daemon=True
            )
            sender.start()
            assert flooding.until_closed() == 1008
            sender.join(PATIENCE)
            assert flooding.errors[-1]["error"] == "too-many"
            assert len(flooding.errors) < 100
            quiet.move("b2")
            quiet.until_ply(1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 5000, "not JSON"),
        ("null", ""),
        ("[]", ""),
        ('{"type": "dance"}', "'dance'"),
        ('{"type": "move"}', "action: Field required; and 1 more."),
        ('{"type": "move", "action": -1, "ply": 0}', "action"),
        ('{"type": "move", "action": 1e99, "ply": 0}', "action"),
        (f'{{"type": "move", "action": {"9" * 4000}, "ply": 0}}', "action"),
        ('{"type": "move", "action": 4, "ply": 0, "user": 1}', "user"),
        ('{"type": "delay", "delay": NaN}', "delay"),
        ('{"type": "delay", "delay": 1e9}', "delay"),
        ('{"type": "goto", "ply": 100000}', "ply"),
        ('{"type": "claim", "seat": 2}', "seat"),
    ],
)
def test_malformed_messages_are_explained_and_the_socket_lives(ann, text, says):
    with ann.watch(ann.new_game()) as watch:
        watch.send_text(text)
        error = watch.refused()
        assert error["error"] == "bad-request"
        assert says in error["message"]
        assert len(error["message"]) <= 500
        watch.move("b2")
        watch.until_ply(1)


def test_bytes_are_refused_and_large_messages_close_the_socket(ann):
    with ann.watch(ann.new_game()) as watch:
        watch.send_text(b'{"type": "undo"}')
        assert watch.refused()["message"] == "Messages are text in JSON, not bytes."
        watch.send_text(json.dumps({"type": "undo", "x": "x" * 20_000}))
        assert watch.until_closed() == 1009


class Wire:
    """A socket that gives the messages it was made with and then closes."""

    application_state = None

    def __init__(self, texts):
        self._texts = iter(texts)
        self.sent = []
        self.code = None

    async def receive(self):
        text = next(self._texts, None)
        if text is None:
            return {"type": "websocket.disconnect", "code": 1000}
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text):
        self.sent.append(json.loads(text))

    async def close(self, code):
        self.code = code


@given(st.lists(st.text(max_size=40) | st.binary(max_size=40).map(lambda b: b.decode("latin-1"))))
def test_every_message_is_a_command_or_gets_an_error(texts):
    async def read():
        return [command async for command in sockets.read_commands(wire, COMMANDS, config)]

    wire = Wire([*texts, '{"type": "undo"}'])
    config = Config(messages_of_socket=(1e6, 10**6))
    commands = asyncio.run(read())
    assert commands[-1].type == "undo"
    assert len(wire.sent) == len(texts) + 1 - len(commands)
    assert all(event["type"] == "error" for event in wire.sent)


def test_large_messages_end_the_reading_whatever_the_server_lets_through():
    async def read():
        return [command async for command in sockets.read_commands(wire, COMMANDS, Config())]

    wire = Wire(["ä" * 10_000, '{"type": "undo"}'])
    assert asyncio.run(read()) == []
    assert wire.code == 1009
    assert wire.sent[0]["error"] == "too-large"

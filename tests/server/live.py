"""A real server in a thread, people with cookies of their own, and sockets that are never stuck."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import ExitStack, contextmanager

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from inarow.server.app import create_app
from inarow.server.config import Config
from inarow.server.serving import WebServer

PATIENCE = 60.0  # seconds: only a hang takes as long

# Tests ask faster than people do.
EASY = {
    "workers": 2,
    "new_games_of_one": (1000.0, 1000),
    "new_games_of_address": (1000.0, 1000),
    "requests_of_one": (10_000.0, 10_000),
    "messages_of_socket": (10_000.0, 10_000),
}

HUMAN = {"kind": "human"}
OPEN = {"kind": "human", "open": True}


def machine(spec):
    return {"kind": "player", "spec": spec}


class Site:
    """A server that can be stopped and started again, on the same port and database."""

    def __init__(self, folder, database=None, **settings):
        self._settings = {**EASY, "folder": folder, "db": database, **settings}
        self.port = 0
        self.app = None
        self._server = None
        self._thread = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def services(self):
        return self.app.state.services

    def start(self):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(100)
        self.port = listener.getsockname()[1]
        config = Config(port=self.port, **self._settings)
        self.app = create_app(config)
        self._server = WebServer(self.app, config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]})
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._thread.is_alive()

    def stop(self):
        if self._thread is not None:
            self._server.should_exit = True
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive()
            self._thread = None

    def restart(self):
        self.stop()
        self.start()

    def person(self):
        return Person(self)


@contextmanager
def serving(folder, database=None, **settings):
    site = Site(folder, database, **settings)
    site.start()
    try:
        yield site
    finally:
        site.stop()


class Person:
    """A browser: it keeps its cookie."""

    def __init__(self, site):
        self._site = site
        self.http = httpx.Client(base_url=site.url, timeout=PATIENCE)

    def get(self, path, **more):
        return self.http.get(path, **more)

    def post(self, path, body, **more):
        return self.http.post(path, json=body, **more)

    def new_game(self, first=HUMAN, second=HUMAN, game="tictactoe", **more):
        answer = self.post("/api/games", {"game": game, "seats": [first, second], **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def cookie(self):
        if "inarow" not in self.http.cookies:
            self.get("/api/health")
        return f"inarow={self.http.cookies['inarow']}"

    def watch(self, game):
        return Watch(self._site, game, self.cookie())


class Watch:
    """A socket on a game; ``game``, ``you`` and ``errors`` hold what came last."""

    def __init__(self, site, game, cookie):
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(
            connect(
                f"ws://127.0.0.1:{site.port}/api/games/{game}/live",
                additional_headers={"Cookie": cookie},
                open_timeout=PATIENCE,
                compression=None,
            )
        )
        self.game = self.you = self.thought = self.declined = None
        self.errors = []
        self.closed = None
        self._seen = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._stack.close()

    def send(self, type, **more):  # noqa: A002
        self.send_text(json.dumps({"type": type, **more}))

    def send_text(self, text):
        try:
            self._socket.send(text)
        except ConnectionClosed:
            return

    def receive(self, timeout=PATIENCE):
        """Take one event in; False if the socket has closed."""
        try:
            event = json.loads(self._socket.recv(timeout))
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd else 1006
            return False
        match event["type"]:
            case "game":
                assert self.game is None or event["game"]["version"] > self.game["version"]
                self.game = event["game"]
            case "you":
                self.you = event
            case "progress" | "answer":
                self.thought = event["thought"]
            case "declined":
                self.declined = event["offer"]
            case "error":
                self.errors.append(event)
        return True

    def until(self, condition):
        """Take events in until something holds of the game."""
        deadline = time.monotonic() + PATIENCE
        while self.game is None or not condition(self.game):
            assert time.monotonic() < deadline, (self.game, self.errors)
            assert self.receive(), f"closed with {self.closed}"
        return self.game

    def until_ply(self, ply):
        return self.until(lambda game: game["ply"] == ply)

    def until_over(self):
        return self.until(lambda game: game["result"] is not None)

    def until_you(self):
        while self.you is None:
            assert self.receive()
        return self.you

    def until_closed(self):
        while self.receive():
            pass
        return self.closed

    def move(self, action, ply=None):
        """Make a move, by its name or number."""
        game = self.until(lambda _: True)
        if isinstance(action, str):
            column, row = ord(action[0]) - ord("a"), int(action[1:]) - 1
            action = row * game["game"]["columns"] + column
        self.send("move", action=action, ply=game["ply"] if ply is None else ply)

    def refused(self, type=None, **more):  # noqa: A002
        """Send a command that must be refused; gives the error."""
        seen = len(self.errors)
        if type is not None:
            self.send(type, **more)
        while len(self.errors) == seen:
            assert self.receive(), f"closed with {self.closed}"
        return self.errors[-1]


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)

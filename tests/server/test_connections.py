"""Connections that do not do as they should, against a real server."""

from __future__ import annotations

import base64
import json
import resource
import socket
import time

import pytest
from websockets.sync.client import connect

from inarow.server import serving as serving_module
from inarow.server.edge import connections
from inarow.server.edge.connections import PING_SECONDS, PONG_SECONDS
from tests.server.live import PATIENCE, serving

HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
PING, TEXT, PART = 0x89, 0x01, 0x00  # first bytes of frames; the last two say that more comes


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("connections")) as site:
        yield site


def dial(site):
    return socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)


def read_all(connection):
    """Everything until the other side closes; a reset is a close."""
    read = b""
    try:
        while piece := connection.recv(65536):
            read += piece
    except ConnectionError:
        pass
    return read


def open_socket(site, path=b"/api/analysis/live"):
    connection = dial(site)
    key = base64.b64encode(bytes(16))
    connection.sendall(
        b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        + key
        + b"\r\n\r\n"
    )
    assert connection.recv(4096).startswith(b"HTTP/1.1 101")
    return connection


def frame(first, content=b""):
    return bytes([first, 0x80 | len(content), 0, 0, 0, 0]) + content


@pytest.mark.parametrize("start", [HEAD, b"GET /"], ids=["headers", "address"])
def test_an_endless_head_is_not_kept(site, start):
    with dial(site) as connection:
        connection.sendall(start)
        with pytest.raises(ConnectionError):
            connection.sendall((b"X: " + b"x" * 65536) * 1000)


def test_a_head_may_come_in_pieces(site):
    with dial(site) as connection:
        for piece in (HEAD[:20], HEAD[20:], b"Connection: close\r\n", b"\r\n"):
            connection.sendall(piece)
            time.sleep(0.01)
        assert read_all(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "sent",
    [b"", HEAD, HEAD + b"\r\n", HEAD + b"\r\n\r\n\r\n"],
    ids=["nothing", "half a head", "nothing more", "empty lines"],
)
def test_a_head_that_does_not_come_is_not_waited_for(site, sent, monkeypatch):
    whole = HEAD + b"\r\n" in sent
    if not whole:
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    with dial(site) as connection:
        if whole:  # a first request, so that a slow machine has time to read the head of the next
            connection.sendall(HEAD + b"\r\n")
            first = b""
            while not first.endswith(b"}"):
                first += connection.recv(4096)
            monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
        connection.sendall(sent)
        began = time.monotonic()
        answer = read_all(connection)
        assert time.monotonic() - began < PATIENCE / 2
        assert answer.startswith(b"HTTP/1.1 200") == whole


@pytest.mark.parametrize(
    "frames",
    [frame(PING, b"x" * 100), frame(0x8A), frame(PART)],
    ids=["pings", "pongs", "empty parts"],
)
def test_frames_without_end_close_the_socket(site, frames):
    with open_socket(site) as connection:
        connection.sendall(frame(TEXT, b"{"))
        try:
            for _ in range(10_000):  # pings of 1 MB: a server reads at most 256 kB at once
                connection.sendall(frames)
        except ConnectionError:
            return
        # One that stayed open would end in a TimeoutError; why it closes may be lost in a reset.
        assert read_all(connection).count(b"\x8a") < 10_000


def test_who_does_not_read_is_cut_off(site, monkeypatch):
    monkeypatch.setattr(connections, "SEND_TIMEOUT_SECONDS", 1.0)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        connections.set_send_timeout([listener])
        if not hasattr(socket, "TCP_USER_TIMEOUT"):
            pytest.skip("this system has no such setting")
        client = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
        with client, server:
            server.settimeout(PATIENCE)
            with pytest.raises(TimeoutError) as cut_off:
                server.sendall(bytes(64 << 20))  # far more than waits in the system
            assert cut_off.value.errno is not None  # from the system, not our own patience


def test_there_may_be_more_connections_than_files_usually():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1 << 16 if hard == resource.RLIM_INFINITY else min(hard, 1 << 16)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 512), hard))
    try:
        connections.raise_open_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# The heartbeat ---------------------------------------------------------------------------------


def test_both_sides_notice_a_dead_connection_in_time():
    assert PING_SECONDS + PONG_SECONDS <= 10


@pytest.fixture
def quick_site(tmp_path, monkeypatch):
    monkeypatch.setattr(serving_module, "PING_SECONDS", 0.1)
    monkeypatch.setattr(serving_module, "PONG_SECONDS", 0.5)
    with serving(tmp_path) as site:
        yield site


def test_a_page_hears_the_heartbeat_of_every_socket(quick_site):
    ann = quick_site.person()
    paths = (f"/api/games/{ann.new_game()}/live", "/api/analysis/live")
    for path in paths:
        with connect(f"ws://127.0.0.1:{quick_site.port}{path}") as client:
            beats = 0
            while beats < 10:  # it answers pings by itself, so it lives for longer than one beat
                beats += json.loads(client.recv(PATIENCE))["type"] == "ping"


def test_a_client_that_does_not_answer_is_gone_soon(quick_site):
    """It neither reads nor closes, as at the other end of a dead connection."""
    ann = quick_site.person()
    game = ann.new_game()
    with ann.watch(game) as watch:
        path = f"/api/games/{game}/live".encode()
        with open_socket(quick_site, path):
            watch.until(lambda g: g["watchers"] == 1)
            watch.until(lambda g: g["watchers"] == 0)
        assert watch.closed is None

"""``inarow serve`` as a person runs it: in a process of its own."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.live import PATIENCE

COMMAND = [sys.executable, "-c", "from inarow.cli.main import main; main()", "serve"]


class Served:
    """A running server; its first line tells where it is."""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen(
            [*COMMAND, "--data", str(folder), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.line = self.process.stdout.readline()

    @property
    def url(self):
        return re.fullmatch(r"Serving inarow at (http://\S+)/\n", self.line)[1]

    def end(self, number=signal.SIGTERM):
        """End it by a signal; gives the seconds it took, and what it wrote besides."""
        start = time.monotonic()
        self.process.send_signal(number)
        rest, errors = self.process.communicate(timeout=PATIENCE)
        return time.monotonic() - start, rest, errors

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def ask(url, body=None, method=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer), answer.headers


def close_code(watch):
    """Read until the other side has closed the socket; gives the code."""
    try:
        while True:
            watch.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


@pytest.mark.parametrize(
    ("number", "status", "said"),
    [(signal.SIGINT, 130, "inarow: stopped.\n"), (signal.SIGTERM, 0, "")],
)
def test_it_says_where_it_is_and_ends_at_once_even_while_a_machine_thinks(
    tmp_path, number, status, said
):
    with Served(tmp_path, "--port", "0") as server:
        health, _ = ask(f"{server.url}/api/health")
        assert health["status"] == "ok"
        seats = [{"kind": "player", "spec": "mcts"}, {"kind": "human"}]
        body = {"game": "gomoku", "seats": seats, "time": 30}
        game, headers = ask(f"{server.url}/api/games", body)
        cookie = headers["Set-Cookie"].partition(";")[0]
        address = server.url.replace("http", "ws") + f"/api/games/{game['id']}/live"
        with connect(address, additional_headers={"Cookie": cookie}) as watch:
            assert json.loads(watch.recv(PATIENCE))["game"]["thinking"]
            seconds, rest, errors = server.end(number)
            assert close_code(watch) == 1012
        assert server.process.returncode == status
        assert (rest, errors) == ("", said)
        assert seconds < 20  # a second or two; the machine would have thought for thirty
    assert (tmp_path / "inarow.db").is_file()
    with Served(tmp_path, "--port", "0") as server:
        assert ask(f"{server.url}/api/games/{game['id']}")[0]["id"] == game["id"]
        server.end()


def test_a_port_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*COMMAND, "--data", str(tmp_path), "--port", str(port)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 2
        assert f"Cannot listen on 127.0.0.1, port {port}" in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--host", "x" * 300), "…xxx: it is no host name."),
        (("--host", "a..b"), "Cannot listen on a..b: it is no host name."),
        (("--host", "203.0.113.1"), ", port 0: Cannot assign requested address."),
        (("--data", "~nobody-of-this-name/x", "--backup", "copy.db"), "There is no database ~nob"),
        (("--backup", "~nobody-of-this-name/copy.db"), "There is no folder ~nobody-of-this-name "),
    ],
)
def test_an_address_or_a_folder_that_cannot_be(tmp_path, options, sentence):
    done = subprocess.run(
        [*COMMAND, "--data", str(tmp_path), "--port", "0", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert said.startswith("inarow: ")
    assert re.search(re.escape(sentence).replace("…xxx", "…x+"), said), said


def test_the_usual_port_may_be_taken(tmp_path):
    # Whether or not another server has it, this one finds a place.
    with Served(tmp_path / "one") as one, Served(tmp_path / "two") as two:
        assert one.url != two.url
        for server in (one, two):
            assert ask(f"{server.url}/api/health")[0]["status"] == "ok"
            server.end()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--db", "nonsense"], "sqlite:///FILE"),
        (["--db", "postgresql://127.0.0.1:1/none"], "127.0.0.1:1"),
        (["--port", "99999"], "port"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--workers", "0"], "workers"),
        (["--data", __file__], "cannot be used to store games"),
    ],
)
def test_wrong_options_get_one_sentence(tmp_path, options, says):
    done = subprocess.run(
        [*COMMAND, "--data", str(tmp_path), "--port", "0", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_wider_host_is_warned_of(tmp_path):
    with Served(tmp_path, "--port", "0", "--host", "0.0.0.0") as server:
        assert server.url.startswith("http://127.0.0.1:")
        _, _, errors = server.end()
        assert errors.startswith("Everyone who can reach this machine")
        assert len(errors.splitlines()) == 1


def test_the_description_can_be_printed():
    printed = subprocess.run(
        [sys.executable, "-m", "inarow.server.openapi"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout
    assert "/api/games/{id}/record" in json.loads(printed)["paths"]

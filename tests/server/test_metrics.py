"""``/metrics`` in Prometheus' format, and a log that refused connections do not fill."""

import logging
import re
import socket

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from inarow.server.edge.log_limit import REFUSED, RepeatLimit
from tests.server.live import machine, serving

SAMPLE = re.compile(
    r'(?P<name>[a-z_:][a-z0-9_:]*)(\{(?P<label>[a-z_]+)="(?P<named>[^"\\\n]*)"\})? (?P<value>\S+)'
)


def parse(text):
    """The samples by name and label; each metric has its help and type once, before its samples."""
    assert text.endswith("\n")
    found, kinds, helped = {}, {}, set()
    for line in text.splitlines():
        if line.startswith("# HELP "):
            name, words = line[7:].split(" ", 1)
            assert name not in helped
            assert words.endswith(".")
            helped.add(name)
        elif line.startswith("# TYPE "):
            name, kind = line[7:].split(" ")
            assert name in helped
            assert name not in kinds
            assert kind == ("counter" if name.endswith("_total") else "gauge")
            kinds[name] = kind
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            assert list(kinds)[-1] == sample["name"]
            key = (sample["name"], sample["named"])
            assert key not in found
            found[key] = float(sample["value"])
    return found


def test_the_metrics_of_a_server(tmp_path):
    with serving(tmp_path) as site:
        person = site.person()
        answer = person.get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        before = parse(answer.text)
        game = person.new_game(second=machine("greedy"))
        with person.watch(game) as watch:
            watch.send("move", action=4, ply=0)
            watch.until_ply(2)
            person.get("/api/nothing")
            with pytest.raises(InvalidStatus):
                connect(f"ws://127.0.0.1:{site.port}/api/analysis/live", origin="http://else.where")
            after = parse(person.get("/metrics").text)

    def grown(name, named=None):
        return after[name, named] - before[name, named]

    assert before.keys() == after.keys()
    assert after["inarow_open_games", None] == 1
    assert after["inarow_open_sockets", None] == 1
    assert grown("inarow_moves_total") == 2
    assert grown("inarow_refused_sockets_total") == 1
    assert grown("inarow_requests_total", "2xx") >= 2  # the first metrics, the new game
    assert grown("inarow_requests_total", "4xx") == 1
    assert after["inarow_requests_total", "5xx"] == 0
    assert grown("inarow_uptime_seconds") > 0
    assert after["inarow_searches_waiting", None] == 0
    assert after["inarow_searches_running", None] >= 0
    assert after["process_resident_memory_bytes", None] > 1 << 20


@pytest.mark.parametrize(("shown", "status"), [(False, 404), (True, 200)])
def test_others_see_the_metrics_only_if_the_option_says_so(tmp_path, shown, status):
    with serving(tmp_path, host="0.0.0.0", metrics=shown) as site:
        assert site.person().get("/metrics").status_code == status


def test_refused_connections_are_logged_once(tmp_path, capsys):
    log = logging.getLogger("uvicorn.error")
    for old in [each for each in log.filters if isinstance(each, RepeatLimit)]:
        log.removeFilter(old)
    with serving(tmp_path) as site:
        for _ in range(5):
            with pytest.raises(InvalidStatus):
                connect(f"ws://127.0.0.1:{site.port}/api/analysis/live", origin="http://else.where")
            with socket.create_connection(("127.0.0.1", site.port)) as raw:
                raw.sendall(b"this is not HTTP\r\n\r\n")
                assert raw.recv(100).startswith(b"HTTP/1.1 400")
    logged = [line.split(":", 1) for line in capsys.readouterr().err.splitlines()]
    assert {level for level, _ in logged} == {"WARNING"}
    assert sorted(text.strip() for _, text in logged) == [REFUSED, "Invalid HTTP request received."]


def test_tracebacks_are_always_logged():
    limit = RepeatLimit()
    record = logging.makeLogRecord({"msg": "failed", "exc_info": (ValueError, None, None)})
    assert all(limit.filter(record) for _ in range(3))

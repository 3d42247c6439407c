"""A server with a lab, and what its tests ask of it."""

from __future__ import annotations

import time
from contextlib import contextmanager

from fastapi.testclient import TestClient

from inarow.server.app import create_app
from inarow.server.config import Config

ME, YOU = ({"Cookie": f"inarow={letter * 32}"} for letter in "ab")
PATIENCE = 60.0


@contextmanager
def a_server(tmp_path, **settings):
    app = create_app(Config(folder=tmp_path, workers=1, requests_of_one=(1e3, 10**6), **settings))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def lab_of(client):
    return client.app.state.services.lab


def create_run(client, kind, settings, who=ME, status=201):
    """The id of a new run; or the problem, if one is expected."""
    answer = client.post(f"/api/lab/{kind}", json=settings, headers=who)
    assert answer.status_code == status, answer.text
    return answer.json() if status >= 400 else answer.json()["id"]


def view(client, run, who=ME):
    answer = client.get(f"/api/lab/runs/{run}", headers=who)
    assert answer.status_code == 200, answer.text
    return answer.json()


def watch(client, run, who=ME):
    return client.websocket_connect(f"ws://127.0.0.1:8000/api/lab/runs/{run}/live", headers=who)


def wait_for(client, run, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        seen = view(client, run)
        if what(seen["run"]):
            return seen
        time.sleep(0.05)
    raise AssertionError(f"waited in vain: {seen['run']}")


def finished(run):
    assert run["state"] != "failed", run["message"]
    return run["state"] == "finished"


def some_games(run):
    assert run["state"] != "failed", run["message"]
    return run["games"] >= 3

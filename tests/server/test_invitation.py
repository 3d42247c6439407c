"""Where a friend's device would reach the server."""

import ipaddress
from pathlib import Path

import httpx
import pytest

from inarow.server.config import Config
from inarow.server.play import invitation
from inarow.server.play.invitation import network_address, restart_command
from tests.server.live import serving


def test_the_servers_own_page_is_told_its_address(tmp_path, monkeypatch):
    monkeypatch.setattr(invitation, "network_address", lambda: "192.168.0.7")
    with serving(tmp_path) as site:
        assert site.person().get("/api/network").json() == {
            "reachable": False,
            "url": f"http://192.168.0.7:{site.port}",
            "command": f"inarow serve --host 0.0.0.0 --port {site.port} --data {tmp_path}",
        }


@pytest.mark.parametrize("host", ["games.example", "192.168.0.7:80"])
def test_other_pages_are_not(tmp_path, host):
    with serving(tmp_path, host="0.0.0.0") as site:
        assert site.person().get("/api/network").json()["reachable"]
        asked = httpx.get(f"{site.url}/api/network", headers={"Host": host})
        assert asked.status_code == 403
        assert "command" not in asked.text


@pytest.mark.parametrize(
    ("settings", "more"),
    [
        ({}, ""),
        ({"folder": Path("/srv/my games")}, " --data '/srv/my games'"),
        ({"db": "sqlite:////srv/games.db"}, " --db sqlite:////srv/games.db"),
        ({"db": "postgresql://me:secret@db/games"}, " --db 'postgresql://me:***@db/games'"),
        ({"folder": Path("/srv/games"), "host": "0.0.0.0"}, ""),  # others may ask
    ],
)
def test_the_command_serves_the_same_games(settings, more):
    """A restart without its folder would have had no such game."""
    command = restart_command(Config(**settings))
    assert command == "inarow serve --host 0.0.0.0 --port 8000" + more


def test_the_address_is_one_of_a_network():
    found = network_address()
    assert found is None or not ipaddress.ip_address(found).is_loopback


def test_without_a_network_there_is_none(monkeypatch):
    monkeypatch.setattr(invitation, "ELSEWHERE", ("127.0.0.1", 9))
    assert network_address() is None

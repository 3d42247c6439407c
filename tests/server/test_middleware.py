"""What bad requests get: a clear refusal, at a bounded cost, and nothing leaks."""

import asyncio
import json
import socket

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from inarow.server.config import Config
from inarow.server.edge.middleware import EdgeMiddleware
from inarow.server.edge.origin import check_origin
from inarow.server.edge.rate_limit import RateLimiter
from inarow.server.edge.refusals import CrossSite
from inarow.server.edge.traffic import Traffic
from inarow.server.edge.user_addresses import UserAddresses
from inarow.server.schema.edge import ProblemDetails
from inarow.server.storage.writer import Writer
from tests.server.live import HUMAN, PATIENCE, serving, wait_until

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def site(tmp_path_factory, shared_database_url):
    with serving(tmp_path_factory.mktemp("middleware"), shared_database_url) as running:
        yield running


@pytest.fixture
def ann(site):
    return site.person()


def problem_of(answer):
    assert answer.headers["content-type"] == "application/json"
    return ProblemDetails.model_validate_json(answer.content)


# Other sites -----------------------------------------------------------------------------------


def test_pages_of_other_sites_are_refused(site, ann):
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{site.port + 1}", "file://"):
        answer = ann.get("/api/health", headers={"Origin": origin})
        assert answer.status_code == 403
        assert problem_of(answer).error == "cross-site"
    assert ann.get("/api/health", headers={"Origin": site.url}).status_code == 200


def test_a_page_of_another_site_is_given_no_cookie(site):
    """A form sent from there comes without ours, and a new one would replace it."""
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        answer = httpx.post(f"{site.url}/api/games", headers=headers)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


def test_nothing_that_a_link_can_ask_for_changes_anything(site, ann, monkeypatch):
    """A link of another site is followed with the cookie (SameSite=Lax), so GET must only read."""
    game = ann.new_game()
    with ann.watch(game) as watch:
        watch.move("a1")
        watch.until_ply(1)
    written = []
    write = Writer.write

    async def note(self, work, *more):
        written.append(work)
        return await write(self, work, *more)

    monkeypatch.setattr(Writer, "write", note)
    paths = ann.get("/api/openapi.json").json()["paths"]
    asked = [path for path, methods in paths.items() if "get" in methods]
    assert len(asked) > 10
    files_before = sorted(site.services.config.folder.rglob("*"))
    for path in asked:
        for old, new in (("{id}", game), ("{ply}", "0"), ("{number}", "1"), ("{name}", "a.csv")):
            path = path.replace(old, new)  # noqa: PLW2901
        assert "{" not in path
        answer = ann.get(path, params={"game": "tictactoe"})
        assert answer.status_code < 500, path
    assert written == []
    assert sorted(site.services.config.folder.rglob("*")) == files_before


def test_sockets_of_other_sites_are_refused_before_they_open(site, ann):
    game = ann.new_game()
    url = f"ws://127.0.0.1:{site.port}/api/games/{game}/live"
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}):
        with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=headers):
            pass
        response = refused.value.response
        assert response.status_code == 403
        assert json.loads(response.body)["error"] == "cross-site"
    with connect(url, origin=site.url) as fine:
        assert json.loads(fine.recv(PATIENCE))["type"] == "game"


def test_a_server_on_loopback_answers_to_its_own_names_only(site, ann):
    answer = ann.get("/api/health", headers={"Host": f"evil.example:{site.port}"})
    assert (answer.status_code, problem_of(answer).error) == (403, "cross-site")
    for host in ("localhost", f"localhost:{site.port}", "127.0.0.1", "[::1]:8000"):
        assert ann.get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "origin", "listens_on", "fine"),
    [
        ("play.example", "https://play.example", "0.0.0.0", True),
        ("PLAY.example", "https://play.EXAMPLE", "0.0.0.0", True),
        ("play.example", "https://evil.example", "0.0.0.0", False),
        ("play.example", "https://play.example.evil", "0.0.0.0", False),
        ("play.example", "https://play.example@evil.example", "0.0.0.0", False),
        ("play.example:8000", "http://play.example", "0.0.0.0", False),
        ("play.example", "http://[broken", "0.0.0.0", False),
        ("play.example", None, "127.0.0.1", False),
        ("localhost.evil.example", None, "127.0.0.1", False),
        ("127.0.0.1.evil.example", None, "127.0.0.1", False),
        ("localhost", None, "::1", True),
        ("", None, "0.0.0.0", False),
        ("two hosts", None, "0.0.0.0", False),
    ],
)
def test_hosts_and_origins(host, origin, listens_on, fine):
    raw = [(b"host", host.encode())]
    if origin is not None:
        raw.append((b"origin", origin.encode()))
    if fine:
        check_origin(Headers(raw=raw), listens_on)
    else:
        with pytest.raises(CrossSite):
            check_origin(Headers(raw=raw), listens_on)


# Bodies ----------------------------------------------------------------------------------------


def test_bodies_must_be_small_json(ann):
    whole = json.dumps({"game": "tictactoe", "seats": [HUMAN, HUMAN]}).encode()
    large = b'{"game": "' + b"x" * (1 << 20) + b'"}'

    def send(content, **headers):
        return ann.http.post("/api/games", content=content, headers={**JSON, **headers})

    assert send(whole).status_code == 201
    assert send(iter([whole[:10], whole[10:]])).status_code == 201  # in chunks, no length told
    for body in (large, iter([large[:100], large[100:]])):
        answer = send(body)
        assert (answer.status_code, problem_of(answer).error) == (413, "too-large")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"):
        answer = send(whole, **{"content-type": kind})
        assert (answer.status_code, problem_of(answer).error) == (415, "bad-request")
    assert send(whole, **{"content-type": "application/json; charset=utf-8"}).status_code == 201
    for broken in (b"{", b"\xff\xfe", b"[" * 100_000, b'{"game": NaN}', b"null", b'"x"', b"{}"):
        answer = send(broken)
        assert answer.status_code in (400, 422)
        assert problem_of(answer).error == "bad-request"


def test_a_body_that_is_promised_too_large_is_not_read(site):
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as raw:
        raw.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 99999999999\r\n\r\n"
        )
        assert raw.recv(1000).startswith(b"HTTP/1.1 413")


def test_every_error_is_a_problem(ann):
    for answer, status, error in (
        (ann.get("/api/nothing"), 404, "not-found"),
        (ann.http.delete("/api/games"), 405, "bad-request"),
        (ann.get("/api/games/x/thoughts/-1"), 422, "bad-request"),
        (ann.get("/api/games/x/thoughts/many"), 422, "bad-request"),
        (ann.get("/api/games/" + "x" * 1000), 422, "bad-request"),
        (ann.get("/api/games/%00"), 422, "bad-request"),
    ):
        assert answer.status_code == status
        assert problem_of(answer).error == error
        assert len(problem_of(answer).message) <= 500


def test_a_fault_of_the_server_is_told_without_details(caplog):
    async def broken(scope, receive, send):
        raise RuntimeError("a secret")

    async def ask():
        transport = httpx.ASGITransport(
            app=EdgeMiddleware(broken, Config(), UserAddresses(), Traffic())
        )
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/health")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert problem_of(answer).error == "failed"
    assert "secret" not in answer.text
    assert "a secret" in caplog.text
    assert answer.headers["x-content-type-options"] == "nosniff"


# Headers and cookies ---------------------------------------------------------------------------


def test_headers_that_keep_browsers_careful(ann):
    for path in ("/api/health", "/api/nothing", "/api/docs", "/"):
        headers = ann.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'; ")
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
    assert ann.get("/api/health").headers["cache-control"] == "no-store"


def test_a_cookie_is_given_once_and_not_leaked(site):
    ann = site.person()
    first = ann.get("/api/health").headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"):
        assert part in first
    assert "set-cookie" not in ann.get("/api/health").headers
    game = ann.new_game()
    token = ann.http.cookies["inarow"]
    with ann.watch(game) as watch:
        watch.until_you()
        shown = json.dumps([watch.game, watch.you]) + ann.get("/api/games").text
    assert token not in shown
    stored = site.services.rooms._rooms[game].state.stored
    assert token not in str(stored)
    assert stored.creator not in shown
    for wrong in ("short", "x" * 5000, "ä" * 32):
        raw = {"Cookie": f"inarow={wrong}".encode()}
        assert "set-cookie" in httpx.get(f"{site.url}/api/health", headers=raw).headers


# Floods ----------------------------------------------------------------------------------------


def test_floods_of_requests_are_refused(tmp_path):
    with serving(tmp_path, requests_of_one=(0.01, 5)) as site:
        ann, bob = site.person(), site.person()
        codes = [ann.get("/api/health").status_code for _ in range(8)]
        # The first came without a cookie.
        assert codes[:5] == [200] * 5
        assert codes[6:] == [429] * 2
        assert bob.get("/api/health").status_code == 200
    with serving(tmp_path, requests_of_address=(0.01, 5)) as site:
        codes = [httpx.get(f"{site.url}/api/health").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2


def test_sockets_are_limited(tmp_path):
    with serving(tmp_path, sockets_of_one=2) as site:
        ann = site.person()
        game = ann.new_game()
        with ann.watch(game), ann.watch(game):
            with pytest.raises(InvalidStatus) as refused:
                ann.watch(game)
            assert refused.value.response.status_code == 429
            with site.person().watch(game) as other:
                other.until(lambda g: g["watchers"] == 1)  # ann has seats, on both pages

        def room_again():
            try:
                ann.watch(game).close()
            except InvalidStatus:
                return False
            return True

        wait_until(room_again)


def test_a_rate_limiter_takes_little_memory():
    limiter = RateLimiter((1.0, 1), most_keys=100)
    for number in range(1000):
        assert limiter.take(str(number))
    assert len(limiter) == 100
    assert not limiter.take("999")

"""ASGI middleware that every request and every socket passes before the app sees it.

It refuses other sites and floods, reads bodies up to a limit, identifies the user, and adds the
headers that forbid browsers what the page never needs.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow.server.config import Config
from inarow.server.edge.identity import cookie_header, identify, is_known
from inarow.server.edge.origin import check_origin
from inarow.server.edge.problems import FAILED, problem_response, refusal_response
from inarow.server.edge.rate_limit import RateLimiter
from inarow.server.edge.refusals import CrossSite, PayloadTooLarge, Refused, TooMany
from inarow.server.edge.traffic import Traffic
from inarow.server.edge.user_addresses import UserAddresses, address_of

BODY_SECONDS = 20.0  # to send a whole body

PAGE_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"content-security-policy", PAGE_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_NAMES = {name for name, _ in HEADERS}

logger = logging.getLogger(__name__)


class BadType(Refused):
    """A body that is not JSON."""

    status = 415


class EdgeMiddleware:
    """ASGI middleware; see the top of the file."""

    def __init__(
        self, app: ASGIApp, config: Config, user_addresses: UserAddresses, traffic: Traffic
    ) -> None:
        self._app = app
        self._config = config
        self._traffic = traffic
        self._user_addresses = user_addresses
        self._requests = RateLimiter(config.requests_of_one)
        self._requests_of_address = RateLimiter(config.requests_of_address)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request or socket on to the app, or answer it here."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = from_elsewhere = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._traffic.count_answer(message["status"])
                headers = _with_headers(scope, message.get("headers", []))
                if not from_elsewhere:
                    headers += _cookie_headers(scope, headers)
                message["headers"] = headers
            await send(message)

        try:
            self._check(scope)
            body = await self._read_body(scope, receive)
            await self._app(scope, body, send_with_headers)
        except Refused as error:
            # A form of another site comes without the cookie: a new one would replace it.
            from_elsewhere = isinstance(error, CrossSite)
            await refusal_response(error)(scope, receive, send_with_headers)
        except Exception:
            logger.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise
            await problem_response(500, "failed", FAILED)(scope, receive, send_with_headers)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "websocket.accept":
                message["headers"] = [*message.get("headers", []), cookie_header(scope)]
            await send(message)

        try:
            self._check(scope)
            async with self._counted(scope):
                await self._app(scope, receive, send if is_known(scope) else send_with_cookie)
        except Refused as error:
            self._traffic.refused_sockets += 1
            # Before it is open, a socket is still a request and can be answered.
            if "websocket.http.response" not in scope.get("extensions", {}):
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
                return
            await refusal_response(error)(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        check_origin(Headers(scope=scope), self._config.host)
        user, address = identify(scope), address_of(scope)
        self._user_addresses.note(user, address)
        # The user first: one who asks too much must not use up the limit of the whole address.
        if scope["path"].startswith("/api/") and not (
            self._requests.take(user) and self._requests_of_address.take(address)
        ):
            raise TooMany("Too many requests at once: wait a few seconds.")

    @asynccontextmanager
    async def _counted(self, scope: Scope) -> AsyncIterator[None]:
        """Count an open socket; refuse it if there are too many."""
        config = self._config
        keys = {
            "all": config.sockets,
            f"user {identify(scope)}": config.sockets_of_one,
            f"address {address_of(scope)}": config.sockets_of_address,
        }
        if any(self._sockets[key] >= most for key, most in keys.items()):
            raise TooMany("Too many sockets are open: close another page of this server first.")
        self._sockets.update(keys.keys())
        self._traffic.open_sockets += 1
        try:
            yield
        finally:
            self._traffic.open_sockets -= 1
            for key in keys:
                self._sockets[key] -= 1
                if self._sockets[key] <= 0:
                    del self._sockets[key]

    async def _read_body(self, scope: Scope, receive: Receive) -> Receive:
        """Read the body, up to the limit, and give the app a ``receive`` that returns it."""
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        chunked = "transfer-encoding" in headers
        if length == "0" and not chunked:
            return receive
        most = self._config.body_bytes
        too_large = PayloadTooLarge(f"A body has at most {most} bytes.")
        if not chunked and length.isascii() and length.isdigit() and int(length[:20]) > most:
            raise too_large
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise BadType("A body must be JSON: send it with Content-Type: application/json.")
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise too_large
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Refused(f"The body did not arrive within {BODY_SECONDS:g} seconds.") from None
        whole: Message = {"type": "http.request", "body": bytes(body), "more_body": False}
        unread = [whole]

        async def receive_again() -> Message:
            return unread.pop() if unread else await receive()

        return receive_again


def _with_headers(
    scope: Scope, headers: Iterable[tuple[bytes, bytes]]
) -> list[tuple[bytes, bytes]]:
    given = [pair for pair in headers if pair[0].lower() not in _NAMES]
    api = scope["path"].startswith("/api/")
    if api and not any(name.lower() == b"cache-control" for name, _ in given):
        given.append((b"cache-control", b"no-store"))
    return given + HEADERS


def _cookie_headers(
    scope: Scope, headers: Iterable[tuple[bytes, bytes]]
) -> list[tuple[bytes, bytes]]:
    kinds = [value for name, value in headers if name.lower() == b"content-type"]
    page = any(kind.startswith(b"text/html") for kind in kinds)
    # Only on answers that are not cached; opening the page renews the cookie for a year.
    if page or (scope["path"].startswith("/api/") and not is_known(scope)):
        return [cookie_header(scope)]
    return []

"""Users: a random cookie for each browser; there are no accounts.

The cookie's token is a secret of the browser. The rest of the server knows only its hash, the
"user", so reading the database does not let anybody take a seat.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import MutableMapping
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

COOKIE = "inarow"
TOKEN_BYTES = 24  # 192 random bits
COOKIE_SECONDS = 365 * 24 * 3600

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")  # what token_urlsafe(TOKEN_BYTES) looks like
_USER = "inarow.user"  # keys of an ASGI scope
_TOKEN_KEY = "inarow.token"
_KNOWN = "inarow.known"


def hash_token(token: str) -> str:
    """The user that a token belongs to."""
    return hashlib.sha256(token.encode()).hexdigest()


def identify(scope: MutableMapping[str, Any]) -> str:
    """The user of a request; a browser without a cookie gets a new token."""
    if _USER not in scope:
        token = HTTPConnection(scope).cookies.get(COOKIE, "")
        scope[_KNOWN] = _TOKEN.fullmatch(token) is not None
        scope[_TOKEN_KEY] = token if scope[_KNOWN] else secrets.token_urlsafe(TOKEN_BYTES)
        scope[_USER] = hash_token(scope[_TOKEN_KEY])
    user: str = scope[_USER]
    return user


async def get_user(connection: HTTPConnection) -> str:
    """The user who sent a request or opened a socket."""
    return identify(connection.scope)


UserDep = Annotated[str, Depends(get_user)]


def is_known(scope: MutableMapping[str, Any]) -> bool:
    """Whether the request came with a cookie of ours."""
    identify(scope)
    return bool(scope[_KNOWN])


def cookie_header(scope: MutableMapping[str, Any]) -> tuple[bytes, bytes]:
    """The header that gives the browser its cookie, or keeps it for another year.

    Browsers send it when somebody follows a link of another site (SameSite=Lax). With Strict they
    would not: the visitor would look new, and a new cookie would replace the one with the seats.
    """
    identify(scope)
    cookie = (
        f"{COOKIE}={scope[_TOKEN_KEY]}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax"
    )
    if scope["scheme"] in ("https", "wss"):
        cookie += "; Secure"
    return b"set-cookie", cookie.encode()

"""The built page, served from memory.

``make page`` builds it from ``web/`` into ``server/page``. Every address of the page is answered
with index.html, and the page itself reads the address. What it loads is in ``assets/``, under names
that change with the content, so browsers may cache it for ever. index.html is completed with the
preview of its link.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from inarow.server.edge.link_preview import PLACE, Describe, Preview, preview_tags

FOLDER = Path(__file__).parents[1] / "page"

INDEX = "/index.html"

KEEP = "public, max-age=31536000, immutable"  # one year, the longest that browsers accept
ASK_AGAIN = "no-cache"  # cached but checked each time: it names the current assets

# Addresses that the page knows. Others get the page, too, if a browser opens them (it says that
# nothing is there), but not if a script or an image requests them.
ADDRESSES = re.compile(r"/|/games/[^/]+|/analyse|/methods|/lab|/lab/.+")

# Not the system's table: on some machines it has JavaScript as plain text.
CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
}
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # as HTTP names them, the smaller first

NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>inarow</title></head>
<body>
<h1>The page is not built yet</h1>
<p>The server runs, but its page is missing. In the folder of inarow, run <code>make page</code>,
then start the server again.</p>
</body>
</html>
"""


@dataclass(frozen=True)
class PageFile:
    """A file of the page: its content as it is and, by encoding, compressed."""

    content: bytes
    content_type: str
    cache: str
    compressed: dict[str, bytes] = field(default_factory=dict)

    @cached_property
    def tag(self) -> str:
        """The ETag, a hash of the content; weak, because it is the same for every encoding."""
        return f'W/"{hashlib.sha256(self.content).hexdigest()[:20]}"'

    def response(self, headers: Headers) -> Response:
        """The answer to a request with these headers."""
        answer = {
            "Cache-Control": self.cache,
            "ETag": self.tag,
            "Vary": "Accept-Encoding",
            "X-Content-Type-Options": "nosniff",
        }
        known = {tag.strip() for tag in headers.get("if-none-match", "").split(",")}
        if self.tag in known or "*" in known:
            return Response(status_code=304, headers=answer)
        answer["Content-Type"] = self.content_type
        accepted = accepted_encodings(headers.get("accept-encoding", ""))
        for encoding, content in self.compressed.items():
            if encoding in accepted:
                return Response(content, headers={**answer, "Content-Encoding": encoding})
        return Response(self.content, headers=answer)


def accepted_encodings(header: str) -> set[str]:
    """The encodings that an Accept-Encoding header allows.

    >>> sorted(accepted_encodings("gzip, deflate;q=0.5, br;q=0"))
    ['deflate', 'gzip']
    """
    accepted = set()
    for part in header.lower().split(","):
        name, *options = (piece.strip() for piece in part.split(";"))
        refused = any(re.fullmatch(r"q\s*=\s*0(\.0*)?", option) for option in options)
        if name and not refused:
            accepted.add(name)
    return accepted


def read_page(folder: Path = FOLDER) -> dict[str, PageFile]:
    """Every file of the page by its address; empty if the page is not built."""
    if not (folder / "index.html").is_file():
        return {}
    files = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix not in CONTENT_TYPES:
            continue  # a folder, or the compressed form of another file
        address = f"/{path.relative_to(folder).as_posix()}"
        compressed = {
            encoding: packed.read_bytes()
            for encoding, suffix in ENCODINGS.items()
            if (packed := path.with_name(path.name + suffix)).is_file()
        }
        cache = KEEP if address.startswith("/assets/") else ASK_AGAIN
        files[address] = PageFile(path.read_bytes(), CONTENT_TYPES[path.suffix], cache, compressed)
    return files


async def _usual_preview(path: str) -> Preview | None:
    return None


class Page:
    """Answers requests for the page; passes all others on to ``otherwise``."""

    def __init__(
        self,
        files: dict[str, PageFile],
        otherwise: ASGIApp,
        describe: Describe = _usual_preview,
    ) -> None:
        self._files = files
        self._otherwise = otherwise
        self._describe = describe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI)."""
        response = None
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            response = await self._response(scope, scope["path"], Headers(scope=scope))
        await (response or self._otherwise)(scope, receive, send)

    async def _response(self, scope: Scope, path: str, headers: Headers) -> Response | None:
        # A lookup, not a path on disk: an address can reach nothing else.
        if path in self._files and path != INDEX:
            return self._files[path].response(headers)
        if not _is_page(path, headers):
            return None
        if not self._files:
            return HTMLResponse(NOT_BUILT, status_code=503, headers={"Cache-Control": "no-store"})
        index = self._files[INDEX]
        if PLACE in index.content:
            origin = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}"
            tags = preview_tags(await self._describe(path) or Preview(), origin, path)
            content = index.content.replace(PLACE, tags, 1)
            compressed = {"gzip": gzip.compress(content, compresslevel=6, mtime=0)}
            index = replace(index, content=content, compressed=compressed)
        return index.response(headers)


def _is_page(path: str, headers: Headers) -> bool:
    """Whether a request that no file answers gets the page."""
    if path == "/api" or path.startswith(("/api/", "/assets/")):
        return False
    known = path == INDEX or ADDRESSES.fullmatch(path) is not None
    return known or "text/html" in headers.get("accept", "")


def add_page(app: FastAPI, folder: Path = FOLDER, describe: Describe = _usual_preview) -> None:
    """Let ``app`` serve the page on every address that no route has.

    It does not matter whether the routes are added before or after. ``describe`` gives the previews
    of links.
    """
    app.router.default = Page(read_page(folder), app.router.default, describe)

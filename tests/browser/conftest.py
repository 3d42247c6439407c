"""A real server and a real browser for the tests; whatever goes wrong in either fails them.

- ``server``: a running ``inarow serve``, shared by many tests; ``server.url``. Tests that stop or
  restart it make one of their own (``own_server``) their ``server``: see test_restarts.py.
- ``page``: a page in a browser of its own, with nothing opened yet.
- ``open_page``: makes more, each of another person: ``open_page(reduced_motion="reduce")``.
- ``faults``: what went wrong so far; ``faults.allow("404")`` for what a test provokes.
- ``axe``: ``axe(page)`` lists faults of accessibility.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.browser import axe as axe_core
from tests.browser.chromium import find_chromium, launch
from tests.browser.serving import Server
from tests.missing import missing

WAIT = 20_000  # milliseconds; things take far less, but machines are noisy
SCREENSHOTS = Path(__file__).parents[2] / "build" / "browser"  # of tests that failed

expect.set_options(timeout=WAIT)


class Faults:
    """What must not happen on a page: errors, and requests to anywhere but our server."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        """Let faults pass that this regular expression finds; for those that a test provokes."""
        self._allowed.append(pattern)

    def watch(self, page: Page, server: Server) -> None:
        """Note what goes wrong on this page from now on."""

        def asked(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(server.url).netloc:
                self.seen.append(f"request to somewhere else: {url}")

        def said(message: ConsoleMessage) -> None:
            if message.type == "error":
                self.seen.append(f"console: {message.text} {message.location.get('url', '')}")

        page.on("request", lambda request: asked(request.url))
        page.on("websocket", lambda socket: asked(socket.url))
        page.on("pageerror", lambda error: self.seen.append(f"error of the page: {error}"))
        page.on("console", said)

    def left(self) -> list[str]:
        """The faults that nothing allows."""
        return [
            fault
            for fault in self.seen
            if not any(re.search(pattern, fault) for pattern in self._allowed)
        ]


# Of the package and not of the session: while it runs, no other test of this process could start an
# event loop of asyncio's.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = find_chromium()
    if found is None:
        missing("there is no chromium here; on Debian: apt install chromium")
    browser = launch(playwright, found)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def open_page(
    browser: Browser, server: Server, faults: Faults, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    contexts = []
    before = len(server.errors())

    def open_page(**options: Any) -> Page:
        # Most tests are not about the service worker, whose requests would only delay them.
        options.setdefault("service_workers", "block")
        context = browser.new_context(base_url=server.url, **options)
        context.set_default_timeout(WAIT)
        context.on("page", lambda page: faults.watch(page, server))
        contexts.append(context)
        return context.new_page()

    yield open_page
    left = faults.left()
    if left or request.node.stash.get(FAILED, False):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w-]+", "-", request.node.name)
        pages = [page for context in contexts for page in context.pages]
        for number, page in enumerate(pages):
            page.screenshot(path=SCREENSHOTS / f"{name}-{number}.png")
    for context in contexts:
        context.close()
    assert server.errors()[before:] == [], "the server had errors:\n" + "\n".join(server.log)
    assert not left, "\n".join(["the page had faults:", *left])


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    if not axe_core.SCRIPT.exists():
        missing("axe-core is not installed: run 'make page'")
    return axe_core.violations


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember whether the test failed, so that its fixtures can take a picture."""
    report = yield
    if report.when == "call":  # type: ignore[attr-defined]
        item.stash[FAILED] = report.failed  # type: ignore[attr-defined]
    return report

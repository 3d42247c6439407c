"""The browser of the tests, of the pictures and of the benchmark: Debian's chromium, headless."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")  # Debian's name first
FLAGS = [
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The browser reaches nothing but this machine, so what asks for more fails visibly.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def find_chromium() -> str | None:
    """Where it is; None if there is none on this machine."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright, executable: str) -> Browser:
    """Start it."""
    return playwright.chromium.launch(executable_path=executable, args=FLAGS)

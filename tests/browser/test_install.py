"""The page as an installed app: its manifest, its service worker, and life without the server."""

import json
import re
import shutil
import socket
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import expect

from inarow.server.edge.static_files import FOLDER, add_page
from tests.browser.chromium import FLAGS, find_chromium
from tests.browser.table import open_game

ACTIVE = "navigator.serviceWorker.ready.then(it => it.active.state)"
CACHES = "caches.keys()"


def eventually(condition, patience=60.0):
    """Wait until a condition holds. The browser's own wait takes any promise for true."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "it never held"
        time.sleep(0.05)


@pytest.fixture
def server(own_server):
    """One that may be stopped."""
    return own_server


@pytest.fixture
def installed(open_page):
    """A page whose service worker works."""
    page = open_page(service_workers="allow")
    page.goto("/")
    assert page.evaluate(ACTIVE) in {"activating", "activated"}
    eventually(lambda: len(page.evaluate(CACHES)) == 1)
    return page


def test_it_can_be_installed(playwright, browser, server, tmp_path):
    """In a profile on disk: nothing is installed from a private window."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "profile",
        executable_path=find_chromium(),
        args=FLAGS,
        base_url=server.url,
    )
    try:
        page = context.new_page()
        page.goto("/")
        page.evaluate(ACTIVE)
        check_manifest(context.new_cdp_session(page))
    finally:
        context.close()


def check_manifest(session):
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["start_url"] == "/"


def test_without_the_server_it_says_so_and_comes_back(installed, server, faults):
    faults.allow("ERR_CONNECTION_REFUSED|Failed to load|WebSocket")
    table = open_game(installed, "tictactoe", "me", "me")
    table.place("b2", "X")
    address = installed.url
    server.stop()
    installed.goto(address)
    expect(installed.get_by_role("heading", name="You are offline")).to_be_visible()
    assert installed.url == address
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert installed.evaluate(ground) == "rgb(246, 243, 236)"  # its style is there
    server.start()
    expect(table.cell("b2")).to_have_attribute("data-stone", "X")  # by itself


def test_without_a_network_it_says_so(installed, faults):
    faults.allow("ERR_INTERNET_DISCONNECTED|Failed to load")
    installed.context.set_offline(True)
    installed.goto("/lab")
    expect(installed.get_by_role("heading", name="You are offline")).to_be_visible()
    answer = installed.evaluate("fetch('/api/health').then(() => 'answered', () => 'refused')")
    assert answer == "refused"  # no answer of the API is kept
    expect(installed.get_by_role("button", name="Try again")).to_be_visible()
    installed.context.set_offline(False)  # and it is opened by itself
    expect(installed.get_by_test_id("start-tournament")).to_be_visible()


def test_answers_of_the_server_are_not_kept(installed):
    open_game(installed, "tictactoe", "me", "me")
    installed.goto("/lab")
    expect(installed.get_by_test_id("start-tournament")).to_be_visible()
    kept = installed.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys())
              found.push(new URL(url).pathname);
          return found;
        }"""
    )
    assert "/offline.html" in kept
    others = [path for path in kept if not path.startswith("/assets/")]
    assert set(others) == {
        "/offline.html",
        "/offline.css",
        "/offline.js",
        "/theme.js",
        "/icons/icon.svg",
    }


def test_the_font_is_ours(page):
    page.goto("/")
    expect(page.get_by_test_id("play")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('16px Inter')")
    faces = "[...document.fonts].map(face => [face.family, face.status, face.display])"
    assert page.evaluate(faces) == [["Inter", "loaded", "swap"]]
    # Figures of one width, for numbers that change.
    widths = page.evaluate(
        """() => ["1111", "0000"].map(text => {
          const span = document.createElement("span");
          span.className = "figures";
          span.textContent = text;
          document.body.append(span);
          return span.getBoundingClientRect().width;
        })"""
    )
    assert widths[0] == widths[1]


@contextmanager
def serving(folder, port):
    """A server of the page alone, as it is in a folder."""
    app = FastAPI()
    add_page(app, folder)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


def upgraded(folder, target):
    """Another version of the page, in which the files of the old one are gone."""
    shutil.copytree(folder, target)
    for packed in [*target.rglob("*.br"), *target.rglob("*.gz")]:
        packed.unlink()
    (lab,) = target.glob("assets/LabPage-*.js")
    renamed = lab.with_name("LabPage-newer.js")
    lab.rename(renamed)
    for path in [*target.glob("*.html"), *target.glob("*.js"), *target.glob("assets/*.js")]:
        text = path.read_text().replace(lab.name, renamed.name)
        text = text.replace("<html ", '<html data-version="newer" ')
        path.write_text(re.sub(r'VERSION = "[0-9a-f]+"', 'VERSION = "newer"', text))
    return lab.name


def test_after_an_upgrade_no_page_is_old_and_open_ones_still_work(browser, tmp_path):
    new = tmp_path / "new"
    gone = f"/assets/{upgraded(FOLDER, new)}"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    context = browser.new_context(base_url=f"http://127.0.0.1:{port}")
    try:
        with serving(FOLDER, port):
            old = context.new_page()
            old.goto("/")
            old.evaluate(ACTIVE)
            old.reload()  # from now on the service worker serves it
            old.wait_for_function("navigator.serviceWorker.controller !== null")
            (version,) = old.evaluate(CACHES)
        with serving(new, port):
            page = context.new_page()
            page.goto("/")
            expect(page.locator("html")).to_have_attribute("data-version", "newer")  # at once
            page.evaluate("navigator.serviceWorker.getRegistration().then(it => it.update())")
            # Installed, and not only begun: closing the pages would end that.
            waiting = "navigator.serviceWorker.getRegistration().then(it => it.waiting !== null)"
            eventually(lambda: page.evaluate(waiting))
            assert len(page.evaluate(CACHES)) == 2
            status = "path => fetch(path, { cache: 'no-store' }).then(answer => answer.status)"
            assert old.evaluate(status, gone) == 200  # the server does not have it
            old.close()
            page.close()
            last = context.new_page()

            def only_the_newer_is_there():
                # Anew each time: opened before the others were gone, it would keep the old.
                last.goto("about:blank")
                last.goto("/")
                return last.evaluate(CACHES) == ["inarow-newer"]

            eventually(only_the_newer_is_there)
            assert version != "inarow-newer"
            assert last.evaluate(status, gone) == 404
    finally:
        context.close()

"""The page is served: right types, compressed, kept by browsers, and nothing else with it."""

import gzip
import json
import re
import zlib
from html import unescape
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from inarow.server.edge.link_preview import PLACE, Preview
from inarow.server.edge.static_files import CONTENT_TYPES, FOLDER, add_page, read_page

INDEX = "<!doctype html><title>the page</title>"
SCRIPT = "console.log('hello');"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def fake_brotli(content: bytes) -> bytes:
    """Any bytes do: the server sends what lies there."""
    return b"brotli" + zlib.compress(content)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    built = tmp_path_factory.mktemp("built") / "page"
    (built / "assets").mkdir(parents=True)
    contents = {
        "index.html": INDEX,
        "robots.txt": "User-agent: *",
        "assets/index-1a2b.js": SCRIPT,
        "assets/index-3c4d.css": "h1 { color: red }",
        "assets/icon-5e6f.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    }
    for name, text in contents.items():
        content = text.encode()
        (built / name).write_bytes(content)
        (built / f"{name}.br").write_bytes(fake_brotli(content))
        (built / f"{name}.gz").write_bytes(gzip.compress(content))
    (built.parent / "secret.txt").write_text("not for you")
    return built


@pytest.fixture(scope="module")
def client(folder):
    app = FastAPI()
    add_page(app, folder)

    @app.get("/api/health")
    def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.post("/api/games")
    def new_game() -> dict[str, str]:
        return {"id": "1"}

    with TestClient(app, follow_redirects=False) as client:
        client.headers["Accept-Encoding"] = "identity"
        yield client


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/games/abc123", "/analyse", "/methods", "/lab", "/lab/tournaments/7"),
        "/analyse?moves=h8",
    ],
)
def test_every_address_of_the_page_gets_it(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.text == INDEX
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_an_unknown_address_gets_the_page_in_a_browser_only(client):
    assert client.get("/nowhere", headers=HTML).text == INDEX
    assert client.get("/nowhere", headers={"Accept": "image/png"}).status_code == 404
    assert client.get("/favicon.ico", headers={"Accept": "image/*,*/*;q=0.8"}).status_code == 404


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("index-1a2b.js", "text/javascript; charset=utf-8"),
        ("index-3c4d.css", "text/css; charset=utf-8"),
        ("icon-5e6f.svg", "image/svg+xml"),
    ],
)
def test_assets_have_their_type_and_are_kept(client, folder, name, content_type):
    answer = client.get(f"/assets/{name}")
    assert answer.content == (folder / "assets" / name).read_bytes()
    assert answer.headers["Content-Type"] == content_type
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Length"] == str(len(answer.content))


def test_files_beside_the_index_are_not_kept_for_ever(client):
    answer = client.get("/robots.txt")
    assert answer.text == "User-agent: *"
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=0.000", None),
        ("deflate", None),
        ("identity", None),
        (";;,,=q", None),
    ],
)
@pytest.mark.parametrize("path", ["/", "/assets/index-1a2b.js"])
def test_what_is_sent_is_what_the_browser_can_read(client, folder, path, accepted, sent):
    file = folder / ("index.html" if path == "/" else path[1:])
    with client.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        body = b"".join(answer.iter_raw())
    suffix = {"br": ".br", "gzip": ".gz", None: ""}[sent]
    assert body == file.with_name(file.name + suffix).read_bytes()
    assert answer.headers.get("Content-Encoding") == sent
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_the_compressed_forms_have_no_address_of_their_own(client):
    assert client.get("/assets/index-1a2b.js.gz").status_code == 404


def test_a_browser_that_has_the_page_gets_no_second_copy(client):
    tag = client.get("/").headers["ETag"]
    again = client.get("/", headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    assert client.get("/", headers={"If-None-Match": '"other"'}).status_code == 200


def test_head_says_the_same_without_the_body(client):
    get, head = client.get("/"), client.head("/")
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers == get.headers


@pytest.mark.parametrize("path", ["/assets/", "/assets/missing.js", "/assets"])
def test_assets_that_do_not_exist_are_not_found(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets//index-1a2b.js",
        "/assets/%00",
        "/../secret.txt",
    ],
)
def test_no_address_leads_out_of_the_page(client, path):
    for headers in (HTML, {"Accept": "*/*"}):
        answer = client.get(path, headers=headers)
        assert "not for you" not in answer.text
        assert answer.status_code == 404 or answer.text == INDEX


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_whatever_a_browser_opens_is_the_page_or_not_found(client, path):
    answer = client.get(f"/{quote(path, safe='')}", headers=HTML)
    assert answer.status_code == 404 or answer.text in {INDEX, "User-agent: *"}


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/nothing/else"])
def test_the_page_stays_out_of_the_api(client, path):
    answer = client.get(path, headers=HTML)
    assert answer.status_code == 404
    assert answer.json() == {"detail": "Not Found"}


def test_routes_added_later_come_first(client):
    assert client.get("/api/health", headers=HTML).json() == {"status": "ok"}
    assert client.get("/api/games", headers=HTML).status_code == 405
    assert client.post("/analyse").status_code == 404
    assert client.get("/docs", headers=HTML).text != INDEX


def test_the_page_is_no_part_of_the_description(client):
    assert set(client.get("/openapi.json").json()["paths"]) == {"/api/health", "/api/games"}


def describing(preview=None):
    """An app whose index has a place for the preview of its link."""
    seen = []

    async def describe(path):
        seen.append(path)
        return preview

    return seen, describe


@pytest.fixture
def folder_with_place(tmp_path):
    built = tmp_path / "page"
    built.mkdir()
    (built / "index.html").write_text(f"<title>inarow</title>{PLACE.decode()}<p>")
    return built


def tag_of(html, name):
    return unescape(re.search(rf'="{name}" content="([^"]*)"', html)[1])


def test_a_link_is_previewed_with_whole_addresses(folder_with_place):
    app = FastAPI()
    add_page(app, folder_with_place)
    client = TestClient(app, base_url="http://stones.example:81")
    html = client.get("/lab").text
    assert tag_of(html, "og:title") == "inarow"
    assert tag_of(html, "og:url") == "http://stones.example:81/lab"
    assert tag_of(html, "og:image") == "http://stones.example:81/preview.png"
    assert tag_of(html, "twitter:card") == "summary_large_image"
    assert client.get("/index.html").text == client.get("/").text.replace('81/"', '81/index.html"')


def test_what_a_preview_says_is_escaped(folder_with_place):
    hostile = '"><script>alert(1)</script><meta content="'
    seen, describe = describing(Preview(hostile, hostile * 20))
    app = FastAPI()
    add_page(app, folder_with_place, describe)
    client = TestClient(app)
    answer = client.get("/games/%22%3E%3Cscript%3E", headers={"Host": "a"})
    assert seen == ['/games/"><script>']
    assert "<script>" not in answer.text
    assert tag_of(answer.text, "og:title") == hostile
    assert len(tag_of(answer.text, "og:description")) == 200
    assert tag_of(answer.text, "og:url") == 'http://a/games/"><script>'


def test_a_page_with_another_preview_has_another_tag(folder_with_place):
    app = FastAPI()
    add_page(app, folder_with_place)
    client = TestClient(app)
    here, there = (client.get(path) for path in ("/games/a", "/games/b"))
    assert here.headers["ETag"] != there.headers["ETag"]
    again = client.get("/games/a", headers={"If-None-Match": here.headers["ETag"]})
    assert again.status_code == 304
    assert here.headers["Content-Encoding"] == "gzip"


def test_it_is_read_once(tmp_path):
    app = FastAPI()
    moved = tmp_path / "page"
    moved.mkdir()
    (moved / "index.html").write_text("first")
    add_page(app, moved)
    (moved / "index.html").write_text("second")
    assert TestClient(app).get("/").text == "first"


@pytest.mark.parametrize("path", ["/", "/games/1", "/lab"])
def test_a_page_that_is_not_built_says_what_to_do(tmp_path, path):
    app = FastAPI()
    add_page(app, tmp_path / "page")
    answer = TestClient(app).get(path, headers=HTML)
    assert answer.status_code == 503
    assert "make page" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert TestClient(app).get("/assets/index.js").status_code == 404


@pytest.fixture(scope="module")
def built():
    """What `make page` left in the package; `make test` builds it first."""
    files = read_page()
    if not files:
        pytest.fail("The page is not built: run 'make page'.")
    return files


def test_the_built_index_names_only_files_that_exist(built):
    named = re.findall(r'(?:src|href)="([^"]+)"', built["/index.html"].content.decode())
    assert any(name.endswith(".js") for name in named)
    assert [name for name in named if name not in built] == []
    assert PLACE in built["/index.html"].content


def test_the_built_manifest_names_only_files_that_exist(built):
    manifest = json.loads(built["/manifest.webmanifest"].content)
    icons = {icon["src"] for icon in manifest["icons"]}
    assert len(icons) == 4
    assert icons | {"/preview.png"} <= built.keys()


def test_the_built_service_worker_keeps_all_files_of_the_page(built):
    worker = built["/service-worker.js"]
    assert worker.cache == "no-cache"
    files = json.loads(re.search(r"const FILES = (\[[^]]*\]);", worker.content.decode())[1])
    assert [name for name in files if name not in built] == []
    assets = {name for name in built if re.fullmatch(r"/assets/.*\.(js|css|woff2)", name)}
    assert assets <= set(files)
    assert "/index.html" not in files  # that must never be an old one


def test_the_font_is_served_with_its_licence(built):
    fonts = [name for name in built if name.endswith(".woff2")]
    assert len(fonts) == 1
    assert len(built[fonts[0]].content) < 30_000
    assert f'href="{fonts[0]}"' in built["/index.html"].content.decode()
    assert b"SIL Open Font License" in built["/assets/inter-LICENSE.txt"].content


def test_the_built_index_holds_no_script_or_style_of_its_own(built):
    index = built["/index.html"].content.decode()
    assert "<style" not in index
    assert " style=" not in index
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", index))


def test_every_built_text_is_compressed(built):
    for address, file in built.items():
        if file.content_type.startswith("text/"):
            assert gzip.decompress(file.compressed["gzip"]) == file.content, address
            assert "br" in file.compressed, address


def test_every_built_file_has_a_type(built):
    suffixes = {path.suffix for path in FOLDER.rglob("*") if path.is_file()}
    assert suffixes <= CONTENT_TYPES.keys() | {".br", ".gz"}

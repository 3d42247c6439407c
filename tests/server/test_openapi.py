"""The OpenAPI description of the server, and the page that shows it."""

import json

import pytest

from inarow.server.app import create_app
from inarow.server.config import Config
from inarow.server.openapi import description_text
from tests.server.live import serving


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("openapi")) as running:
        yield running


@pytest.fixture
def ann(site):
    return site.person()


def test_the_description_holds_the_sockets_messages_and_is_stable(ann):
    text = description_text(create_app(Config()))
    assert text == description_text(create_app(Config()))
    description = json.loads(text)
    schemas = description["components"]["schemas"]
    for name in ("GameCommand", "LiveEvent", "AnalysisCommand", "AnalysisEvent", "LabEvent"):
        assert schemas[name]["oneOf"]
        for part in schemas[name]["oneOf"]:
            assert part["$ref"].rpartition("/")[2] in schemas
    assert description == ann.get("/api/openapi.json").json()
    for operations in description["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            assert "4XX" in operation["responses"]


def test_the_page_of_the_description_needs_nothing_from_elsewhere(ann):
    page = ann.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "POST /api/games/{id}/rematch" in page.text
    assert "WS /api/games/{id}/live" in page.text
    for foreign in ("http://", "https://", "<script", "style="):
        assert foreign not in page.text

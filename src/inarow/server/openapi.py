"""The OpenAPI description of the server, with the messages on sockets, and a page to read it.

OpenAPI has no sockets, so their messages are components under their names; the page's types are
generated from this. ``python -m inarow.server.openapi`` prints it.
"""

from __future__ import annotations

import html
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from fastapi import APIRouter, FastAPI, Request
from pydantic import TypeAdapter
from starlette.responses import HTMLResponse
from starlette.routing import WebSocketRoute

from inarow.server.schema.lab import LabEvent
from inarow.server.schema.play import GameCommand, LiveEvent
from inarow.server.schema.search import AnalysisCommand, AnalysisEvent

REFERENCE = "#/components/schemas/{model}"

Mode = Literal["validation", "serialization"]
SOCKET_MESSAGES: dict[str, tuple[Any, Mode]] = {
    "GameCommand": (GameCommand, "validation"),
    "LiveEvent": (LiveEvent, "serialization"),
    "AnalysisCommand": (AnalysisCommand, "validation"),
    "AnalysisEvent": (AnalysisEvent, "serialization"),
    "LabEvent": (LabEvent, "serialization"),
}

router: APIRouter = APIRouter(prefix="/api")


def describe_sockets(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Add the messages on sockets to an app's description, and the sockets to its page."""
    plain = app.openapi
    app.state.description_page = None
    app.state.sockets = [
        (route.path, (route.endpoint.__doc__ or "").strip().partition("\n")[0])
        for part in routers
        for route in part.routes
        if isinstance(route, WebSocketRoute)
    ]

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            description = plain()
            schemas = description.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in socket_schemas():
                if schemas.setdefault(name, schema) != schema:
                    raise ValueError(f"{name} is described in two ways.")
            app.openapi_schema = description
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


def socket_schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """The messages on sockets and their parts, as JSON schemas by name."""
    unions, parts = TypeAdapter.json_schemas(
        [(name, mode, TypeAdapter(kind)) for name, (kind, mode) in SOCKET_MESSAGES.items()],
        ref_template=REFERENCE,
    )
    for name, schema in parts.get("$defs", {}).items():
        yield name, _without_none(schema)
    for (name, _), schema in unions.items():
        yield name, {**_without_none(schema), "title": name}


def _without_none(schema: Any) -> Any:
    """The schema as FastAPI writes it: without defaults of None."""
    if isinstance(schema, list):
        return [_without_none(part) for part in schema]
    if isinstance(schema, dict):
        return {key: _without_none(part) for key, part in schema.items() if part is not None}
    return schema


def description_text(app: FastAPI) -> str:
    """The description as JSON, always in the same order."""
    return json.dumps(app.openapi(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


@router.get("/docs", include_in_schema=False)
async def read_description(request: Request) -> HTMLResponse:
    """A plain page with all operations; it loads nothing from other sites."""
    state = request.app.state
    if state.description_page is None:  # made once: it takes some time
        state.description_page = _page(request.app.openapi(), state.sockets)
    return HTMLResponse(state.description_page)


def _page(description: dict[str, Any], sockets: list[tuple[str, str]]) -> str:
    info = description["info"]
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(info['title'])}: the interface</title></head><body><main>",
        f"<h1>{html.escape(info['title'])} {html.escape(info['version'])}: the interface</h1>",
        '<p>All details are in <a href="/api/openapi.json">openapi.json</a>, for programs and for '
        "people. Refusals are JSON with an <code>error</code>, a word, and a "
        "<code>message</code>, a sentence.</p><h2>Requests</h2><dl>",
    ]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            lines.append(
                f"<dt><code>{method.upper()} {html.escape(path)}</code></dt>"
                f"<dd><strong>{html.escape(operation.get('summary', ''))}</strong>. "
                f"{html.escape(operation.get('description', ''))}{_body(operation)}</dd>"
            )
    lines.append("</dl><h2>Sockets</h2><dl>")
    for path, about in sockets:
        lines.append(f"<dt><code>WS {html.escape(path)}</code></dt><dd>{html.escape(about)}</dd>")
    lines.append("</dl><h2>Messages</h2>")
    for name, schema in sorted(description["components"]["schemas"].items()):
        text = html.escape(json.dumps(schema, indent=1, ensure_ascii=False))
        lines.append(
            f'<details id="{html.escape(name)}"><summary>{html.escape(name)}</summary>'
            f"<pre>{text}</pre></details>"
        )
    lines.append("</main></body></html>")
    return "\n".join(lines)


def _body(operation: dict[str, Any]) -> str:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return f' Takes <a href="#{html.escape(name)}">{html.escape(name)}</a>.' if name else ""


if __name__ == "__main__":
    from inarow.server.app import create_app
    from inarow.server.config import Config

    sys.stdout.write(description_text(create_app(Config())))

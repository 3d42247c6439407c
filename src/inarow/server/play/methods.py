"""The map of the methods: how strong every player is on some games, as ``reproduce map`` measured.

``inarow reproduce map`` made ``methods.json``; experiments/publish.py puts it beside the other data
of the package. The server adds only what it knows itself: titles, and where methods are explained.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata
from typing import Any

from fastapi import APIRouter

import inarow
from inarow.server.schema.methods import MethodMap
from inarow.server.search.shown_names import shown_title
from inarow.server.search.strength import read_map

router = APIRouter(prefix="/api", tags=["catalogue"])

WITHOUT_PAGE = frozenset({"random"})
"""Methods that need no page of their own; the list of all players has them."""


@router.get("/methods", summary="Every method on some games: strength and time")
def get_methods() -> MethodMap:
    """How strong every method is on each game of the map, with intervals, and what it costs."""
    return method_map()


@lru_cache(maxsize=1)
def method_map() -> MethodMap:
    """The map that comes with inarow."""
    return MethodMap.model_validate(_completed(read_map()))


def algorithm_page(player: str) -> str:
    """The address of the page that explains a method; empty if the package names no documentation.

    >>> algorithm_page("td").endswith("/docs/algorithms/td.md")
    True
    """
    name = "README" if player in WITHOUT_PAGE else player
    return f"{folder}algorithms/{name}.md" if (folder := _documentation()) else ""


def _completed(found: dict[str, Any]) -> dict[str, Any]:
    for game in found["games"]:
        game["title"] = shown_title(inarow.load_game(game["game"]))
        for row in game["players"]:
            row["page"] = algorithm_page(row["name"])
    return found


@lru_cache(maxsize=1)
def _documentation() -> str:
    """The folder of the documentation, by the metadata of the package."""
    try:
        addresses = metadata.metadata("inarow").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    for entry in addresses:
        label, _, address = entry.partition(", ")
        if label == "Documentation":
            return str(address.rpartition("/")[0]) + "/"
    return ""

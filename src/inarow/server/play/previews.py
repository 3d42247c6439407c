"""The preview of a link to a game."""

from __future__ import annotations

import re

from inarow.errors import InarowError
from inarow.server.edge.link_preview import Preview
from inarow.server.play.rooms import Rooms
from inarow.server.schema.play import SeatView
from inarow.server.search.shown_names import shown_title

_GAME = re.compile(r"/games/([A-Za-z0-9_-]{1,40})/?")


async def preview_of(rooms: Rooms, path: str) -> Preview | None:
    """What a link to a game says: who plays it, or that one may join."""
    found = _GAME.fullmatch(path)
    if found is None:
        return None
    try:
        state = (await rooms.look(found[1])).state
    except InarowError:  # the page itself says that there is no such game
        return None
    seats = state.seat_views()
    title = shown_title(state.game)
    if any(seat.open for seat in seats):
        return Preview(f"{title}: you are invited to play", "Open the link to take your seat.")
    names = " v ".join(map(_name, seats))
    return Preview(f"{title}: {names}", "Watch the game, or replay it move by move.")


def _name(seat: SeatView) -> str:
    if seat.kind == "human":
        return seat.name or "Human"
    return seat.name[:1].upper() + seat.name[1:]

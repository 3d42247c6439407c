"""Positions: by the moves that lead to them, or by their stones."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from inarow.games.arrange import arrange
from inarow.server.edge.identity import user_of
from inarow.server.play.views import position_of
from inarow.server.schema.edge import Problem
from inarow.server.schema.play import Position, SetupRequest
from inarow.server.schema.search import PositionRequest
from inarow.server.search.allowed import check_game
from inarow.server.services import services_of

router = APIRouter(prefix="/api", tags=["positions"])


def _refusal(description: str) -> dict[int | str, dict[str, Any]]:
    return {400: {"model": Problem, "description": description}}


@router.post(
    "/position",
    summary="The position after moves",
    responses=_refusal("There is no such game, or a move does not fit."),
)
def get_position(request: PositionRequest) -> Position:
    """The position that moves lead to, with all that the rules say of it."""
    return position_of(check_game(request.game).state_from(request.moves))


@router.post(
    "/setup",
    summary="The moves that lead to stones",
    responses=_refusal("There is no such game, or no order of moves leads to the stones."),
)
async def set_up(request: Request, wish: SetupRequest) -> Position:
    """A position by its stones: an order of moves is found that leads to it.

    Nobody may have won before the last stone. In ultimate, each move must be where the one before
    sends it; give ``last`` to say where play goes on. The search there gives up after a while, and
    then says so.
    """
    game = check_game(wish.game)
    work = services_of(request).pool.call(
        user_of(request), lambda: arrange(game, wish.x, wish.o, wish.last)
    )
    return position_of(game.state_from(await work.result()))

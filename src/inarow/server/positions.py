"""Positions: by the moves that lead to them, or by their stones."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from inarow.server.allowed import check_game
from inarow.server.schema import Position, PositionRequest, Problem
from inarow.server.views import position_of

router = APIRouter(prefix="/api", tags=["positions"])

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "No such game, or a move that does not fit."}
}


@router.post("/position", summary="The position after moves", responses=REFUSALS)
def position(request: PositionRequest) -> Position:
    """The position that moves lead to, with all that the rules say of it."""
    return position_of(check_game(request.game).state_from(request.moves))

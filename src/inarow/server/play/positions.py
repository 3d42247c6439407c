"""Positions: by the moves that lead to them, or by their stones."""

from __future__ import annotations

from fastapi import APIRouter

from inarow.games.arrange import arrange
from inarow.server.edge.identity import UserDep
from inarow.server.edge.problems import problem_responses
from inarow.server.play.views import position_of
from inarow.server.schema.play import Position, SetupRequest
from inarow.server.schema.search import PositionRequest
from inarow.server.search.allowed import check_game
from inarow.server.search.pool import PoolDep

router = APIRouter(prefix="/api", tags=["positions"])


@router.post(
    "/position",
    summary="The position after moves",
    responses=problem_responses({400: "There is no such game, or a move does not fit."}),
)
def get_position(request: PositionRequest) -> Position:
    """The position after moves, with everything that the rules decide."""
    return position_of(check_game(request.game).state_from(request.moves))


@router.post(
    "/setup",
    summary="The moves that lead to stones",
    responses=problem_responses(
        {400: "There is no such game, or no order of moves leads to the stones."}
    ),
)
async def set_up(pool: PoolDep, user: UserDep, wish: SetupRequest) -> Position:
    """Find an order of moves that leads to these stones.

    Nobody may have won before the last stone. In ultimate, each move must be on the board that the
    move before sends it to; ``last`` is the last stone, which decides the next board. That search
    gives up after some time, with an error. X always begins: if ``to_move`` is given and only fits
    with the colours exchanged, they are.
    """
    game = check_game(wish.game)
    work = pool.call(user, lambda: arrange(game, wish.x, wish.o, wish.last, wish.to_move))
    return position_of(game.state_from(await work.result()))

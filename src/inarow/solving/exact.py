"""Exact solving: the proven value of a position, with the moves that keep it."""

from __future__ import annotations

from dataclasses import dataclass

from inarow import _core
from inarow.errors import BadSpec, GameOver
from inarow.games import State
from inarow.player import Limits

VALUES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Solution:
    """The value of a position for the player to move: "win", "draw" or "loss".

    ``best`` are the moves that keep the value; of a win or loss, those that win soonest or lose
    latest. ``distance`` is the number of moves until then, with best play of both sides.
    """

    value: str
    best: tuple[int, ...]
    distance: int | None
    nodes: int
    seconds: float


def solve(
    state: State, *, time: float | None = None, nodes: int | None = None, mb: int = 256
) -> Solution | None:
    """Solve a position exactly; None if a limit on seconds or nodes is reached first.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> solve(game.new_initial_state()).value
    'draw'
    >>> solution = solve(game.state_from("a1 b1"))
    >>> solution.value, solution.distance, game.format_moves(solution.best)
    ('win', 5, 'a2 b2 a3')
    """
    if state.is_terminal():
        raise GameOver(f"The game is over ({state.status()}): there is nothing to solve.")
    if not 1 <= mb <= 65536:
        raise BadSpec(f"The table must have from 1 to 65536 MB, not {mb}.")
    Limits(time=time, nodes=nodes)  # refuses what is not a limit
    found = _core.solve(state, mb, time, nodes)
    if found["value"] is None:
        return None
    return Solution(
        VALUES[found["value"]],
        tuple(found["best"]),
        found["distance"],
        found["nodes"],
        found["seconds"],
    )

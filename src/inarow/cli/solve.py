"""``inarow solve``: the exact value of a position."""

from __future__ import annotations

from typing import Annotated

import typer

from inarow.cli.output import JsonOption, WorkFailed, console, print_json
from inarow.cli.parameters import GameArgument, MovesOption
from inarow.games import load_game
from inarow.solving.exact import solve as solve_state


def solve(
    game: GameArgument,
    moves: MovesOption = "",
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", min=0.0, help="Stop after so many seconds.")
    ] = None,
    mb: Annotated[
        int, typer.Option(metavar="MB", min=1, max=65536, help="Memory for the tables.")
    ] = 256,
    json: JsonOption = False,
) -> None:
    """Solve a game or a position: value, best moves, distance.

    The result is exact; if the time is not enough, the exit status is 1.
    """
    loaded = load_game(game)
    with console.status(f"solving {loaded} …") if not json else console.capture():
        solution = solve_state(loaded.state_from(moves), time=time, mb=mb)
    if solution is None:
        raise WorkFailed(f"{loaded} was not solved within {time:g} seconds.")
    best = [loaded.action_to_string(action) for action in solution.best]
    if json:
        print_json(
            {
                "game": loaded.spec,
                "value": solution.value,
                "best": best,
                "distance": solution.distance,
                "nodes": solution.nodes,
                "seconds": round(solution.seconds, 6),
            }
        )
        return
    how_soon = "" if solution.distance is None else f" in {solution.distance} moves"
    console.print(f"{loaded}: [bold]{solution.value}[/]{how_soon} for the player to move")
    console.print(f"best: {' '.join(best)}")
    console.print(f"{solution.nodes:,} nodes, {solution.seconds:.3f} s")

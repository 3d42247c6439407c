"""``inarow analyse``: what one or more players think of a position."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from inarow.cli.board import draw
from inarow.cli.limits import DepthOption, NodesOption, SimsOption, TimeOption, read_limits
from inarow.cli.output import GameArgument, JsonOption, MovesOption, console, print_json
from inarow.errors import GameOver
from inarow.games import Game, load_game
from inarow.games.text import PLAYERS
from inarow.players import Decision, close_all, load_player
from inarow.players.threats import Victory, list_victories


def analyse(
    game: GameArgument,
    player: Annotated[
        list[str] | None, typer.Option(help="Whom to ask; may be given several times.")
    ] = None,
    moves: MovesOption = "",
    time: TimeOption = None,
    nodes: NodesOption = None,
    sims: SimsOption = None,
    depth: DepthOption = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the players.")] = None,
    json: JsonOption = False,
) -> None:
    """Ask players for their move, value and line, side by side.

    In five in a row it also shows forced wins by fours (VCF) or by fours and threes (VCT), of the
    player to move, and what the other one threatens if nothing is done; "in 7" counts the moves of
    both up to the five.

    Example: inarow analyse tictactoe --moves "b2 a1" --player minimax --player deepening
    """
    loaded = load_game(game)
    state = loaded.state_from(moves)
    if state.is_terminal():
        raise GameOver(f"The game is over ({state.status()}): there is no move to choose.")
    limits = read_limits(time, nodes, sims, depth)
    specs = player or ["deepening"]
    asked = [(spec, load_player(spec, loaded, seed)) for spec in specs]
    if not json:
        console.print(draw(state))
        console.print()
    try:
        rows = [_row(loaded, spec, someone.act(state, limits)) for spec, someone in asked]
    finally:
        close_all(someone for _, someone in asked)
    victories = list_victories(state)
    if json:
        print_json(
            {
                "game": loaded.spec,
                "moves": loaded.format_moves(state.history()),
                "players": rows,
                "threats": [victory.as_dict(loaded) for victory in victories],
            }
        )
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("player", "move", "value", "proven", "nodes", "seconds", "line"):
        table.add_column(heading, justify="right" if heading in ("nodes", "seconds") else "left")
    for row in rows:
        table.add_row(
            row["player"],
            f"[bold]{row['move']}[/]",
            "" if row["value"] is None else f"{row['value']:+.3f}",
            row["proven"] or "",
            f"{row['nodes']:,}",
            f"{row['seconds']:.3f}",
            " ".join(row["pv"][:10]) + (" …" if len(row["pv"]) > 10 else ""),
        )
    console.print(table)
    for victory in victories:
        console.print(_sentence(loaded, victory, state.current_player()))


def _sentence(game: Game, victory: Victory, mover: int) -> str:
    who = PLAYERS[victory.player]
    verb = "has" if victory.player == mover else "threatens"
    return f"{who} {verb} {victory.text(game)}"


def _row(game: Game, spec: str, decision: Decision) -> dict[str, Any]:
    return {
        "player": spec,
        "action": decision.action,
        "move": game.action_to_string(decision.action),
        "value": decision.value,
        "proven": decision.stats["proven"],
        "pv": [game.action_to_string(action) for action in decision.pv],
        "policy": {game.action_to_string(a): share for a, share in decision.policy.items()},
        "nodes": decision.stats["nodes"],
        "depth": decision.stats.get("depth", 0),
        "seconds": decision.stats["seconds"],
    }

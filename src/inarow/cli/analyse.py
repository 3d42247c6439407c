"""``inarow analyse``: a position as evaluated by one or more players."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from inarow.analysis.threats import Victory, list_victories
from inarow.cli.board import draw
from inarow.cli.limits import DepthOption, NodesOption, SimsOption, TimeOption, read_limits
from inarow.cli.output import GameArgument, JsonOption, MovesOption, console, print_json
from inarow.cli.search_text import SHOWN_MOVES, count_text, depth_text, percent, progress_text
from inarow.errors import GameOver
from inarow.games import Game, State, load_game
from inarow.games.text import PLAYERS
from inarow.player import Decision, Limits, Player, Progress, close_all, win_probability
from inarow.players import load_player


def analyse(
    game: GameArgument,
    player: Annotated[
        list[str] | None, typer.Option(help="The player to use; may be given several times.")
    ] = None,
    moves: MovesOption = "",
    time: TimeOption = None,
    nodes: NodesOption = None,
    sims: SimsOption = None,
    depth: DepthOption = None,
    lines: Annotated[
        int,
        typer.Option(min=1, max=400, help="Best moves to show; engine on boards of five in a row."),
    ] = 1,
    seed: Annotated[int | None, typer.Option(help="Seed of the players.")] = None,
    json: JsonOption = False,
) -> None:
    """Show the move, value and line of one or more players in a position.

    Values are the chance to win of the player to move; depth is the plies searched in full and the
    deepest ply searched. In five in a row, forced wins by fours (VCF) or by fours and threes (VCT)
    are shown as well: those of the player to move, and those that the other one threatens; "in 7"
    counts the moves of both sides up to the five.

    \b
    inarow analyse tictactoe --moves "b2 a1" --player minimax --player deepening
    inarow analyse gomoku --moves "h8 i9 h10" --player engine --lines 3 --time 2
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
        rows = [
            _row(loaded, spec, someone, _ask(someone, state, limits, lines, live=not json))
            for spec, someone in asked
        ]
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
    for heading in ("player", "move", "win", "depth", "nodes", "nodes/s", "seconds", "line"):
        right = heading in ("win", "nodes", "nodes/s", "seconds")
        table.add_column(heading, justify="right" if right else "left")
    for row in rows:
        for number, line in enumerate(row["lines"] or [row]):
            table.add_row(
                *((row["player"],) if number == 0 else ("",)),
                f"[bold]{line['move']}[/]",
                percent(line["value"], line["proven"]),
                depth_text(line["depth"], line["selective_depth"]),
                *((f"{row['nodes']:,}", count_text(row["speed"])) if number == 0 else ("", "")),
                f"{row['seconds']:.3f}" if number == 0 else "",
                " ".join(line["pv"][:SHOWN_MOVES])
                + (" …" if len(line["pv"]) > SHOWN_MOVES else ""),
            )
    console.print(table)
    for row in rows:
        if row["note"]:
            console.print(Text(f"{row['player']}: {row['note']}", style="dim"), soft_wrap=True)
    if lines > 1 and not any(row["lines"] for row in rows):
        console.print("Only engine shows several lines, in five in a row on boards from 8 x 8 up.")
    for victory in victories:
        console.print(_sentence(loaded, victory, state.current_player()))


def _ask(player: Player, state: State, limits: Limits, lines: int, *, live: bool) -> Decision:
    """A player's decision; a terminal shows the progress of the search."""
    shown = live and console.is_terminal
    with console.status("thinking …") if shown else nullcontext() as status:

        def show(progress: Progress) -> None:
            if status is not None:
                status.update(progress_text(state.game, progress))

        return player.analyse(state, limits, lines=lines, thorough=True, on_progress=show)


def _sentence(game: Game, victory: Victory, mover: int) -> str:
    who = PLAYERS[victory.player]
    verb = "has" if victory.player == mover else "threatens"
    return f"{who} {verb} {victory.text(game)}"


def _row(game: Game, spec: str, player: Player, decision: Decision) -> dict[str, Any]:
    return {
        "player": spec,
        "note": player.note,
        "action": decision.action,
        "move": game.action_to_string(decision.action),
        "value": decision.value,
        "proven": decision.stats["proven"],
        "pv": [game.action_to_string(action) for action in decision.pv],
        "policy": {game.action_to_string(a): share for a, share in decision.policy.items()},
        "moves": [
            {"move": game.action_to_string(each.action), **each._asdict()}
            for each in decision.moves
        ],
        "nodes": decision.stats["nodes"],
        "depth": decision.stats["depth"],
        "selective_depth": decision.stats["selective_depth"],
        "seconds": decision.stats["seconds"],
        "speed": decision.speed,
        "win_probability": None if decision.value is None else win_probability(decision.value),
        "lines": [
            {
                "action": line.pv[0],
                "move": game.action_to_string(line.pv[0]),
                "value": line.value,
                "proven": line.proven,
                "depth": line.depth,
                "selective_depth": line.selective_depth,
                "pv": [game.action_to_string(action) for action in line.pv],
            }
            for line in decision.lines
        ],
    }

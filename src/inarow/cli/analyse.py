"""``inarow analyse``: a position as evaluated by one or more players."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any

import typer
from rich.text import Text

from inarow.analysis.threats import Victory, list_victories
from inarow.cli.board import draw
from inarow.cli.limits import DepthOption, NodesOption, SimsOption, TimeOption, read_limits
from inarow.cli.output import JsonOption, console, print_json
from inarow.cli.parameters import GameArgument, MovesOption, PlayersOption
from inarow.cli.search_text import SHOWN_MOVES, count_text, depth_text, percent, progress_text
from inarow.cli.tables import fitting_table
from inarow.errors import GameOver
from inarow.games import Game, State, load_game
from inarow.games.text import PLAYERS
from inarow.player import Decision, Limits, Player, Progress, close_all, win_probability
from inarow.players import load_player

HEADINGS = ("player", "move", "win", "depth", "nodes", "nodes/s", "seconds", "line")
NUMBERS = ("win", "nodes", "nodes/s", "seconds")


def analyse(
    game: GameArgument,
    player: PlayersOption = None,
    moves: MovesOption = "",
    time: TimeOption = None,
    nodes: NodesOption = None,
    sims: SimsOption = None,
    depth: DepthOption = None,
    lines: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            max=400,
            help="Best moves to show; engine in five in a row and on ultimate.",
        ),
    ] = 1,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Seed of the players.")] = None,
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
        console.print(draw(state, console.width))
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
    shown = [
        _cells(row, line, is_first=number == 0)
        for row in rows
        for number, line in enumerate(row["lines"] or [row])
    ]
    console.print(fitting_table(console, HEADINGS, shown, right=NUMBERS, wrapped="line"))
    for row in rows:
        if row["note"]:
            console.print(Text(f"{row['player']}: {row['note']}", style="dim"), soft_wrap=True)
    if lines > 1 and not any(row["lines"] for row in rows):
        console.print(
            "Only engine shows several lines: on ultimate, and in five in a row from 8 x 8 up."
        )
    for victory in victories:
        console.print(_sentence(loaded, victory, state.current_player()))


def _cells(row: dict[str, Any], line: dict[str, Any], *, is_first: bool) -> list[Text]:
    """A line of a player's search; what belongs to the whole search stands in the first."""
    whole = [f"{row['nodes']:,}", count_text(row["speed"]), f"{row['seconds']:.3f}"]
    return [
        Text(row["player"] if is_first else ""),
        Text(line["move"], style="bold"),
        Text(percent(line["value"], line["proven"])),
        Text(depth_text(line["depth"], line["selective_depth"])),
        *(Text(cell if is_first else "") for cell in whole),
        Text(" ".join(line["pv"][:SHOWN_MOVES]) + (" …" if len(line["pv"]) > SHOWN_MOVES else "")),
    ]


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

"""``inarow games``: what can be played."""

from __future__ import annotations

from inarow.cli.output import JsonOption, console, print_json
from inarow.games import GAMES


def games(json: JsonOption = False) -> None:
    """List the games, with their parameters and defaults."""
    if json:
        print_json([game.as_dict() for game in GAMES])
        return
    for game in GAMES:
        console.print(f"[bold]{game.name:12}[/]{game.summary}")
        for parameter in game.parameters:
            setting = f"{parameter.name}={parameter.default}"
            console.print(f"{'':12}[cyan]{setting:16}[/]{parameter.help}", soft_wrap=True)
    console.print("\nParameters follow a colon: [bold]inarow play gomoku:size=19,rule=standard[/]")

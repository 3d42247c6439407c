"""``inarow players``: the list of players."""

from __future__ import annotations

from inarow.cli.output import JsonOption, console, print_entries, print_json
from inarow.players import LEVELS, all_players


def players(json: JsonOption = False) -> None:
    """List the players, with their parameters and defaults."""
    if json:
        print_json([player.as_dict() for player in all_players()])
        return
    print_entries(all_players(), "inarow play gomoku --second alphabeta:depth=4")
    names = ", ".join(level.name for level in LEVELS)
    console.print(f"Levels are players, too, of every game: {names}")

"""``inarow games``: the list of games."""

from __future__ import annotations

from inarow.cli.output import JsonOption, print_entries, print_json
from inarow.games import GAMES


def games(json: JsonOption = False) -> None:
    """List the games, with their parameters and defaults."""
    if json:
        print_json([game.as_dict() for game in GAMES])
        return
    print_entries(GAMES, "inarow play gomoku:size=19,rule=standard")

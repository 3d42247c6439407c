"""``inarow players``: who can play."""

from __future__ import annotations

from inarow.cli.output import JsonOption, print_entries, print_json
from inarow.players import PLAYERS


def players(json: JsonOption = False) -> None:
    """List the players, with their parameters and defaults."""
    if json:
        print_json([player.as_dict() for player in PLAYERS])
        return
    print_entries(PLAYERS, "inarow play gomoku --second alphabeta:depth=4")

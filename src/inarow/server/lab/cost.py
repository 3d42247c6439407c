"""What a tournament may cost at most, reckoned before it begins."""

from __future__ import annotations

import math

from inarow.arena.schedule import TIE_BREAKS
from inarow.arena.tournament_state import TournamentSettings
from inarow.games import Game
from inarow.players.native import DEFAULT_TIME
from inarow.server.edge.refusals import Refused
from inarow.spec import split_spec

LONGEST_HOURS = 24.0
"""Thinking time of a whole tournament, if every game fills the board."""

NODES_PER_SECOND = 100_000.0
"""Positions that the slower searches visit in a second, to turn a limit of nodes into time."""

SIMS_PER_SECOND = 5_000.0
"""Simulations of the slower Monte-Carlo searches in a second, likewise."""


def planned_games(settings: TournamentSettings) -> int:
    """How many games a tournament has if no knockout is tied.

    >>> players = ("random", "greedy", "mcts", "engine")
    >>> for name in ("knockout", "swiss"):
    ...     print(name, planned_games(TournamentSettings(players, format=name, games=10)))
    knockout 30
    swiss 40
    """
    players = len(settings.players)
    pairings = {
        "round-robin": players * (players - 1) // 2,
        "gauntlet": players - 1,
        "knockout": players - 1,
        "swiss": (settings.rounds or math.ceil(math.log2(players))) * (players // 2),
    }
    return pairings[settings.format] * settings.games


def most_games(settings: TournamentSettings) -> int:
    """How many games a tournament has at most."""
    ties = 2 * TIE_BREAKS * (len(settings.players) - 1) if settings.format == "knockout" else 0
    return planned_games(settings) + ties


def check_cost(settings: TournamentSettings, game: Game) -> None:
    """Refuse a tournament that could think for longer than is allowed."""
    move = move_seconds(settings)
    games, length = most_games(settings), game.max_game_length()
    hours = games * length * move / 3600
    if hours > LONGEST_HOURS:
        raise Refused(
            f"This tournament could take {hours:,.0f} hours ({games:,} games of up to {length} "
            f"moves, {move:g} s a move), and {LONGEST_HOURS:g} are allowed: take fewer players or "
            "games, or less time."
        )


def move_seconds(settings: TournamentSettings) -> float:
    """How long a move may take, about.

    >>> move_seconds(TournamentSettings(("random", "mcts:sims=20000")))
    4.0
    """
    limits = settings.limits
    if limits.nodes is not None:
        reckoned = limits.nodes / NODES_PER_SECOND
        return reckoned if limits.time is None else min(reckoned, limits.time)
    if limits.time is not None:
        return limits.time
    # Each player's own: simulations, if it has a number of them, else the time for one move.
    sims = [split_spec(player)[1].get("sims", "0") for player in settings.players]
    return max(DEFAULT_TIME, *(int(number) / SIMS_PER_SECOND for number in sims))

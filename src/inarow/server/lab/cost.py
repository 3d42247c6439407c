"""What a tournament may cost at most, estimated before it begins."""

from __future__ import annotations

from inarow.arena.schedule import most_games
from inarow.arena.tournament_state import TournamentSettings
from inarow.games import Game
from inarow.players.native import DEFAULT_TIME
from inarow.server.edge.refusals import Refused
from inarow.spec import split_spec

LONGEST_HOURS = 24.0
"""Search time of a whole tournament, if every game fills the board."""

NODES_PER_SECOND = 100_000.0
"""Positions that the slower searches visit in a second, to turn a limit of nodes into time."""

SIMS_PER_SECOND = 5_000.0
"""Simulations of the slower Monte-Carlo searches in a second, likewise."""


def check_cost(settings: TournamentSettings, game: Game) -> None:
    """Refuse a tournament that could take longer than is allowed."""
    move = move_seconds(settings)
    length = game.max_game_length()
    games = most_games(settings.format, len(settings.players), settings.games, settings.rounds)
    hours = games * length * move / 3600
    if hours > LONGEST_HOURS:
        raise Refused(
            f"This tournament could take {hours:,.0f} hours ({games:,} games of up to {length} "
            f"moves, {move:g} s a move), and {LONGEST_HOURS:g} are allowed: take fewer players or "
            "games, or less time."
        )


def move_seconds(settings: TournamentSettings) -> float:
    """Approximately how long a move may take.

    >>> move_seconds(TournamentSettings(("random", "mcts:sims=20000")))
    4.0
    """
    limits = settings.limits
    if limits.nodes is not None:
        estimate = limits.nodes / NODES_PER_SECOND
        return estimate if limits.time is None else min(estimate, limits.time)
    if limits.time is not None:
        return limits.time
    # The players' own limits: a number of simulations, else the default time of a move.
    sims = [split_spec(player)[1].get("sims", "0") for player in settings.players]
    return max(DEFAULT_TIME, *(int(number) / SIMS_PER_SECOND for number in sims))

"""What a run may cost at most: its time, estimated before it begins, and its files."""

from __future__ import annotations

from inarow.arena.schedule import most_games
from inarow.arena.tournament_state import TournamentSettings
from inarow.games import Game
from inarow.learning.settings import Settings
from inarow.players.native import DEFAULT_TIME
from inarow.server.edge.refusals import Refused
from inarow.spec import split_spec

LONGEST_HOURS = 24.0
"""Search time of a whole tournament, if every game fills the board."""

NODES_PER_SECOND = 100_000.0
"""Positions that the slower searches visit in a second, to turn a limit of nodes into time."""

SIMS_PER_SECOND = 5_000.0
"""Simulations of the slower Monte-Carlo searches in a second, likewise."""

NETWORK_CELLS_PER_SECOND = 45_000.0
"""Cells of boards that a network evaluates in a second, likewise: 9x9 costs nine times 3x3."""

SAMPLE_EVALUATIONS = 5.0
"""Evaluations that take as long as training a network on one sample."""

LOOKUP_SECONDS = 5e-5
"""A move of a training without simulations, with what is learned from it: high, since a run can be
stopped only between its events."""

LONGEST_TRAINING_HOURS = 1.0
"""Time of a whole training by these estimates. They are high; ``TRAINING_SECONDS`` is kept."""

TRAINING_SECONDS = 900.0
"""After which a training ends."""

CHECKPOINTS = 20
"""Of a training, each with an evaluation. Any two are less than a turn of the runner apart, so that
a training whose process must be killed gets on."""

EVENTS = 200
"""Of a training, besides evaluations."""

TRAINING_FILE_BYTES = 80 << 20
"""The largest file of a training. A learner's ``mb`` is at most ``Config.player_mb``."""

FREE_BYTES = (CHECKPOINTS + 4) * TRAINING_FILE_BYTES
"""Space that the disk must have for each run that starts: all files of a training, and one that is
being written."""


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


def check_training_cost(settings: Settings, game: Game, *, network: bool = False) -> None:
    """Refuse a training that could take longer than is allowed; a ``network`` is slower."""
    given = settings.model_dump()
    cells = game.rows * game.columns
    speed = NETWORK_CELLS_PER_SECOND / cells if network else SIMS_PER_SECOND
    sims = max(given.get("sims", 0), given.get("play_sims", 0))
    if network:  # one without simulations is trained on each move
        sims = max(sims, SAMPLE_EVALUATIONS * given.get("reuse", 0))
    move = max(LOOKUP_SECONDS, sims / speed)
    length = game.max_game_length()
    evaluation = CHECKPOINTS * len(settings.opponents.split()) * settings.evaluation_games
    if given.get("gate"):
        evaluation += EVENTS * given["gate_games"]
    hours = (settings.games + evaluation) * length * move / 3600
    if hours > LONGEST_TRAINING_HOURS:
        raise Refused(
            f"This training could take {hours:,.1f} hours ({settings.games:,} games and "
            f"{evaluation:,} of evaluation of up to {length} moves, {move:.2g} s a move), and "
            f"{LONGEST_TRAINING_HOURS:g} is allowed: take fewer games or simulations."
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

"""The order of players by their strength on a game, as the map of the methods measured it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from typing import Any

from inarow.games import Game, load_game
from inarow.players.player_type import PlayerType

FILE = "methods.json"

REFERENCE = "engine"
"""The player that stands first on every game: the bar, the hints and reviews come from it."""

BY_AND_LARGE = (
    REFERENCE,
    "alphazero",
    "td-mcts",
    "threat",
    "td-alphabeta",
    "heuristic-mcts",
    "negamax",
    "shared-mcts",
    "mcts",
    "knowledge-mcts",
    "td",
    "dqn",
    "greedy",
    "deepening",
    "cached",
    "alphabeta",
    "minimax",
    "tabular",
    "random",
)
"""The order where no game is given, and of players that were not measured on a game."""


def read_map() -> dict[str, Any]:
    """The map as ``inarow reproduce map`` wrote it."""
    text = resources.files("inarow.data").joinpath(FILE).read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def strongest_first(players: Iterable[PlayerType], game: Game | None = None) -> list[PlayerType]:
    """Players in the order of the map's ratings on the game, or on the measured game nearest to it.

    The engine is first, as the reference; those without a rating come last.
    """
    ratings = ratings_on(nearest_game(game)) if game else {}
    rank = {name: number for number, name in enumerate(BY_AND_LARGE)}

    def place(player: PlayerType) -> tuple[bool, float, int]:
        rating = ratings.get(player.name, float("-inf"))
        return player.name != REFERENCE, -rating, rank.get(player.name, len(rank))

    return sorted(players, key=place)


def nearest_game(game: Game) -> str | None:
    """The measured game that is most like this one; None if there is none of its kind.

    The length of the row counts first, then the number of cells.

    >>> [nearest_game(load_game(spec)) for spec in ("gomoku:size=19", "7x6x4", "ultimate")]
    ['gomoku', '5x5x4', 'ultimate']
    """
    alike = [load_game(spec) for spec in _ratings()]
    alike = [measured for measured in alike if measured.kind == game.kind]

    def distance(measured: Game) -> tuple[int, int]:
        cells = abs(measured.num_distinct_actions() - game.num_distinct_actions())
        return abs((measured.in_a_row or 0) - (game.in_a_row or 0)), cells

    nearest = min(alike, key=distance, default=None)
    return nearest.spec if nearest else None


def ratings_on(game: str | None) -> dict[str, float]:
    """The Elo of every player that was measured on a game of the map.

    >>> ratings_on("gomoku")["engine"] > ratings_on("gomoku")["random"]
    True
    """
    return _ratings().get(game, {}) if game else {}


@lru_cache(maxsize=1)
def _ratings() -> dict[str, dict[str, float]]:
    return {
        load_game(found["game"]).spec: {row["name"]: row["elo"] for row in found["players"]}
        for found in read_map()["games"]
    }

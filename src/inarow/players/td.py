"""The players with values that were learned by TD: alone, and inside two searches."""

from __future__ import annotations

from typing import Any

from inarow import _core
from inarow.games import Game
from inarow.models.ntuple import can_learn_tuples, find_tuples, nearest_tuples
from inarow.player import Player
from inarow.players.fullwidth import MEGABYTES as TABLE
from inarow.players.monte_carlo import FOLD, REUSE, TEMPERATURE, exploration, first_play, sims
from inarow.players.monte_carlo import MEGABYTES as TREE
from inarow.players.native import NativePlayer, SearchMaker
from inarow.players.player_type import Maker, PlayerType
from inarow.spec import Parameter, Value

LEARNER = "td"

FILE = Parameter(
    "file", "", "weights, or the folder of a run that learned them; default: ours", is_file=True
)


def _with_weights(make: SearchMaker) -> Maker:
    """Searches with the weights of a file, or with those that come with inarow."""

    def make_player(game: Game, seed: int, values: dict[str, Value]) -> Player:
        options: dict[str, Any] = dict(values)
        found = find_tuples(options.pop("file"), game)
        own_sims = options.pop("sims", None)
        start = game.new_initial_state()
        search = make(start, seed, weights=found.weights, **options)
        return NativePlayer(game, search, sims=own_sims, note=found.note)

    return make_player


def td_player(game: Game, weights: _core.TupleWeights, seed: int) -> Player:
    """A player with weights that are not in a file."""
    return NativePlayer(game, _core.td(game.new_initial_state(), seed, weights=weights))


def _plays(game: Game) -> bool:
    return nearest_tuples(game) is not None


TD = (
    PlayerType(
        "td",
        "the best move by values that were learned by self-play, one ply deep",
        (FILE,),
        _with_weights(_core.td),
        _plays,
        instant=True,
        learner=LEARNER,
        learns=can_learn_tuples,
    ),
    PlayerType(
        "td-alphabeta",
        "alpha-beta, one ply deeper at a time, with values that were learned by self-play",
        (
            FILE,
            Parameter("depth", 0, "plies; 0: as many as the time allows", 0, 400, web_high=100),
            Parameter(
                "width",
                8,
                "moves of a position that are searched, the best by their values; 0: all",
                0,
                400,
            ),
            TABLE,
        ),
        _with_weights(_core.td_alphabeta),
        _plays,
        learner=LEARNER,
        learns=can_learn_tuples,
        seeded=False,
    ),
    PlayerType(
        "td-mcts",
        "tree search with priors and values that were learned by self-play, no playouts",
        (
            FILE,
            sims(2000),
            exploration(1.0),
            Parameter("spread", 0.3, "how alike the priors of moves are", 0.01, 100.0),
            first_play(0.3),
            TEMPERATURE,
            REUSE,
            FOLD,
            TREE,
        ),
        _with_weights(_core.td_mcts),
        _plays,
        learner=LEARNER,
        learns=can_learn_tuples,
    ),
)

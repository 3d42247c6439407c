"""``openspiel``: the searches of OpenSpiel as players, and any bot or policy of it.

``openspiel:bot=mcts,sims=1000`` is its Monte-Carlo tree search with random rollouts, in C++;
``openspiel:bot=alphabeta,depth=4`` its alpha-beta search, in Python and without an evaluation.
``openspiel_player`` makes a player of any bot or policy object, also of those with a network.
The player itself is in ``openspiel_adapter``, which is imported for the first one.

What it cannot do: play by rules that OpenSpiel does not have (exactly k in a row, the tie-break of
ultimate), or stop anything but ``alphabeta`` before its limit.

Paper: Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games, 2019.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inarow.errors import BadSpec
from inarow.games import Game
from inarow.player import Player
from inarow.players.guard import guarded
from inarow.players.openspiel_rules import openspiel_name
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value

if TYPE_CHECKING:
    from inarow.players.openspiel_search import Bot, Policy

SEARCHES = ("mcts", "alphabeta")


def openspiel_player(bot: Bot | Policy | Sequence[Bot | Policy], game: Game) -> Player:
    """A player whose moves a bot of OpenSpiel chooses, or a policy: its most probable action.

    Many bots are made for one side: then give two, the first player's first. They get no limits,
    and are told of the moves of the other player.

    >>> import inarow, pyspiel
    >>> game = inarow.load_game("tictactoe")
    >>> bots = [pyspiel.make_uniform_random_bot(side, 1) for side in (0, 1)]
    >>> openspiel_player(bots, game).act(game.new_initial_state()).action in range(9)
    True
    """
    if openspiel_name(game) is None:
        raise BadSpec(OPENSPIEL.refusal(game))
    from inarow.players.openspiel_adapter import bot_player  # noqa: PLC0415 (as in _make)

    return bot_player(bot, game)


def _make(game: Game, seed: int, values: dict[str, Value]) -> Player:
    from inarow.players.openspiel_adapter import search_player  # noqa: PLC0415 (few need it)

    return search_player(game, seed, values)


OPENSPIEL = PlayerType(
    "openspiel",
    "a search of OpenSpiel, on the games that OpenSpiel has",
    (
        Parameter("bot", "mcts", "its search: mcts or alphabeta", choices=SEARCHES),
        Parameter("sims", 1000, "simulations of mcts, if no limit is given", 2, 10**9),
        Parameter("c", 2.0, "how much mcts explores", 0.0, 100.0),
        Parameter("mb", 256, "memory of mcts in MB", 1, 65536),
        Parameter("depth", 30, "the most plies of alphabeta", 1, 400),
    ),
    guarded("openspiel", _make),
    lambda game: openspiel_name(game) is not None,
    runs_program=True,  # code of another package, which the web app cannot stop
)

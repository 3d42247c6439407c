"""Networks with a value for each move, for ``dqn``: the one that a user names, or one that ships.

They are files like those with policy and value; in the place of the policy they have Q(s, a), the
expected result of each move for the player to move.
"""

from __future__ import annotations

from inarow.errors import BadFile
from inarow.games import Game
from inarow.models.nearest import nearest_weights
from inarow.models.policy_value import FoundNetwork, fitting_network
from inarow.models.weights import find_weights

SUFFIX = ".dqn.onnx"
GIVES_Q = {"gives": "q"}
"""What such a file says about itself, besides its game."""


def nearest_q_network(game: Game) -> str | None:
    """The shipped network of the board most like this one with the same k, if there is any."""
    return nearest_weights(SUFFIX, game)


def find_q_network(file: str, game: Game) -> FoundNetwork:
    """The network that a user names, or the nearest that comes with inarow; loaded once."""
    path = find_weights(file or nearest_q_network(game) or "")
    found = fitting_network(path, game)
    if not GIVES_Q.items() <= dict(found.model.about).items():
        raise BadFile(f"{path} has no values of moves: it is not a network of dqn.")
    return found

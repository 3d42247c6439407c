"""Networks with policy and value for a game: the one that a user names, or one that ships."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from inarow.errors import BadFile, BadSpec
from inarow.games import Game, load_game
from inarow.models.nearest import is_same_board, nearest_weights, note_about
from inarow.models.onnx import NetworkModel, read_network
from inarow.models.weights import find_weights

SUFFIX = ".alphazero.onnx"


class FoundNetwork(NamedTuple):
    """A network for a game, and a sentence if it was learned on another."""

    model: NetworkModel
    note: str


def nearest_network(game: Game) -> str | None:
    """The shipped network of the board most like this one with the same k, if there is any."""
    return nearest_weights(SUFFIX, game)


def find_network(file: str, game: Game, threads: int = 1) -> FoundNetwork:
    """The network that a user names, or the nearest that comes with inarow; loaded once."""
    path = find_weights(file or nearest_network(game) or "")
    found = fitting_network(path, game, threads)
    if "gives" in found.model.about:
        raise BadFile(f"{path} has no policy: it is a network of dqn.")
    return found


def fitting_network(path: Path, game: Game, threads: int = 1) -> FoundNetwork:
    """The network of a file; BadFile if it is for another game."""
    model = read_network(path, threads)
    try:
        learned = load_game(model.about.get("game", ""))
        planes, rows, columns = game.observation_tensor_shape(model.about.get("encoding", ""))
    except BadSpec as error:
        raise BadFile(f"{path} does not fit {game.spec}: {error}") from None
    fits = learned.kind == game.kind and learned.in_a_row == game.in_a_row
    if not fits or not model.can_play(planes=planes, rows=rows, columns=columns):
        raise BadFile(f"{path} has a network for {learned.spec}, which does not fit {game.spec}.")
    same = is_same_board(learned, game)
    return FoundNetwork(model, "" if same else note_about(learned, game))

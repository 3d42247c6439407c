"""Files of n-tuple weights, which the TD learner writes and its players read.

Weights are kept by the class of their tuples (cpp/search/learn/tuple_plan.h). So a file of one
board can be used on others with the same k: a class that the file does not have takes the weights
of the nearest that it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile, BadSpec
from inarow.games import Game, load_game
from inarow.models.nearest import is_same_board, nearest_weights, note_about
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes
from inarow.models.weights import find_weights, load_weights

FORMAT = "inarow n-tuples 1"
SUFFIX = ".td"
FLAGS = {"true": True, "false": False}
MOST_WEIGHT = 1e6
"""No learned weight comes near it."""
LONGEST_ROW = 10
"""The largest k: there are 3^k contents of k cells."""

Arrays = Mapping[str, NDArray[np.float32]]


class FoundTuples(NamedTuple):
    """Weights for a game, and a sentence if they were learned on another."""

    weights: _core.TupleWeights
    note: str


class StoredTuples(NamedTuple):
    """The content of a file."""

    game: str
    paper: bool
    """Whether the tuples are the paper's rows."""
    arrays: Arrays
    """By class."""


def tuples_to_bytes(weights: _core.TupleWeights, game: Game) -> bytes:
    """The content of a file."""
    about = {"format": FORMAT, "game": game.spec, "paper": str(weights.paper).lower()}
    values = weights.values()
    arrays, start = {}, 0
    for name, size in _core.tuple_classes(game.new_initial_state(), weights.paper):
        arrays[name] = values[start : start + size]
        start += size
    return tensors_to_bytes(arrays, about)


def tuples_from_bytes(path: Path, content: bytes) -> StoredTuples:
    """The weights; BadFile if a bit has changed, or if they are not those of their game."""
    arrays, about = tensors_from_bytes(path, content)
    if about.get("format") != FORMAT or any(_is_bad(array) for array in arrays.values()):
        raise BadFile(f"{path} has no weights of n-tuples.")
    try:
        stored = StoredTuples(about["game"], FLAGS[about["paper"]], arrays)
    except KeyError:
        raise BadFile(f"{path} has no weights of n-tuples.") from None
    _check_classes(path, stored)
    return stored


def _check_classes(path: Path, stored: StoredTuples) -> None:
    game = _game_of(path, stored)
    if stored.paper and game.in_a_row is None:
        raise BadFile(f"{path} has weights of rows, which {stored.game} does not have.")
    if not can_learn_tuples(game):
        raise BadFile(
            f"{path} has weights of {stored.game}, but {LONGEST_ROW} in a row is the most."
        )
    sizes = dict(_core.tuple_classes(game.new_initial_state(), stored.paper))
    if {name: len(array) for name, array in stored.arrays.items()} != sizes:
        raise BadFile(f"{path} has other weights than those of {stored.game}.")


def _is_bad(array: NDArray[Any]) -> bool:
    """What the core cannot add up; the first weight is that of tuples without stones: none."""
    return (
        array.dtype != np.float32
        or array.ndim != 1
        or array.size == 0
        or array[0] != 0
        or not (np.abs(array) <= MOST_WEIGHT).all()  # NaN is refused, too
    )


def find_tuples(file: str, game: Game) -> FoundTuples:
    """The weights that a user names, or the nearest that come with inarow; loaded once."""
    path = find_weights(file or nearest_tuples(game) or "")
    stored = load_weights(path, tuples_from_bytes)
    learned = _game_of(path, stored)
    note = "" if is_same_board(learned, game) else note_about(learned, game)
    return FoundTuples(tuples_for(path, stored, game), note)


def can_learn_tuples(game: Game) -> bool:
    """Whether its rows have few enough contents."""
    return game.in_a_row is None or game.in_a_row <= LONGEST_ROW


def nearest_tuples(game: Game) -> str | None:
    """The shipped weights of the board most like this one with the same k, if there are any."""
    return nearest_weights(SUFFIX, game)


def tuples_for(path: Path, stored: StoredTuples, game: Game) -> _core.TupleWeights:
    """The weights for a game: that of the file, or another board with the same k."""
    learned = _game_of(path, stored)
    if not is_same_board(learned, game) and (stored.paper or not shares_rows(learned, game)):
        raise BadFile(f"{path} has weights of {stored.game}, which do not fit {game.spec}.")
    parts = [np.zeros(0, np.float32)]  # a board too small for a row has no tuples
    for name, size in _core.tuple_classes(game.new_initial_state(), stored.paper):
        nearest = _nearest(name, size, stored.arrays)
        parts.append(np.zeros(size, np.float32) if nearest is None else stored.arrays[nearest])
    return _core.TupleWeights(np.concatenate(parts), stored.paper)


def _game_of(path: Path, stored: StoredTuples) -> Game:
    try:
        return load_game(stored.game)
    except BadSpec as error:
        raise BadFile(f"{path} has weights of no game: {error}") from None


def shares_rows(one: Game, other: Game) -> bool:
    """Whether what is learned on one board can be used on another.

    >>> boards = [load_game(spec) for spec in ("gomoku", "10x10x5", "5x5x4", "ultimate")]
    >>> [shares_rows(boards[0], board) for board in boards]
    [True, True, False, False]
    """
    return one.kind == other.kind and one.in_a_row == other.in_a_row


def _nearest(name: str, size: int, arrays: Arrays) -> str | None:
    """The class of the same length whose place on the board is most alike."""
    if name in arrays:
        return name
    alike = [
        (_distance(name, each), each)
        for each, array in arrays.items()
        if len(array) == size and each.split()[:2] == name.split()[:2]
    ]
    return min(alike)[1] if alike and name.startswith("line") else None


def _distance(one: str, other: str) -> int:
    """How different the places of two lines are.

    >>> _distance("line 5 straight 0 2 1", "line 5 diagonal 0 1 0")
    5
    """
    (_, _, kind, *numbers), (_, _, other_kind, *others) = one.split(), other.split()
    apart = sum(abs(int(a) - int(b)) for a, b in zip(numbers, others, strict=True))
    return apart + (0 if kind == other_kind else 3)

"""Files of tables of values, which the tabular learner writes and its player reads."""

from __future__ import annotations

from pathlib import Path

from inarow import _core
from inarow.errors import BadFile
from inarow.games import Game
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes
from inarow.models.weights import load_weights

FORMAT = "inarow tabular 1"
FLAGS = {"true": True, "false": False}
MOST_CELLS = 16
"""Larger boards have too many positions for a table."""


def can_have_table(game: Game) -> bool:
    """Whether a table can hold its positions."""
    return game.num_distinct_actions() <= MOST_CELLS


def table_to_bytes(table: _core.ValueTable, game: Game) -> bytes:
    """The content of a file."""
    about = {
        "format": FORMAT,
        "game": game.spec,
        "folds": str(table.folds).lower(),
        "looks_ahead": str(table.looks_ahead).lower(),
    }
    return tensors_to_bytes({"keys": table.keys(), "values": table.values()}, about)


def table_from_bytes(path: Path, content: bytes) -> tuple[_core.ValueTable, str]:
    """The table, and the description of its game."""
    arrays, about = tensors_from_bytes(path, content)
    if about.get("format") != FORMAT:
        raise BadFile(f"{path} is not a table of values.")
    try:
        table = _core.ValueTable(
            arrays["keys"],
            arrays["values"],
            FLAGS[about["folds"]],
            FLAGS[about["looks_ahead"]],
        )
        return table, about["game"]
    except (KeyError, TypeError, ValueError) as error:
        raise BadFile(f"{path} is not a table of values: {error}.") from None


def read_table(path: Path, game: Game) -> _core.ValueTable:
    """The table of a file, if it is for the game; loaded once."""
    return table_of_game(path, *load_weights(path, table_from_bytes), game)


def table_of_game(path: Path, table: _core.ValueTable, spec: str, game: Game) -> _core.ValueTable:
    """The table, if it is for the game."""
    if spec != game.spec:
        raise BadFile(f"{path} is a table of {spec}, not of {game.spec}.")
    return table

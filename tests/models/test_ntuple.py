"""Files of n-tuple weights: written and read again, for their own board and for others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import save

import inarow
from inarow import _core
from inarow.errors import BadFile
from inarow.models.ntuple import (
    LONGEST_ROW,
    StoredTuples,
    find_tuples,
    tuples_for,
    tuples_from_bytes,
    tuples_to_bytes,
)
from inarow.models.tensors import ABOUT, tensors_from_bytes, tensors_to_bytes
from tests.games import sides

PATH = Path("some.td")
GAMES = ["tictactoe", "4x3x3", "5x5x4", "7x9x4:rule=standard", "5x5x6", "gomoku", "ultimate"]
MAKERS = [_core.td, _core.td_alphabeta, _core.td_mcts]


def random_tuples(game: inarow.Game, *, paper: bool = False) -> _core.TupleWeights:
    """Weights of which no two are equal; the first of a class is that of empty tuples."""
    sizes = [count for _, count in _core.tuple_classes(game.new_initial_state(), paper)]
    values = 1 + np.random.default_rng(1).permutation(sum(sizes)).astype(np.float32)
    values[[sum(sizes[:i]) for i in range(len(sizes))]] = 0
    return _core.TupleWeights(values / max(sum(sizes), 1), paper)


def stored(game: inarow.Game, *, paper: bool = False) -> StoredTuples:
    return tuples_from_bytes(PATH, tuples_to_bytes(random_tuples(game, paper=paper), game))


def rewritten(
    content: bytes, arrays: dict[str, Any] | None = None, about: dict[str, str] | None = None
) -> bytes:
    """A file with other arrays or another description, and the right checksum; None removes."""
    old_arrays, old_about = tensors_from_bytes(PATH, content)
    new_arrays = {k: v for k, v in (old_arrays | (arrays or {})).items() if v is not None}
    new_about = {k: v for k, v in (old_about | (about or {})).items() if v is not None}
    return tensors_to_bytes(new_arrays, new_about)


@pytest.mark.parametrize(
    ("spec", "paper"), [*((spec, False) for spec in GAMES), *((spec, True) for spec in GAMES[:-1])]
)
def test_weights_come_back(spec: str, paper: bool) -> None:
    game = inarow.load_game(spec)
    weights = random_tuples(game, paper=paper)
    content = tuples_to_bytes(weights, game)
    found = tuples_for(PATH, tuples_from_bytes(PATH, content), game)
    assert found.paper == paper
    assert np.array_equal(found.values(), weights.values())
    assert tuples_to_bytes(found, game) == content


def test_ultimate_has_no_weights_of_rows() -> None:
    game = inarow.load_game("ultimate")
    with pytest.raises(BadFile, match="has weights of rows, which ultimate does not have"):
        stored(game, paper=True)


def test_any_flipped_bit_is_refused(tmp_path: Path) -> None:
    game, path = inarow.load_game("tictactoe"), tmp_path / "changed.td"
    content = bytearray(tuples_to_bytes(random_tuples(game), game))
    for bit in range(0, 8 * len(content), 8 * len(content) // 300):
        content[bit // 8] ^= 1 << bit % 8
        path.write_bytes(content)
        with pytest.raises(BadFile):
            inarow.load_player(f"td:file={path}", game)
        content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)
    assert inarow.load_player(f"td:file={path}", game)
    for cut in (content[:-1], content[: len(content) // 2], b""):
        path.write_bytes(cut)
        with pytest.raises(BadFile):
            inarow.load_player(f"td:file={path}", game)


@pytest.mark.parametrize(
    ("learned", "played", "paper"),
    [
        ("tictactoe", "4x4x4", False),
        ("10x10x5", "5x5x4", False),
        ("ultimate", "tictactoe", False),
        ("tictactoe", "ultimate", False),
        ("tictactoe", "4x3x3", True),  # each row has its own weight
    ],
)
@pytest.mark.parametrize("player", ["td", "td-alphabeta", "td-mcts"])
def test_weights_that_do_not_fit_are_refused(
    player: str, learned: str, played: str, paper: bool, tmp_path: Path
) -> None:
    game, path = inarow.load_game(learned), tmp_path / "model.td"
    path.write_bytes(tuples_to_bytes(random_tuples(game, paper=paper), game))
    says = rf"^\S+ has weights of {learned}, which do not fit {played}\.$"
    with pytest.raises(BadFile, match=says):
        inarow.load_player(f"{player}:file={path}", inarow.load_game(played))


LINE = "line 3 straight 0 0 0"
BLOCK = "block 3x3 0 1 2 3 4 5"


@pytest.mark.parametrize(
    ("arrays", "about", "sentence"),
    [
        ({LINE: None}, {}, "has other weights than those of tictactoe"),
        ({BLOCK: None}, {}, "has other weights than those of tictactoe"),
        ({LINE: np.zeros(17, np.float32)}, {}, "has other weights than those of tictactoe"),
        ({BLOCK: np.zeros(18, np.float32)}, {}, "has other weights than those of tictactoe"),
        ({LINE: np.zeros(0, np.float32)}, {}, "has no weights of n-tuples"),
        ({LINE: np.eye(1, 18, dtype=np.float32)[0]}, {}, "has no weights of n-tuples"),  # the first
        ({LINE: np.eye(1, 18, 1, np.float32)[0] * 2e6}, {}, "has no weights of n-tuples"),
        ({"line 3": np.zeros(18, np.float32)}, {}, "has other weights than those of tictactoe"),
        ({LINE: np.zeros(18)}, {}, "has no weights of n-tuples"),
        ({LINE: np.zeros((18, 1), np.float32)}, {}, "has no weights of n-tuples"),
        ({LINE: np.full(18, np.nan, np.float32)}, {}, "has no weights of n-tuples"),
        ({BLOCK: np.full(405, -np.inf, np.float32)}, {}, "has no weights of n-tuples"),
        ({}, {"format": "inarow tabular 1"}, "has no weights of n-tuples"),
        ({}, {"format": None}, "has no weights of n-tuples"),
        ({}, {"paper": "maybe"}, "has no weights of n-tuples"),
        ({}, {"paper": "true"}, "has other weights than those of tictactoe"),
        ({}, {"game": None}, "has no weights of n-tuples"),
        ({}, {"game": "chess"}, "has weights of no game: There is no game 'chess'"),
        ({}, {"game": "4x3x3"}, "has other weights than those of 4x3x3"),
    ],
)
def test_what_is_not_as_the_game_has_it_is_refused(
    arrays: dict[str, Any], about: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    game, path = inarow.load_game("tictactoe"), tmp_path / "model.td"
    content = tuples_to_bytes(random_tuples(game), game)
    path.write_bytes(rewritten(content))
    assert inarow.load_player(f"td:file={path}", game)
    path.write_bytes(rewritten(content, arrays, about))
    with pytest.raises(BadFile, match=sentence):
        inarow.load_player(f"td:file={path}", game)


def test_a_description_that_is_nested_too_deeply_is_refused() -> None:
    content = save({"x": np.zeros(1, np.float32)}, {ABOUT: "[" * 100_000})
    with pytest.raises(BadFile, match="is damaged, or not a file of tensors"):
        tensors_from_bytes(PATH, content)


def test_rows_that_are_too_long_are_refused(tmp_path: Path) -> None:
    """The core has no room for their contents."""
    path = tmp_path / "model.td"
    spec = f"12x12x{LONGEST_ROW + 1}"
    for paper in ("true", "false"):
        about = {"format": "inarow n-tuples 1", "game": spec, "paper": paper}
        path.write_bytes(tensors_to_bytes({"row 0": np.zeros(2, np.float32)}, about))
        with pytest.raises(BadFile, match=f"has weights of {spec}, but {LONGEST_ROW} in a row is"):
            inarow.load_player(f"td:file={path}", inarow.load_game(spec))


@settings(max_examples=40)
@given(st.integers(1, 8), sides, sides, sides, sides)
def test_another_board_takes_the_nearest_weights(
    k: int, columns: int, rows: int, other_columns: int, other_rows: int
) -> None:
    learned = inarow.load_game(f"{columns}x{rows}x{k}")
    game = inarow.load_game(f"{other_columns}x{other_rows}x{k}")
    file = stored(learned).arrays
    values = tuples_for(PATH, stored(learned), game).values()
    start = 0
    for name, size in _core.tuple_classes(game.new_initial_state(), False):
        taken, start = values[start : start + size], start + size
        alike = [array for each, array in file.items() if length(each) == length(name)]
        alike = [array for array in alike if len(array) == size]
        if name in file:
            assert np.array_equal(taken, file[name])
        elif alike and name.startswith("line"):
            assert any(np.array_equal(taken, array) for array in alike)
        else:
            assert not taken.any()
    assert start == len(values)


def length(name: str) -> str:
    """What a class is, and of how many cells if it is a line."""
    return " ".join(name.split()[:2])


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("line 4 straight 0 2 0", "line 4 straight 0 1 0"),
        ("line 4 straight 0 2 2", "line 4 straight 0 1 2"),
        ("line 4 straight 1 1 0", "line 4 diagonal 0 0 0"),  # the only one that can be turned
        ("line 4 diagonal 0 2 0", "line 4 diagonal 0 1 0"),
        ("line 4 diagonal 0 1 0", "line 4 diagonal 0 1 0"),
        ("line 5 diagonal 0 0 0", "line 5 diagonal 0 0 0"),
        ("line 5 straight 0 1 1", None),  # the file has none with unlike ends
        ("line 6 straight 0 0 0", None),
    ],
)
def test_the_nearest_line_has_the_same_length_and_is_most_alike(
    name: str, source: str | None
) -> None:
    learned, game = inarow.load_game("5x5x4"), inarow.load_game("6x6x4")
    file = stored(learned)
    taken = stored_arrays(tuples_for(PATH, file, game), game)[name]
    assert np.array_equal(taken, np.zeros_like(taken) if source is None else file.arrays[source])


def stored_arrays(weights: _core.TupleWeights, game: inarow.Game) -> Any:
    return tuples_from_bytes(PATH, tuples_to_bytes(weights, game)).arrays


def test_a_player_says_where_its_weights_were_learned(tmp_path: Path) -> None:
    game, path = inarow.load_game("5x5x4"), tmp_path / "model.td"
    path.write_bytes(tuples_to_bytes(random_tuples(game), game))
    assert find_tuples(str(path), game).note == ""
    other = inarow.load_game("6x6x4")
    assert (
        find_tuples(str(path), other).note
        == "Uses weights learned on another board: 5 x 5, 4 in a row."
    )


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_searches_refuse_missing_and_wrong_weights(make: Callable[..., object]) -> None:
    game = inarow.load_game("tictactoe")
    start, whole = game.new_initial_state(), random_tuples(game)
    assert make(start, 1, weights=whole)
    with pytest.raises(ValueError, match="weights are missing"):
        make(start, 1)
    with pytest.raises(ValueError, match="weights are missing"):
        make(start, 1, weights=None)
    values = whole.values()
    for wrong in (values[:-1], np.append(values, np.float32(0)), values[:0]):
        with pytest.raises(ValueError, match="not as many weights as the game has"):
            make(start, 1, weights=_core.TupleWeights(wrong, False))
    with pytest.raises(ValueError, match="not as many weights as the game has"):
        make(start, 1, weights=_core.TupleWeights(values, True))
    with pytest.raises(ValueError, match="not as many weights as the game has"):
        make(inarow.load_game("4x3x3").new_initial_state(), 1, weights=whole)

"""Openings for paired matches: both players play each opening with either colour.

Without openings, two deterministic players repeat the same two games. A match names its openings by
a description: ``balanced`` (a set that comes with inarow), ``fixed``, ``random:plies=4``, ``none``,
or a file or folder. The opening of a pair of games depends only on the description, the seed and
the number of the pair.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from random import Random
from typing import cast

from inarow.arena.openings.opening_file import parse_openings, read_openings
from inarow.arena.openings.random_opening import random_opening
from inarow.errors import BadFile, BadSpec
from inarow.games import Game
from inarow.spec import Parameter, closest, read_parameters, split_spec

RANDOM_PARAMETERS = (
    Parameter("plies", 4, "number of moves", 0, 400),
    Parameter("near", 0, "at most so many cells from another stone; 0: anywhere", 0, 20),
)
NAMES = ("balanced", "fixed", "none", "random")

# Three of the 26 named openings of Renju, about even without its restrictions, too: see
# docs/openings.md. As (row, column) from the centre.
FIXED = {
    "Chosei": ((0, 0), (1, 1), (2, 2)),
    "Ryusei": ((0, 0), (1, 1), (-2, 2)),
    "Yusei": ((0, 0), (1, 0), (-2, 2)),
}
FIXED_LEAST_SIDE = 8  # five in a row on smaller boards is a draw anyway

TINY = 9  # cells: on fewer, two random stones decide too much


class Openings(ABC):
    """The first moves of each pair of games."""

    def __init__(self, name: str, size: int | None) -> None:
        self.name = name
        """The description, as records store it."""
        self.size = size
        """The number of openings before they repeat; None if they are random."""

    @abstractmethod
    def opening(self, pair: int) -> tuple[int, ...]:
        """The first moves of both games of a pair; pairs are counted from 0."""


class OpeningSet(Openings):
    """A list of openings, used in a random order of the seed; then in another order.

    >>> corners = OpeningSet("corners", [(0,), (2,), (6,), (8,)], seed=1)
    >>> sorted(corners.opening(pair) for pair in range(4))
    [(0,), (2,), (6,), (8,)]
    """

    def __init__(self, name: str, openings: Sequence[tuple[int, ...]], seed: int) -> None:
        super().__init__(name, len(openings))
        self._openings = tuple(openings)
        self._seed = seed
        self._last_order = self._order(0)

    def opening(self, pair: int) -> tuple[int, ...]:
        """The opening of a pair."""
        round_number, place = divmod(_checked(pair), len(self._openings))
        last = self._last_order  # read once: other threads may change it
        if last[0] != round_number:
            last = self._last_order = self._order(round_number)
        return self._openings[last[1][place]]

    def _order(self, round_number: int) -> tuple[int, list[int]]:
        order = list(range(len(self._openings)))
        Random(f"{self._seed}/{round_number}").shuffle(order)
        return round_number, order


class RandomOpenings(Openings):
    """Random moves, different for every pair."""

    def __init__(self, game: Game, plies: int, near: int, seed: int) -> None:
        name = f"random:plies={plies}" + (f",near={near}" if near else "")
        super().__init__(name, None)
        self._game, self._plies, self._near, self._seed = game, plies, near, seed
        found = self._draw(0)
        if found is None:
            raise BadSpec(f"{name} is too long for {game}: the game would be over; lower plies.")
        self._any = found

    def opening(self, pair: int) -> tuple[int, ...]:
        """The opening of a pair."""
        # If none was found, because nearly all games would be over, use that of the first pair.
        return self._draw(_checked(pair)) or self._any

    def _draw(self, pair: int) -> tuple[int, ...] | None:
        rng = Random(f"{self._seed}/{pair}")
        return random_opening(self._game, self._plies, self._near, rng)


def load_openings(spec: str, game: Game, seed: int) -> Openings:
    """Load openings by a description or from a file.

    >>> import inarow
    >>> game = inarow.load_game("gomoku")
    >>> game.format_moves(load_openings("fixed", game, seed=1).opening(0))
    'h8 i9 j10'
    >>> len(load_openings("random:plies=6", game, seed=1).opening(0))
    6
    """
    name = spec.strip().partition(":")[0].strip().lower()
    if name not in NAMES:
        return OpeningSet(spec, _read_file(spec, game), seed)
    name, given = split_spec(spec)
    if name == "random":
        values = read_parameters("random", RANDOM_PARAMETERS, given)
        return RandomOpenings(game, cast("int", values["plies"]), cast("int", values["near"]), seed)
    read_parameters(name, (), given)
    if name == "none":
        return OpeningSet(name, [()], seed)
    return OpeningSet(name, _balanced(game) if name == "balanced" else _fixed(game), seed)


def default_openings(game: Game) -> str:
    """The default openings of a match: a balanced set if there is one for the game.

    >>> import inarow
    >>> [default_openings(inarow.load_game(spec)) for spec in ("gomoku", "7x3x3", "2x2x2")]
    ['balanced', 'random:plies=2', 'none']
    """
    if game.opening_set in balanced_sets():
        return "balanced"
    if game.num_distinct_actions() < TINY:
        return "none"
    try:
        return RandomOpenings(game, 2, 0, seed=0).name
    except BadSpec:
        return "none"


def balanced_sets() -> list[str]:
    """The names of the balanced sets, by the shape of the board."""
    files = resources.files("inarow.data").joinpath("openings").iterdir()
    names = [file.name.removesuffix(".txt") for file in files if file.name.endswith(".txt")]
    return sorted(names, key=lambda name: (len(name), name))


def _balanced(game: Game) -> list[tuple[int, ...]]:
    name = game.opening_set
    if name not in balanced_sets():
        raise BadSpec(
            f"There is no balanced set for {game}, only for {', '.join(balanced_sets())}: "
            "use random:plies=2, none or a file."
        )
    file = resources.files("inarow.data").joinpath("openings", f"{name}.txt")
    return parse_openings(file.read_text(encoding="utf-8"), f"{name}.txt", game)


def _fixed(game: Game) -> list[tuple[int, ...]]:
    side = min(game.rows, game.columns)
    if not game.is_five_in_a_row or side < FIXED_LEAST_SIDE:
        raise BadSpec(
            f"There are no fixed openings for {game}, only for five in a row on boards from "
            f"{FIXED_LEAST_SIDE} x {FIXED_LEAST_SIDE} up: use balanced, random:plies=2 or a file."
        )
    row, column = (game.rows - 1) // 2, (game.columns - 1) // 2
    return [
        tuple((row + up) * game.columns + column + right for up, right in stones)
        for stones in FIXED.values()
    ]


def _read_file(spec: str, game: Game) -> list[tuple[int, ...]]:
    path = Path(spec)
    looks_like_a_name = path.name == spec and not path.suffix
    if looks_like_a_name and not (spec and path.exists()):
        raise BadFile(f"There are no openings {spec!r}, and no such file: {closest(spec, NAMES)}")
    return read_openings(path, game)


def _checked(pair: int) -> int:
    if pair < 0:
        raise ValueError(f"Pairs are counted from 0, so there is no pair {pair}.")
    return pair

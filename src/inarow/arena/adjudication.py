"""Rules that end games early: by the values that the players report, or by the number of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inarow.errors import BadSpec
from inarow.spec import Parameter, read_parameters, split_spec, value_text

RESIGN_PARAMETERS = (
    Parameter("moves", 3, "own moves in a row with a lost value", 1, 1000),
    Parameter("value", 0.95, "how bad the value must be, from 0 to 1", 0.0, 1.0),
    Parameter("both", True, "the opponent's values must agree"),
)
DRAW_PARAMETERS = (
    Parameter("moves", 8, "moves of each side with an even value", 1, 1000),
    Parameter("value", 0.02, "how far from 0 a value may be", 0.0, 1.0),
    Parameter("after", 60, "moves of the game before the rule applies", 0, 400),
)


@dataclass(frozen=True)
class Resign:
    """A player whose values are lost for so many moves in a row loses the game."""

    moves: int = 3
    value: float = 0.95
    both: bool = True


@dataclass(frozen=True)
class Draw:
    """A game in which both sides report even values for so many moves is a draw."""

    moves: int = 8
    value: float = 0.02
    after: int = 60


@dataclass(frozen=True)
class Adjudicator:
    """Applies the rules to the values of a game; each value is for the player who moved."""

    resign: Resign | None = None
    draw: Draw | None = None
    max_moves: int | None = None
    """A game without a result after so many moves, those of the opening included, is a draw."""

    def __post_init__(self) -> None:
        """Refuse a number of moves that no game can have."""
        if self.max_moves is not None and self.max_moves < 1:
            raise BadSpec("A game that is drawn by its number of moves needs at least one move.")

    @property
    def is_idle(self) -> bool:
        """Whether there is no rule to apply."""
        return self.resign is None and self.draw is None and self.max_moves is None

    def resigns(self, values: Sequence[float | None]) -> bool:
        """Whether the player who gave the last value must resign."""
        rule = self.resign
        if rule is None:
            return False
        mine = values[-1::-2][: rule.moves]
        theirs = values[-2::-2][: rule.moves]
        lost = len(mine) == rule.moves and all(v is not None and v <= -rule.value for v in mine)
        if not lost or not rule.both:
            return lost
        return len(theirs) == rule.moves and all(v is not None and v >= rule.value for v in theirs)

    def is_drawn(self, values: Sequence[float | None]) -> bool:
        """Whether the game is adjudicated as a draw."""
        rule = self.draw
        if rule is None or len(values) < max(rule.after, 2 * rule.moves):
            return False
        return all(v is not None and abs(v) <= rule.value for v in values[-2 * rule.moves :])

    def is_too_long(self, values: Sequence[float | None]) -> bool:
        """Whether the game is a draw by its number of moves; there is a value for each."""
        return self.max_moves is not None and len(values) >= self.max_moves


def parse_resign(text: str) -> Resign:
    """Read a rule such as ``moves=3,value=0.95``; an empty text is the default rule.

    >>> parse_resign("moves=5")
    Resign(moves=5, value=0.95, both=True)
    """
    return Resign(**_read("resign", RESIGN_PARAMETERS, text))


def parse_draw(text: str) -> Draw:
    """Read a rule such as ``moves=8,value=0.02,after=60``."""
    return Draw(**_read("draw", DRAW_PARAMETERS, text))


def _read(name: str, parameters: tuple[Parameter, ...], text: str) -> dict[str, Any]:
    try:
        given = split_spec(f"{name}:{text}" if text else name)[1]
    except BadSpec:
        usual = ",".join(f"{each.name}={value_text(each.default)}" for each in parameters)
        raise BadSpec(f"The {name} rule {text!r} cannot be read: write {usual}.") from None
    return dict(read_parameters(f"The {name} rule", parameters, given))

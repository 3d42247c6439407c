"""The base class of all messages between server and page, and the types of fields."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from inarow.untrusted_text import has_controls

MOST_MOVES = 400  # cells of the largest board
SPEC_LENGTH = 200  # characters of a description of a game or a player
NAME_LENGTH = 24  # characters of a person's name

Spec = Annotated[str, Field(min_length=1, max_length=SPEC_LENGTH)]
Action = int
"""What a player may do."""
Cell = int
"""A place on the board."""
# Numbers in requests are checked; strict: true is not 1.
ActionInput = Annotated[Action, Field(ge=0, lt=MOST_MOVES, strict=True)]
CellInput = Annotated[Cell, Field(ge=0, lt=MOST_MOVES, strict=True)]
Moves = Annotated[list[ActionInput], Field(max_length=MOST_MOVES)]
Cells = Annotated[list[CellInput], Field(max_length=MOST_MOVES)]
Ply = Annotated[int, Field(ge=0, le=MOST_MOVES, strict=True)]
Side = Literal[0, 1]
Seconds = Annotated[float, Field(gt=0, le=60, allow_inf_nan=False)]


def check_person_name(name: str) -> str:
    r"""A name that can be shown beside others: on one line, and visible.

    >>> check_person_name("Ann  Lee"), check_person_name("")
    ('Ann Lee', '')
    >>> check_person_name("\u202eAnn")
    Traceback (most recent call last):
    ValueError: a name has no control characters
    >>> check_person_name("\u200b")
    Traceback (most recent call last):
    ValueError: a name has at least one letter, digit or sign
    """
    if has_controls(name):
        raise ValueError("a name has no control characters")
    # A name of spaces that take no room, or of accents only, would look like none.
    if name and not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise ValueError("a name has at least one letter, digit or sign")
    return " ".join(name.split())


PersonName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=NAME_LENGTH),
    AfterValidator(check_person_name),
]
"""A person's name without an account; empty if there is none."""


class Message(BaseModel):
    """A message; unknown fields are refused, so that a typing error is noticed."""

    model_config = ConfigDict(extra="forbid")

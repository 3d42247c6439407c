"""The base class of all messages between server and page, and the types of fields."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_MOVES = 400  # cells of the largest board
SPEC_LENGTH = 200  # characters of a description of a game or a player

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


class Message(BaseModel):
    """A message; unknown fields are refused, so that a typing error is noticed."""

    model_config = ConfigDict(extra="forbid")

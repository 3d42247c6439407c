"""The settings of ``inarow tournament``, from its options and from a TOML file.

::

    game = "gomoku:size=20"
    format = "gauntlet"
    time = 1.0
    openings = "openings_freestyle.txt"

    [[players]]
    spec = "engine"

    [[players]]
    spec = "external:cmd=./pbrain-x"
    time = 0.1

A setting has the name of its option. A player is a text as on the command line, or a table with
limits of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from inarow.arena.referee import MARGIN
from inarow.cli.plain_words import in_plain_words
from inarow.errors import BadFile
from inarow.runlog import read_toml
from inarow.spec import closest, value_text

Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(ge=0)]


class _Limits(BaseModel):
    """The limits of a player, or of all; unknown keys and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    time: Seconds | None = None
    nodes: Count | None = None
    sims: Count | None = None
    depth: Count | None = None
    clock: str | None = None


class PlayerTable(_Limits):
    """A player, with limits of its own if it has any."""

    spec: str

    def text(self) -> str:
        """The player as on the command line.

        >>> PlayerTable(spec="engine", time=0.1, clock="60+1").text()
        'engine@time=0.1,clock=60+1'
        """
        limits = {name: getattr(self, name) for name in _Limits.model_fields}
        given = ",".join(f"{k}={value_text(v)}" for k, v in limits.items() if v is not None)
        return f"{self.spec}@{given}" if given else self.spec


class TournamentFile(_Limits):
    """All settings, with their defaults."""

    players: list[PlayerTable] = []
    game: str = "tictactoe"
    format: str = "round-robin"
    games: Count = 10
    rounds: Count | None = None
    openings: str | None = None
    seed: int | None = None
    resign: str | None = None
    draw: str | None = None
    max_moves: Count | None = None
    margin: Seconds = MARGIN
    concurrency: Annotated[int, Field(ge=1, le=1024)] | None = None
    out: str | None = None
    log: str | None = None

    @field_validator("players", mode="before")
    @classmethod
    def _tables(cls, players: object) -> object:
        """A player without limits may be a text."""
        if not isinstance(players, list):
            return players
        return [{"spec": each} if isinstance(each, str) else each for each in players]

    def names(self) -> list[str]:
        """The players as on the command line."""
        return [player.text() for player in self.players]


def read_tournament(path: Path | None, options: Mapping[str, object]) -> TournamentFile:
    """The settings of a file, if there is one, and of the options, which have priority.

    Paths in the file are relative to the current directory, as those of options are.
    """
    given = {key: value for key, value in options.items() if value is not None}
    stored = {} if path is None else read_toml(path)
    named = {_field(key): value for key, value in stored.items()}
    try:
        return TournamentFile.model_validate({**named, **given})
    except ValidationError as error:
        raise BadFile(_sentence(error, "The tournament" if path is None else str(path))) from None


def _field(key: str) -> str:
    return key.replace("-", "_")  # as in max-moves


def _option(field: str) -> str:
    return field.replace("_", "-")


def _sentence(error: ValidationError, source: str) -> str:
    """What is wrong first, and where."""
    first: Any = error.errors()[0]
    place = first["loc"]
    if len(place) > 1:
        source = f"{source}, player {place[1] + 1}"
    key = _option(str(place[-1])) if len(place) != 2 else "it"
    if first["type"] == "extra_forbidden":
        fields = TournamentFile.model_fields if len(place) == 1 else PlayerTable.model_fields
        return f"{source} has no setting {key!r}: {closest(key, map(_option, fields))}"
    if first["type"] == "missing":
        return f'{source} needs {key}, as in {key} = "engine".'
    if first["type"] == "model_type":
        return f"{source} must be a text or a table with spec."
    return f"{source}: {key} {in_plain_words(first['msg'])}"

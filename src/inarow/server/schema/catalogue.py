"""The catalogue: games, players, levels, formats."""

from __future__ import annotations

from typing import Literal

from inarow.server.schema.base import Message


class ParameterInfo(Message):
    """One parameter of a game or a player, for a form."""

    name: str
    type: Literal["int", "float", "bool", "str"]
    default: int | float | bool | str
    help: str
    low: float | None = None
    high: float | None = None
    choices: list[str] | None = None


class GameTypeInfo(Message):
    """A kind of game, with its parameters."""

    name: str
    summary: str
    parameters: list[ParameterInfo]


class PlayerInfo(Message):
    """A player that the page may ask; parameters that are unsafe there are left out."""

    name: str
    summary: str
    parameters: list[ParameterInfo]


class LevelInfo(Message):
    """A strength without details of the player behind it: beginner … master."""

    name: str
    title: str
    summary: str


class FormatInfo(Message):
    """A format of game files, for import and export."""

    name: str
    summary: str
    suffix: str


class Catalogue(Message):
    """Everything that the page offers, from the registries."""

    version: str
    games: list[GameTypeInfo]
    players: list[PlayerInfo]
    levels: list[LevelInfo]
    formats: list[FormatInfo]
    tournament_formats: list[str]
    longest_think: float
    """The most seconds that a player may take for a move."""


class BoardShape(Message):
    """What the drawing of a board depends on, and whether its sides are Black and White."""

    rows: int
    columns: int
    block: int | None
    """The side of the local boards, if there are any."""
    in_a_row: int | None


class GameInfo(BoardShape):
    """One game: its board, its names, and its players."""

    spec: str
    """The description in its short, canonical form."""
    name: str
    title: str
    """For people, with a multiplication sign in sizes."""
    rule: str | None
    players: list[str]
    """Names of the players of the catalogue that can play it."""
    notes: dict[str, str] = {}
    """What people should know about some of these players, by name, in a sentence each."""
    threats: bool
    """Whether threats can be shown: five in a row."""

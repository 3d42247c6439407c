"""Players of installed packages, by the entry point ``inarow.players``.

A package says in its pyproject.toml:

    [project.entry-points."inarow.players"]
    first-move = "inarow_first_move:FirstMove"

The object is a class, as for ``python``, or a PlayerType. Packages are looked through only when a
name is not one of ours or all players are listed, because that takes time.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from inarow.errors import BadSpec
from inarow.games import Game
from inarow.players.guard import FAILURES, error_text, guarded
from inarow.players.player_type import PlayerType
from inarow.players.python_class import class_type

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "inarow.players"


@lru_cache(maxsize=1)
def plugin_entries() -> tuple[EntryPoint, ...]:
    """What packages offer, in the order of Python's path."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (takes a while to load)

    return tuple(entry_points(group=GROUP))


def find_plugin(name: str) -> PlayerType | None:
    """The player of a package by its name, None if there is none; BadSpec if it is broken."""
    return next((_type(each) for each in plugin_entries() if _name(each) == name), None)


def list_plugins(taken: Container[str]) -> Iterator[PlayerType]:
    """All players of packages, with a warning about each that cannot be used.

    They cannot have a name that is ``taken``; of two with the same name the first counts.
    """
    seen: set[str] = set()
    for entry in plugin_entries():
        name = _name(entry)
        if name in taken or name in seen:
            _warn(f"The player {name} of {_origin(entry)} is ignored: its name is taken.")
            continue
        seen.add(name)
        try:
            found = _type(entry)
        except BadSpec as error:
            _warn(str(error))
            continue
        yield found


def _warn(message: str) -> None:
    import logging  # noqa: PLC0415 (hardly ever needed)

    logging.getLogger(__name__).warning(message)  # by default to standard error


def _name(entry: EntryPoint) -> str:
    return entry.name.strip().lower()  # as names in descriptions are read


def _origin(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


def _type(entry: EntryPoint) -> PlayerType:
    name, origin = _name(entry), _origin(entry)
    try:
        found = entry.load()
    except FAILURES as error:
        raise BadSpec(
            f"The player {name} of {origin} cannot be loaded: {error_text(error)}."
        ) from error
    if isinstance(found, PlayerType):
        return replace(
            found,
            name=name,
            make=guarded(name, found.make),
            plays=_guarded_plays(name, found.plays),
            origin=origin,
        )
    if callable(found):
        return class_type(name, found, origin)
    raise BadSpec(f"The player {name} of {origin} is neither a class nor a PlayerType.")


def _guarded_plays(name: str, plays: Callable[[Game], bool]) -> Callable[[Game], bool]:
    def check(game: Game) -> bool:
        try:
            return plays(game)
        except FAILURES as error:
            raise BadSpec(f"{name} does not play {game.name}: {error_text(error)}.") from error

    return check

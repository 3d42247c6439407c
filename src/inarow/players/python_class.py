"""``python``: anybody's class as a player.

``python:class=mymodule.MyPlayer,depth=3`` imports the class. Its constructor gets ``game`` and
``seed`` if it has parameters of these names, and the other keys of the description by name, in the
types of its annotations: int, float, bool, or else as text. What it makes needs ``act``.

Packages offer such classes by a name of their own: see plugins.py.
"""

from __future__ import annotations

import importlib
import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import NoneType
from typing import Any, cast, get_args

from inarow.errors import BadSpec
from inarow.games import Game
from inarow.player import Player
from inarow.players.guard import FAILURES, error_text, guarded
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value, read_parameters

CLASS = "class"

OURS = ("game", "seed")
"""Parameters of a constructor that are not keys of the description."""

KINDS = (bool, int, float, str)

Constructor = Callable[..., Any]


def class_type(name: str, constructor: Constructor, origin: str = "") -> PlayerType:
    """The type of the players that a class makes, or a function."""

    def make(game: Game, seed: int, values: dict[str, Value]) -> Player:
        ours = {"game": game, "seed": seed}
        wanted = {key: ours[key] for key in OURS if key in _signature(constructor)}
        made: Player = constructor(**wanted, **values)
        return made

    try:
        parameters = tuple(_parameters(constructor))
    except (TypeError, ValueError):
        raise BadSpec(f"{name} cannot be used: Python does not know its parameters.") from None
    about = constructor.__doc__ if isinstance(constructor.__doc__, str) else ""
    summary = next(iter(inspect.cleandoc(about).splitlines()), f"the class {name}").rstrip(".")
    return _ClassType(name, summary, parameters, guarded(name, make), origin=origin)


class _ClassType(PlayerType):
    def read(self, given: Mapping[str, str]) -> dict[str, Value]:
        """Only what is given: the class has its own defaults."""
        values = super().read(given)
        return {key: values[key] for key in given}


def _signature(constructor: Constructor) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(constructor, eval_str=True).parameters
    except Exception:  # an annotation that cannot be evaluated, as if imported for types only
        return inspect.signature(constructor).parameters


def _parameters(constructor: Constructor) -> Iterable[Parameter]:
    for each in _signature(constructor).values():
        if each.name in OURS or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            continue
        kind = _kind(each)
        required = each.default is each.empty
        default = None if required else _default(kind, each.default)
        parameter = Parameter(
            each.name, kind() if default is None else default, "", required=required
        )
        unset = "" if required or default is not None else ", not set by default"
        yield replace(parameter, help=parameter.describe() + unset)


def _default(kind: type[Value], given: object) -> Value | None:
    """A default that descriptions can express, else None."""
    if not isinstance(given, KINDS) or (isinstance(given, float) and not math.isfinite(given)):
        return None
    try:
        return kind(given)
    except ValueError:  # not of the type of its annotation
        return None


def _kind(parameter: inspect.Parameter) -> type[Value]:
    """The type of a parameter: by its annotation, which may allow None, or else by its default."""
    annotation: object = parameter.annotation
    types = [each for each in get_args(annotation) or (annotation,) if each is not NoneType]
    if types == [parameter.empty]:
        types = [type(parameter.default)]
    found = types[0] if len(types) == 1 and types[0] in KINDS else str
    return cast("type[Value]", found)


def find_class(path: str) -> Constructor:
    """Import a class or function, given by the dotted path of its module and its name."""
    module_name, _, name = path.rpartition(".")
    if not module_name:
        raise BadSpec(f"class={path} cannot be read: write class=mymodule.MyPlayer.")
    try:
        module = importlib.import_module(module_name)
    except FAILURES as error:
        raise BadSpec(f"{module_name} cannot be imported: {error_text(error)}.") from error
    found = getattr(module, name, None)
    if not callable(found):
        where = getattr(module, "__file__", None) or "built into Python"
        raise BadSpec(f"The module {module_name} ({where}) has no class {name}.")
    return cast("Constructor", found)


class _PythonType(PlayerType):
    """The keys besides ``class`` are those of the class."""

    def read(self, given: Mapping[str, str]) -> dict[str, Value]:
        """Import the class, and read the keys as its constructor takes them."""
        own = {key: text for key, text in given.items() if key == CLASS}
        others = {key: text for key, text in given.items() if key != CLASS}
        values = read_parameters(self.name, self.parameters, own)
        return {**values, **_of_class(values).read(others)}


def _of_class(values: Mapping[str, Value]) -> PlayerType:
    path = str(values[CLASS])
    return class_type(path, find_class(path))


def _make(game: Game, seed: int, values: dict[str, Value]) -> Player:
    others = {key: value for key, value in values.items() if key != CLASS}
    return _of_class(values).make(game, seed, others)


PYTHON = _PythonType(
    "python",
    "anybody's class, with more keys for its constructor",
    (Parameter(CLASS, "", "the class as module.Class", required=True),),
    _make,
    runs_program=True,
)

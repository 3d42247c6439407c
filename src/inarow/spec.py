"""Descriptions such as ``gomoku:size=15,rule=standard``: how they are written, read and checked.

Games and players are described this way. A parameter is declared once: type, default, range. A
value with a comma is written in double quotes: ``external:cmd="./brain --sizes=15,20",memory=350``.
Inside quotes, a backslash escapes a quote or a backslash.
"""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from inarow.errors import BadSpec

Value = int | float | bool | str

MOST_SEED = 2**64 - 1
"""The largest seed of a player or of playouts."""

_PAIR = re.compile(
    r"""
    ([^=,"]*) = \s*                                 # key
    (?: "( (?: [^"\\] | \\. )* )" \s* | (?!") ([^,]*) )  # value, in quotes or plain
    (?: , | \Z )
    """,
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True)
class Parameter:
    """One parameter of a game or a player."""

    name: str
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    required: bool = False  # it must be given: the default only shows the type
    alias: str = ""  # a second, shorter name that is accepted as well
    is_file: bool = False  # besides the choices, the path of a file is valid
    web: bool = True  # whether the web may set it; a text only to one of the choices
    web_high: float | None = None  # the largest number that the web may set

    def describe(self) -> str:
        """The valid values, in words.

        >>> Parameter("size", 15, "side of the board", 1, 20).describe()
        'a whole number from 1 to 20'
        >>> Parameter("network", "ours", "weights", choices=("ours",), is_file=True).describe()
        'ours or a file'
        """
        if self.choices or self.is_file:
            return " or ".join([*self.choices, *(["a file"] if self.is_file else [])])
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            return "text"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:g} to {self.high:g}"
        return kind if self.low is None else f"{kind} of at least {self.low:g}"

    def parse(self, text: str, key: str = "") -> Value:
        """Convert a text to a value; ``key`` is the name that was given, for errors.

        >>> Parameter("size", 15, "side of the board", 1, 20).parse("21")
        Traceback (most recent call last):
        ...
        inarow.errors.BadSpec: size=21 is out of range: size must be a whole number from 1 to 20.
        """
        value: Value
        try:
            if isinstance(self.default, bool):
                value = {"true": True, "false": False}[text.lower()]
            else:
                value = type(self.default)(text)
        except (ValueError, KeyError):
            raise self._error(key, text, "is not valid") from None
        if self.choices and value not in self.choices and not self.is_file:
            raise self._error(key, text, "is not valid")
        if isinstance(value, int | float) and not (
            (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        ):
            raise self._error(key, text, "is out of range")
        return value

    def _error(self, key: str, text: str, what: str) -> BadSpec:
        name = key or self.name
        return BadSpec(f"{name}={text} {what}: {name} must be {self.describe()}.")

    def as_dict(self) -> dict[str, object]:
        """The parameter as JSON."""
        fields: dict[str, object] = {
            "name": self.name,
            "type": type(self.default).__name__,
            "default": self.default,
            "help": self.help,
        }
        if self.alias:
            fields["alias"] = self.alias
        if self.required:
            fields["required"] = True
        if self.choices:
            fields["choices"] = list(self.choices)
        if self.is_file:
            fields["file"] = True
        if self.low is not None:
            fields["low"] = self.low
        if self.high is not None:
            fields["high"] = self.high
        return fields


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split a description into its name and its parameters, as texts.

    >>> split_spec("gomoku:size=15,rule=standard")
    ('gomoku', {'size': '15', 'rule': 'standard'})
    >>> split_spec('external:cmd="./brain 15,20",memory=350')
    ('external', {'cmd': './brain 15,20', 'memory': '350'})
    """
    if not isinstance(spec, str):
        raise BadSpec(f"A description is text such as 'gomoku:size=15', not {spec!r}.")
    name, colon, rest = spec.strip().partition(":")
    given: dict[str, str] = {}
    at = 0 if colon else -1
    while at >= 0:
        pair = _PAIR.match(rest, at)
        if pair is None:
            raise BadSpec(_unreadable(spec, rest[at:]))
        key, quoted, plain = pair.groups()
        key = key.strip()
        value = plain.strip() if quoted is None else re.sub(r'\\(["\\])', r"\1", quoted)
        if not key or (quoted is None and not value):
            raise BadSpec(_unreadable(spec, rest[at:]))
        if key in given:
            raise BadSpec(f"{spec!r} gives {key} twice.")
        given[key] = value
        at = pair.end() if pair[0].endswith(",") else -1
    return name.strip().lower(), given


def _unreadable(spec: str, rest: str) -> str:
    if re.match(r'[^=,"]*=\s*"', rest):
        return (
            f"{spec!r} cannot be read: a value that begins with a double quote must end with one, "
            f'as in key="a,b".'
        )
    return f"{spec!r} cannot be read: write name:key=value,key=value."


def read_parameters(
    owner: str, declared: Sequence[Parameter], given: Mapping[str, str]
) -> dict[str, Value]:
    """Check the given parameters against the declared ones and fill in the defaults.

    >>> size = Parameter("size", 15, "side of the board", 1, 20, alias="s")
    >>> read_parameters("gomoku", [size], {"s": "19"})
    {'size': 19}
    """
    if not given and not any(parameter.required for parameter in declared):
        return {parameter.name: parameter.default for parameter in declared}
    keys = [key for parameter in declared for key in (parameter.name, parameter.alias) if key]
    for key in given:
        if key not in keys:
            valid = f"it takes {_names_text(declared)}" if declared else "it takes none"
            raise BadSpec(f"{owner} has no parameter {key!r}: {valid}.")
    return {parameter.name: _read_one(owner, parameter, given) for parameter in declared}


def _read_one(owner: str, parameter: Parameter, given: Mapping[str, str]) -> Value:
    keys = [key for key in (parameter.name, parameter.alias) if key and key in given]
    if len(keys) == 2:
        raise BadSpec(f"{owner} gets {keys[0]} twice: {keys[1]} is another name of it.")
    if keys:
        return parameter.parse(given[keys[0]], keys[0])
    if parameter.required:
        raise BadSpec(f"{owner} needs {parameter.name}: {parameter.help}.")
    return parameter.default


def _names_text(declared: Sequence[Parameter]) -> str:
    return ", ".join(p.name + (f" (or {p.alias})" if p.alias else "") for p in declared)


def format_spec(name: str, declared: Sequence[Parameter], values: Mapping[str, Value]) -> str:
    """Write a description with the parameters that differ from their defaults.

    >>> size = Parameter("size", 15, "side of the board", 1, 20)
    >>> format_spec("gomoku", [size], {"size": 15}), format_spec("gomoku", [size], {"size": 19})
    ('gomoku', 'gomoku:size=19')
    """
    changed = [
        f"{p.name}={value_text(values[p.name])}" for p in declared if values[p.name] != p.default
    ]
    return f"{name}:{','.join(changed)}" if changed else name


def value_text(value: Value) -> str:
    """Write a value for a description.

    >>> value_text(True), value_text(1.4), value_text("boards"), value_text("a,b")
    ('true', '1.4', 'boards', '"a,b"')
    """
    if not isinstance(value, str):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if value and value == value.strip() and "," not in value and value[0] != '"':
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """A number that a caller gave, checked; any type of whole numbers will do, NumPy's among them.

    >>> whole_number("depth", -1, 0, 100)
    Traceback (most recent call last):
    ...
    inarow.errors.BadSpec: depth=-1 is out of range: depth must be a whole number from 0 to 100.
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        problem = "is not valid"
    else:
        if low <= number <= high:
            return number
        problem = "is out of range"
    raise BadSpec(
        f"{name}={value!r:.40} {problem}: {name} must be a whole number from {low} to {high}."
    )


def closest(name: str, names: Iterable[str]) -> str:
    """List the valid names, and suggest the one that was probably meant.

    >>> closest("gomuku", ["tictactoe", "gomoku"])
    'did you mean gomoku? There are: tictactoe, gomoku.'
    """
    names = list(names)
    listing = f"There are: {', '.join(names)}."
    match = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {match[0]}? {listing}" if match else listing[0].lower() + listing[1:]

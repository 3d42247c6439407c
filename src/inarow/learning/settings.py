"""The settings of learners: one pydantic model for each, read and shown in the words of spec.py.

A field has a default, a description and a range. From these come ``--help``, the comments in
``settings.toml``, the tables of the docs and the errors. The web may set all but free texts, unless
the extras of a field have ``web`` or ``web_high``, as ``Parameter`` has them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.fields import FieldInfo

from inarow.errors import BadSpec
from inarow.spec import Parameter, Value, read_parameters, value_text

NOT_FROM_WEB: dict[str, JsonValue] = {"web": False}


class Settings(BaseModel):
    """What all learners have; each adds its own fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    """Other defaults by a name, for the field ``preset`` of a learner that has them."""
    usual: ClassVar[Mapping[str, Value]] = {}
    """Other defaults of the fields here, for a learner that is faster or slower than most."""

    games: int = Field(
        1000,
        description="games to learn from in total",
        ge=1,
        le=10**12,
        json_schema_extra={"web_high": 10**6},
    )
    time: float = Field(
        0.0,
        description="seconds of training after which it ends; 0: no limit",
        ge=0,
        le=10**9,
        json_schema_extra=NOT_FROM_WEB,
    )
    report_every: int = Field(
        100,
        description="games from event to event",
        ge=1,
        le=10**9,
        json_schema_extra=NOT_FROM_WEB,
    )
    checkpoint_every: int = Field(
        1000,
        description="games from checkpoint to checkpoint",
        ge=1,
        le=10**9,
        json_schema_extra=NOT_FROM_WEB,
    )
    evaluate_every: int = Field(
        1000,
        description="games from evaluation to evaluation; 0: none",
        ge=0,
        le=10**9,
        json_schema_extra=NOT_FROM_WEB,
    )
    evaluation_games: int = Field(
        100,
        description="games against each opponent, half of them as first player",
        ge=2,
        le=10**6,
        json_schema_extra={"web_high": 200},
    )
    opponents: str = Field(
        "random greedy", description="players of the evaluation, separated by spaces"
    )
    keep: int = Field(
        0,
        description="checkpoints that are kept besides the best; 0: all",
        ge=0,
        le=10**6,
        json_schema_extra=NOT_FROM_WEB,
    )
    tensorboard: bool = Field(
        False,
        description="whether to write the figures for TensorBoard, too",
        json_schema_extra=NOT_FROM_WEB,
    )

    def players(self) -> tuple[str, ...]:
        """The descriptions of all players that it names."""
        return tuple(self.opponents.split())

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """The fields as parameters."""
        return tuple(
            _parameter(name, field, cls.usual.get(name, field.default))
            for name, field in cls.model_fields.items()
        )

    @classmethod
    def read(cls, owner: str, given: Mapping[str, Any]) -> Self:
        """Settings from texts or values; those that are not given are as the preset has them.

        BadSpec for an unknown name or a value out of range.
        """
        texts = {key: value_text_of(key, value) for key, value in given.items()}
        preset = texts.get("preset", "")
        usual = {key: value_text(value) for key, value in cls.presets.get(preset, {}).items()}
        return cls.model_validate(read_parameters(owner, cls.parameters(), {**usual, **texts}))

    def as_toml(self) -> str:
        """The settings as lines of TOML, each after a comment that says what it is."""
        lines = []
        for parameter in self.parameters():
            value = getattr(self, parameter.name)
            lines += [
                f"# {parameter.help}: {parameter.describe()}",
                f"{parameter.name} = {toml_value(value)}",
            ]
        return "\n".join(lines) + "\n"


class NetworkSettings(Settings):
    """What all learners with a network in PyTorch have."""

    device: Literal["auto", "cpu", "cuda"] = Field(
        "auto",
        description="where PyTorch computes; auto: on a graphics card if there is one",
        json_schema_extra=NOT_FROM_WEB,
    )
    threads: int = Field(
        1, description="threads of PyTorch", ge=1, le=256, json_schema_extra=NOT_FROM_WEB
    )
    workers: int = Field(
        1, description="games that are played at once", ge=1, le=256, json_schema_extra=NOT_FROM_WEB
    )


def _parameter(name: str, field: FieldInfo, default: Value) -> Parameter:
    low = next((each.ge for each in field.metadata if isinstance(each, Ge)), None)
    high = next((each.le for each in field.metadata if isinstance(each, Le)), None)
    choices = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
    extras: Any = field.json_schema_extra or {}
    return Parameter(
        name,
        default,
        field.description or "",
        None if low is None else float(str(low)),
        None if high is None else float(str(high)),
        choices,
        web=extras.get("web", True),
        web_high=extras.get("web_high"),
    )


def value_text_of(key: str, value: object) -> str:
    """A value from a file as a text, to be read like one from the command line."""
    if not isinstance(value, Value):
        raise BadSpec(f"{key}={value!r:.40} is not valid: {key} must be a number or a text.")
    return value if isinstance(value, str) else value_text(value)


def toml_value(value: Value) -> str:
    """A value as TOML writes it.

    >>> toml_value(True), toml_value(0.5), toml_value('a "b"')
    ('true', '0.5', '"a \\\\"b\\\\""')
    """
    if isinstance(value, str):
        if any("\ud800" <= each <= "\udfff" for each in value):
            raise BadSpec(f"{value!r:.40} is not valid: it is not text in UTF-8.")
        # JSON's strings are TOML's, but for pairs of surrogates and DEL.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value) if isinstance(value, float) else json.dumps(value)

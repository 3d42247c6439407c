"""A job: a piece of work whose result depends on nothing else.

It names everything that its result depends on: the game, the network by its checksum, the seed, the
numbers of the games and the settings. So it gives the same shard on every machine, in any order,
and as often as it is repeated.
"""

from __future__ import annotations

import importlib
import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from inarow.errors import BadSpec
from inarow.spec import Value, closest

KINDS = {"alphazero": "inarow.learning.alphazero.selfplay:play_job"}
"""The function that runs each kind of job, as module:name. Jobs are data and name a kind only."""

LARGEST = 2**63 - 1
"""Of whole numbers in a job."""

_CHECKSUM = re.compile("[0-9a-f]{64}")

RunJob = Callable[["Job", bytes], bytes]
"""What runs a job of some kind: it gets the content of the network's file and returns a shard."""


@dataclass(frozen=True)
class Job:
    """A job: games ``first`` to ``first + count - 1``, which make one shard.

    >>> Job("alphazero", "tictactoe", "0" * 64, seed=1, first=0, count=0, settings={})
    Traceback (most recent call last):
    inarow.errors.BadSpec: count=0 is not valid in a job: it must be from 1 to 9223372036854775807.
    """

    kind: str
    """A name in ``KINDS``."""
    game: str
    """Its description."""
    network: str
    """SHA-256 of the network's file."""
    seed: int
    first: int
    count: int
    settings: Mapping[str, Value]
    """What else it depends on."""

    def __post_init__(self) -> None:
        for name in ("kind", "game", "network"):
            if not isinstance(getattr(self, name), str):
                raise _bad(name, getattr(self, name), "a text")
        if not _CHECKSUM.fullmatch(self.network):
            raise _bad("network", self.network, "a SHA-256 of 64 digits from 0 to f")
        for name, low in (("seed", 0), ("first", 0), ("count", 1)):
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= LARGEST:
                raise _bad(name, value, f"from {low} to {LARGEST}")
        if not isinstance(self.settings, Mapping):
            raise _bad("settings", self.settings, "a mapping")
        for name, value in self.settings.items():
            if not isinstance(name, str) or not _is_value(value):
                raise _bad(name, value, "a finite number, a text or a bool, by a name")

    def __str__(self) -> str:
        """Its games, for messages.

        >>> print(Job("alphazero", "tictactoe", "0" * 64, seed=1, first=20, count=10, settings={}))
        Games 20 to 29 of tictactoe
        """
        return f"Games {self.first} to {self.first + self.count - 1} of {self.game:.60}"

    def as_json(self) -> str:
        """The job as JSON; equal jobs have equal texts."""
        return json.dumps(vars(self) | {"settings": dict(self.settings)}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Job:
        """The job of a text from ``as_json``; BadSpec if it has another form."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadSpec(f"A job cannot be read: {error}.") from None
        names = [field.name for field in fields(cls)]
        if not isinstance(found, dict) or set(found) != set(names):
            raise BadSpec(f"A job cannot be read: it must have {', '.join(names)}.")
        return cls(**found)


def find_kind(name: str) -> RunJob:
    """The function that runs a kind of job."""
    if name not in KINDS:
        raise BadSpec(f"There is no kind of job {name!r:.40}: {closest(name, KINDS)}")
    module, _, function = KINDS[name].partition(":")
    run: RunJob = getattr(importlib.import_module(module), function)
    return run


def run_job(job: Job, network: bytes) -> bytes:
    """Run a job here; returns its shard."""
    shard = find_kind(job.kind)(job, network)
    if not isinstance(shard, bytes):
        raise TypeError(f"a job of kind {job.kind} returned {type(shard).__name__}, not bytes")
    return shard


def _is_value(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, bool | str) or (type(value) is int and abs(value) <= LARGEST)


def _bad(name: object, value: object, valid: str) -> BadSpec:
    return BadSpec(f"{name!s:.40}={value!r:.40} is not valid in a job: it must be {valid}.")

"""The index of the experiments, ``index.toml``, and what each needs to run."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from inarow.extras import needs

INDEX = Path(__file__).with_name("index.toml")

MODULES = {"plots": "matplotlib", "train": "torch"}
"""What is imported to see whether an extra of inarow is installed."""


@dataclass(frozen=True)
class Entry:
    """What the index says about an experiment."""

    name: str
    paper: str
    shows: str
    about: str
    module: str
    minutes: float
    """Of a whole run; for each engine of the user, if it plays some."""
    least: float
    """Minutes of the smallest run that a budget can make of it."""
    engines: bool = False
    """Whether it plays engines that the user gives."""
    extras: tuple[str, ...] = ()
    """Extras of inarow that must be installed."""
    weights: tuple[str, ...] = ()
    """The shipped weights that its players load, in a whole run."""
    smaller: str = ""
    """What is smaller than in the paper, in each run."""
    stale: str = ""
    """Why the result in the repository is out of date, or scaled; empty if it is neither."""

    def check_installed(self) -> None:
        """Raise MissingExtra now instead of after an hour."""
        for extra in self.extras:
            with needs(self.name, extra):
                import_module(MODULES[extra])


def papers() -> dict[str, str]:
    """Who wrote each paper, and its title."""
    return dict(tomllib.loads(INDEX.read_text("utf-8"))["papers"])


def entries() -> list[Entry]:
    """The experiments of the index."""
    found = tomllib.loads(INDEX.read_text("utf-8"))["experiment"]
    return [
        Entry(**{key: tuple(value) if isinstance(value, list) else value for key, value in each})
        for each in map(dict.items, found)
    ]

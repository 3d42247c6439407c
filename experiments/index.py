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
    least: float = 0.0
    """Minutes of the smallest run that a budget can make of it."""
    engines: bool = False
    """Whether it plays engines that the user gives."""
    extras: tuple[str, ...] = ()
    """Extras of inarow that must be installed."""

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
    return [Entry(**{**each, "extras": tuple(each.get("extras", ()))}) for each in found]

"""Lets ``python:class=mymodule.MyPlayer`` find modules in the current directory."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from inarow.players.python_class import PYTHON

_NAMES_CLASS = re.compile(rf"\b{PYTHON.name}\s*:", re.IGNORECASE)


def find_own_classes(arguments: Iterable[str]) -> None:
    """Add the current directory to Python's path if the command line names a class.

    Only then, so that no file that happens to be there is ever imported; and last, so that it hides
    no other module.
    """
    if any(_NAMES_CLASS.search(argument) for argument in arguments):
        sys.path.append(str(Path.cwd()))

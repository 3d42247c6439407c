"""Lets ``python:class=mymodule.MyPlayer`` find modules in the current directory."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from inarow.players.python_class import PYTHON


def find_own_classes(arguments: Iterable[str]) -> None:
    """Add the current directory to Python's path if the command line names a class.

    Only then, so that no file that happens to be there is ever imported; and last, so that it hides
    no other module.
    """
    if any(f"{PYTHON.name}:" in argument.lower() for argument in arguments):
        sys.path.append(str(Path.cwd()))

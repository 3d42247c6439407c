"""Engines that misbehave, each a program of its own: see ``engine.py``."""

import shlex
import sys
from pathlib import Path

from inarow.spec import value_text


def command(name: str, *arguments: object) -> str:
    """The command that runs a fake."""
    script = Path(__file__).parent / f"{name}.py"
    return shlex.join([sys.executable, "-S", "-E", str(script), *map(str, arguments)])


def spec(name: str, *arguments: object, **parameters: object) -> str:
    """A fake as a player."""
    more = "".join(f",{key}={value}" for key, value in parameters.items())
    return f"external:cmd={value_text(command(name, *arguments))}{more}"

"""The command that starts an engine."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from inarow.errors import BadSpec


def split_command(command: str, directory: str = "") -> tuple[list[str], str | None]:
    """The words of a command, with the path of its program, and the directory to run it in.

    A program given by a path runs in its own directory, where many engines look for their files, as
    in c-gomoku-cli; but not if another word of the command is a file in the current directory.
    Other programs run in the current directory. ``directory`` has priority, and then the path of
    the program may be relative to it.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadSpec(f"The command {command!r} cannot be split: {str(error).lower()}.") from None
    if not words or "\0" in command:
        raise BadSpec("An external engine needs a command: external:cmd=./pbrain-name.")
    if directory and not Path(directory).is_dir():
        raise BadSpec(f"There is no directory {directory!r} to run the engine in.")
    by_path = "/" in words[0]
    program = shutil.which(str(Path(directory, words[0]))) if directory and by_path else None
    program = program or shutil.which(words[0])
    if program is None:
        raise BadSpec(f"There is no program {words[0]!r} that could be run.")
    found = Path(program).absolute()
    stays = any(not Path(word).is_absolute() and Path(word).is_file() for word in words[1:])
    home = str(found.parent) if by_path and not stays else None
    return [str(found), *words[1:]], directory or home

"""Ctrl-C while one of our commands is still being imported: status 130, and no traceback.

Imports take long enough to press Ctrl-C, and happen before any code of the command could handle it.
So the package imports this module first. It changes something only in a process that was started as
one of our commands.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

COMMANDS = ("inarow", "pbrain-inarow")
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it; typer's, too."""


def use_default_handler() -> None:
    """Let Ctrl-C raise KeyboardInterrupt, as usual: the command handles it from now on."""
    if signal.getsignal(signal.SIGINT) is _quit:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_command() -> bool:
    program = sys.orig_argv[1:3]
    return program == ["-m", "inarow"] or any(Path(word).name in COMMANDS for word in program[:1])


def _quit(*_: object) -> None:
    os.write(2, b"inarow: stopped.\n")
    os._exit(INTERRUPTED)


if _is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _quit)  # until the command calls use_default_handler

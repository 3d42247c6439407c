"""The process of a run, on its own side: ``python -m inarow.server.lab.KIND_worker DIRECTORY``.

It goes on with the run in the directory, and writes reports to standard output, one JSON object per
line, each with ``games``, ``scheduled`` and ``seconds``. The last line says how it ended:
``{"end": "finished"}``, or "stopped", or "failed" with a message. It stops on SIGTERM, on Ctrl-C
and when its standard input closes, which happens whenever the server ends, even if it is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from inarow.errors import InarowError

NICE = 10
"""Priority below that of searches in games; 19 is the lowest."""

MEMORY_BYTES = 2 << 30
"""Memory limit: a player beyond it crashes and loses, before the machine runs out of memory."""

REPORT_SECONDS = 0.4
"""Between two reports: often enough to watch."""

Send = Callable[[Mapping[str, Any]], None]
"""Sends a report to the server."""


class StopRequested(BaseException):
    """A request to stop; not an error."""


class StopHandler:
    """What the first request to stop does, in the main thread: it raises ``StopRequested``."""

    def __init__(self) -> None:
        self.call: Callable[[], None] | None = None
        """What it does instead, if anything."""

    def __call__(self, number: int, frame: object) -> None:
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, signal.SIG_IGN)
        if self.call is None:
            raise StopRequested
        self.call()


Work = Callable[[Path, Send, StopHandler], None]
"""Goes on with the run in a directory to its end; raises ``StopRequested`` if it was stopped."""


def report_end(work: Work, directory: Path, send: Send, stop: StopHandler) -> None:
    """Do the work, and report how it ended."""
    try:
        work(directory, send, stop)
        send({"end": "finished"})
    except StopRequested:
        send({"end": "stopped"})
    except InarowError as error:
        send({"end": "failed", "message": public_message(error, directory)})
    except MemoryError:
        most = f"{MEMORY_BYTES >> 30} GB"
        send({"end": "failed", "message": f"It needs more memory than {most}, which is the most."})


def public_message(error: InarowError, directory: Path) -> str:
    """What is wrong with a run, for everybody: without the folder of the server.

    >>> public_message(InarowError("/srv/lab/ab/games.jsonl is damaged."), Path("/srv/lab/ab"))
    'games.jsonl is damaged.'
    """
    return str(error).replace(f"{directory}/", "").replace(str(directory), "its folder")


def run_worker(work: Work) -> None:
    """Run as a program; reports are lines on standard output."""
    stop = StopHandler()

    def stop_with_input() -> None:
        with contextlib.suppress(OSError):
            while os.read(sys.stdin.fileno(), 4096):
                pass
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)

    def send(report: Mapping[str, Any]) -> None:
        # The server may be gone; standard input has then closed as well.
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.write(json.dumps(report, allow_nan=False) + "\n")
            sys.stdout.flush()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    with contextlib.suppress(StopRequested):
        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
        threading.Thread(target=stop_with_input, daemon=True).start()
        report_end(work, Path(sys.argv[1]), send, stop)
    os._exit(0)  # an ordinary exit would complain about output that cannot be flushed

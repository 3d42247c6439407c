"""An engine on a pair of pipes: one thread reads, the main thread searches and answers.

So the protocol's last command (``END`` in Gomocup) is noticed during a search, and so is the end of
the input, which means that the manager has exited. In both cases the process ends in well under a
second:

- a search that runs when the last command comes is stopped and not answered, as Gomocup demands;
- commands that came before it, or together with it, are still answered, but quickly, so a script of
  commands can be piped in;
- at the end of the input, the last answer is written as well.
"""

from __future__ import annotations

import os
import re
import threading
import time
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Protocol

CHUNK = 65_536
"""Bytes read at once: as many as a pipe holds."""

LONGEST_LINE = 4_096
"""Bytes of a line that are used; the rest is dropped."""

STOP_AGAIN = 0.02
"""Seconds between calls to stop, since a search may start just after one."""

GRACE = 0.5
"""Seconds until the process exits if a player does not stop; managers wait 0.7 to 1."""

SCRIPT_GRACE = 10.0
"""The same if commands are left: a script was piped in, and nobody is in a hurry."""

_LINE_END = re.compile(rb"[\r\n]+")


class Brain(Protocol):
    """What executes commands, and calls ``Pipe.write`` with the answers."""

    hurry: bool
    """Set at the end: all answers must be quick."""
    ended: bool
    """Whether the last command was executed."""

    def obey(self, line: str, received: float | None = None) -> None:
        """Execute a line that came at a time of ``time.monotonic``; default: now."""

    def stop(self) -> None:
        """Make a running search answer now; from any thread."""


@dataclass(frozen=True)
class Words:
    """The commands that the loop must know, in capitals."""

    end: str
    """The last one."""
    thinking: frozenset[str] = frozenset()
    """Those that may take long; their answers are not needed after the last one."""
    stop: str = ""
    """Makes a running search answer now; it must end the hurry when it is executed."""


GOMOCUP = Words("END", frozenset({"BEGIN", "TURN", "DONE"}))


class Pipe:
    """The input and output of an engine, by their file descriptors."""

    def __init__(self, source: int, target: int, words: Words = GOMOCUP) -> None:
        self._source = source
        self._target = target
        self._words = words
        self._brain: Brain | None = None
        self._lines: SimpleQueue[tuple[str, float] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thinking = False
        self._silent = False
        self._done = threading.Event()

    def write(self, line: str) -> None:
        """Send a line and flush it."""
        if self._silent:
            return
        data = f"{line}\n".encode("ascii", "replace")
        try:
            while data:
                data = data[os.write(self._target, data) :]
        except OSError:
            self._silent = True  # the reader has gone; the end of the input will follow

    def run(self, brain: Brain) -> None:
        """Execute commands until the end."""
        self._brain = brain
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        try:
            while (item := self._lines.get()) is not None and not brain.ended:
                with self._lock:
                    self._thinking = _first_word(item[0]) in self._words.thinking
                brain.obey(*item)
                with self._lock:
                    self._thinking = self._silent = False
        finally:
            # The reader may block forever, and must not keep the player alive.
            self._brain = None
            self._done.set()
        reader.join(GRACE)

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                chunk = os.read(self._source, CHUNK)
            except OSError:
                chunk = b""
            received = time.monotonic()
            # At the end of the input, the last line may lack its line end.
            *whole, rest = _LINE_END.split(rest + chunk) if chunk else (rest, b"")
            rest = rest[:LONGEST_LINE]
            lines = [line[:LONGEST_LINE].decode("ascii", "replace") for line in whole]
            words = {_first_word(line) for line in lines}
            ends = self._words.end in words
            grace = SCRIPT_GRACE if len(lines) > 1 or not self._lines.empty() else GRACE
            if ends or not chunk:
                self._hasten(silence=ends)
            for line in lines:
                self._lines.put((line, received))
            if self._words.stop in words and (brain := self._brain) is not None:
                brain.hurry = True  # for what comes before the command in the queue
                brain.stop()
            if ends or not chunk:
                self._lines.put(None)
                self._finish(grace)
                return

    def _hasten(self, *, silence: bool) -> None:
        """Make all further answers quick, and suppress that of the running search."""
        brain = self._brain
        if brain is not None:
            brain.hurry = True
        with self._lock:
            self._silent = self._silent or (silence and self._thinking)

    def _finish(self, grace: float) -> None:
        """Make sure that the process ends."""
        deadline = time.monotonic() + grace
        while time.monotonic() < deadline:
            if (brain := self._brain) is not None:
                brain.stop()
            del brain
            if self._done.wait(STOP_AGAIN):
                return
        os._exit(0)  # a player that cannot be stopped must not keep the process alive


def _first_word(line: str) -> str:
    return (line.upper().split(maxsplit=1) or [" "])[0]

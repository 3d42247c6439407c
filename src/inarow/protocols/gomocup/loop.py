"""An engine on a pair of pipes: one thread reads, the main thread searches and answers.

So ``END`` is noticed during a search, and so is the end of the input, which means that the manager
has exited. In both cases the process ends in well under a second:

- a search that runs when ``END`` comes is stopped and not answered, as the protocol demands;
- commands that came before ``END``, or together with it, are still answered, but quickly, so a
  script of commands can be piped in;
- at the end of the input, the last answer is written as well.
"""

from __future__ import annotations

import os
import re
import threading
import time
from queue import SimpleQueue

from inarow.protocols.gomocup.brain import Brain

CHUNK = 65_536
"""Bytes read at once: as many as a pipe holds."""

LONGEST_LINE = 4_096
"""Bytes of a line that are used; the rest is dropped."""

STOP_AGAIN = 0.02
"""Seconds between calls to stop, since a search may start just after one."""

GRACE = 0.5
"""Seconds until the process exits if a player does not stop; managers wait 0.7 to 1."""

THINKING = (["BEGIN"], ["TURN"], ["DONE"])
"""Commands that may take long; their answers are not needed after END."""

_LINE_END = re.compile(rb"[\r\n]+")


class Pipe:
    """The input and output of an engine, by their file descriptors."""

    def __init__(self, source: int, target: int) -> None:
        self._source = source
        self._target = target
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
                    self._thinking = item[0].upper().split()[:1] in THINKING
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
            ends = any(line.upper().split()[:1] == ["END"] for line in lines)
            if ends or not chunk:
                self._hasten(silence=ends)
            for line in lines:
                self._lines.put((line, received))
            if ends or not chunk:
                self._lines.put(None)
                self._finish()
                return

    def _hasten(self, *, silence: bool) -> None:
        """Make all further answers quick, and suppress that of the running search."""
        brain = self._brain
        if brain is not None:
            brain.hurry = True
        with self._lock:
            self._silent = self._silent or (silence and self._thinking)

    def _finish(self) -> None:
        """Make sure that the process ends."""
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline:
            if (brain := self._brain) is not None:
                brain.stop()
            del brain
            if self._done.wait(STOP_AGAIN):
                return
        os._exit(0)  # a player that cannot be stopped must not keep the process alive

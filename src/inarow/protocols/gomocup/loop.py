"""An engine on a pair of pipes: a thread reads, the main thread thinks and answers.

So ``END`` is heard while the engine thinks, and so is the end of the input, which says that the
manager is gone. Either way the process is over in well under a second:

- a search that runs when ``END`` comes is stopped and says nothing more, as the protocol asks;
- what had come before ``END``, or in one go with it, is still answered, but at once: so a script of
  commands can be piped in whole;
- at the end of the input the last answer is written as well: nobody has asked for silence.
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
"""Bytes of a line that are looked at; the rest is dropped."""

STOP_AGAIN = 0.02
"""Seconds between calls to stop, for a search may begin just after one."""

GRACE = 0.5
"""Seconds until the process ends itself if a player will not stop; managers wait 0.7 to 1."""

THINKING = (["BEGIN"], ["TURN"], ["DONE"])
"""Commands that may take long; nobody waits for their answers after END."""

_LINE_END = re.compile(rb"[\r\n]+")


class Pipe:
    """The two ends that an engine talks through, by their file descriptors."""

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
        """Send a line, at once."""
        if self._silent:
            return
        data = f"{line}\n".encode("ascii", "replace")
        try:
            while data:
                data = data[os.write(self._target, data) :]
        except OSError:
            self._silent = True  # nobody reads any more; the end of the input will follow

    def run(self, brain: Brain) -> None:
        """Obey what comes, until the end."""
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
            # The reader may sit in a read for ever, and must not keep the player alive by that.
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
            # At the end of the input, a last line needs no line end.
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
        """Let every answer still to come be quick, and none come from the search that runs."""
        brain = self._brain
        if brain is not None:
            brain.hurry = True
        with self._lock:
            self._silent = self._silent or (silence and self._thinking)

    def _finish(self) -> None:
        """See to it that the process ends."""
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline:
            if (brain := self._brain) is not None:
                brain.stop()
            del brain
            if self._done.wait(STOP_AGAIN):
                return
        os._exit(0)  # a player that cannot be stopped must not keep the process alive

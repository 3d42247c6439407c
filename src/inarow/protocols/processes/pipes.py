"""The output of a child process, read by a thread, with limits on what is kept."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import IO, NamedTuple

from inarow.player import LogLine
from inarow.untrusted_text import one_line, shorten

LONGEST_LINE = 64 * 1024
"""Bytes. The longest answer of the protocol is a few dozen."""

MOST_BYTES = 1 << 20
"""Bytes that may come for one command: enough for ten thousand lines of MESSAGE."""

MOST_LINES = 5000
"""Lines that may wait unread."""

KEPT_ERRORS = 4096
"""Bytes of standard error that are kept, the last ones."""

_READ = 64 * 1024


class OutputLine(NamedTuple):
    """A line without its line end, and when it arrived, by ``time.perf_counter``."""

    text: str
    at: float


def ignore_line(direction: str, text: str, at: float) -> None:
    """A log that keeps nothing."""


class Output:
    """Standard output and error of a child. Hold ``changed`` to wait for a change.

    Lines end with CR LF, LF or CR, and may arrive in pieces; empty lines are skipped.
    """

    def __init__(
        self,
        stdout: IO[bytes],
        stderr: IO[bytes],
        on_flood: Callable[[], None],
        log: LogLine = ignore_line,
    ) -> None:
        self.changed = threading.Condition()
        self.lines: deque[OutputLine] = deque()
        self.flood = ""  # how it wrote too much, if it did
        self.closed = False  # no more lines will come
        self.finished = False  # and nothing more on standard error
        self._files = (stdout, stderr)
        self._on_flood = on_flood
        self._log = log
        self._bytes = 0
        self._partial = b""
        self._errors = b""
        self._wake, self._waker = os.pipe()
        threading.Thread(target=self._run, name="engine output", daemon=True).start()

    def new_command(self) -> None:
        """Reset the limit of bytes, before a command is sent."""
        with self.changed:
            self._bytes = 0

    def errors(self) -> str:
        """The end of standard error."""
        with self.changed:
            return self._errors.decode("utf-8", "replace")

    def close(self) -> None:
        """Stop reading, even if another process still holds the other end."""
        with self.changed:
            if self._waker >= 0:
                os.close(self._waker)
                self._waker = -1

    def _run(self) -> None:
        stdout, stderr = (file.fileno() for file in self._files)
        poller = select.poll()
        for descriptor in (stdout, stderr, self._wake):
            poller.register(descriptor, select.POLLIN)
        left = {stdout, stderr}
        told = False
        while left:
            ready = [descriptor for descriptor, _ in poller.poll()]
            if self._wake in ready:
                break
            for descriptor in left & set(ready):
                data = os.read(descriptor, _READ)
                at = time.perf_counter()
                with self.changed:
                    if not data:
                        poller.unregister(descriptor)
                        left.discard(descriptor)
                        self.closed |= descriptor == stdout
                    elif descriptor == stderr:
                        self._errors = (self._errors + data)[-KEPT_ERRORS:]
                        for text in data.decode("utf-8", "replace").splitlines():
                            self._log("!", text, at)
                    elif not self.flood:
                        self._take(data, at)
                    self.changed.notify_all()
            if self.flood and not told:
                told = True
                self._on_flood()
        with self.changed:
            self.closed = self.finished = True
            self.changed.notify_all()
        for file in self._files:
            with contextlib.suppress(OSError):
                file.close()
        os.close(self._wake)

    def _take(self, data: bytes, at: float) -> None:
        self._bytes += len(data)
        *whole, self._partial = (self._partial + data.replace(b"\r", b"\n")).split(b"\n")
        if max(map(len, (*whole, self._partial))) > LONGEST_LINE:
            self.flood = f"a line of more than {LONGEST_LINE // 1024} kB"
        elif self._bytes > MOST_BYTES:
            self.flood = f"more than {MOST_BYTES // 1024} kB for one answer"
        else:
            for piece in whole:
                if text := piece.decode("utf-8", "replace").strip():
                    self._log("<", text, at)
                    self.lines.append(OutputLine(text, at))
            if len(self.lines) > MOST_LINES:
                self.flood = f"more than {MOST_LINES} lines at once"
        if self.flood:
            self.lines.clear()
            self._partial = b""


def quoted(text: str, most: int = 200) -> str:
    """Text of an engine for a message: on one line, only the end if it is long.

    >>> quoted("Segmentation\\x1b[31m\\n fault"), quoted("x" * 9, most=4)
    ('Segmentation [31m fault', '…xxx')
    """
    return shorten(one_line(text), most, cut="start")

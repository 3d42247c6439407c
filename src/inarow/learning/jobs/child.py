"""A child process of a backend: messages go to it and come from it, and nothing here ever blocks.

It is in a process group of its own, so that Ctrl-C in a terminal reaches the parent alone. It ends
when its input is closed, which the system does for a parent that was killed.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import IO

from inarow.errors import InarowError
from inarow.learning.jobs.messages import Message, MessageReader, keep_network
from inarow.untrusted_text import one_line, shorten

GRACE = 2.0
"""Seconds that a child has to exit after its input was closed."""

KEPT_ERRORS = 4096
"""Bytes of standard error that are looked at, the last ones."""

_READ = 1 << 20


class Child:
    """A running child process."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        # A file and not a pipe, which nobody would empty between two calls.
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (``end`` closes it)
        self._errors = b""
        self._fault = ""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                bufsize=0,
                process_group=0,
                env={**os.environ, **(env or {})},
            )
        except OSError as error:
            self._stderr.close()
            reason = error.strerror or error
            raise InarowError(f"A worker process cannot be started: {reason}.") from None
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout
        for pipe in (process.stdin, process.stdout):
            os.set_blocking(pipe.fileno(), False)
        self._unsent: deque[memoryview] = deque()
        self._reader = MessageReader()
        self._networks: dict[str, None] = {}
        self.is_open = True
        """Whether messages may still come from it."""
        self.jobs: deque[int] = deque()
        """The ids of the jobs that it has, in the order in which they were sent."""

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def send_job(self, number: int, job: str, checksum: str, network: bytes) -> None:
        """Send a job, and before it its network if the child does not have it."""
        self.jobs.append(number)
        if checksum not in self._networks:
            keep_network(self._networks, checksum, None)
            self._send(Message({"type": "network", "checksum": checksum}, network))
        self._send(Message({"type": "job", "id": number, "job": job}))

    def _send(self, message: Message) -> None:
        self._unsent.append(memoryview(message.as_bytes()))
        self._write()

    def _write(self) -> None:
        """Write what the pipe takes now."""
        try:
            while self._unsent:
                written = os.write(self._stdin.fileno(), self._unsent[0])
                self._unsent[0] = self._unsent[0][written:]
                if not self._unsent[0]:
                    self._unsent.popleft()
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent.clear()  # it has ended, which shows when its output is read

    def exchange(self) -> list[Message]:
        """Write and read what is possible now; returns the messages that have arrived."""
        self._write()
        data, self.is_open = _read(self._stdout)
        try:
            return list(self._reader.feed(data))
        except ValueError:
            self.is_open, self._fault = False, "wrote something that is not a message"
            return []

    def register(self, poll: select.poll) -> None:
        """Make a poll wait for it."""
        poll.register(self._stdout, select.POLLIN)
        if self._unsent:
            poll.register(self._stdin, select.POLLOUT)

    def how_it_ended(self) -> str:
        """In words, after ``end``."""
        if self._fault:
            return self._fault
        code = self._process.returncode
        try:
            return f"was ended by {signal.Signals(-code).name}"
        except (ValueError, TypeError):
            return f"exited with status {code}"

    def last_error(self) -> str:
        """The last line of its standard error, after ``end``; empty if there is none."""
        lines = self._errors.decode(errors="replace").strip().splitlines()
        return shorten(one_line(lines[-1]), 300).rstrip(".") if lines else ""

    def ask_to_exit(self) -> None:
        """Close its input, so that it exits."""
        with contextlib.suppress(OSError):
            self._stdin.close()

    def end(self, grace: float = 0.0) -> None:
        """Wait so many seconds until it exits, or kill it. May be called twice."""
        self.is_open = False
        if self._stdout.closed:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self._process.kill()  # nothing is done if it has exited
        self._process.wait()
        size = os.fstat(self._stderr.fileno()).st_size
        self._errors = os.pread(self._stderr.fileno(), KEPT_ERRORS, max(0, size - KEPT_ERRORS))
        for pipe in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(OSError):
                pipe.close()


def wait_for(children: Iterable[Child], seconds: float) -> None:
    """Wait until there is something to read or write, for so many seconds at most."""
    poll = select.poll()
    for child in children:
        child.register(poll)
    poll.poll(1000 * seconds)


def _read(pipe: IO[bytes]) -> tuple[bytes, bool]:
    """What is in a pipe now, and whether more may come."""
    try:
        data = os.read(pipe.fileno(), _READ)
    except BlockingIOError:
        return b"", True
    return data, bool(data)

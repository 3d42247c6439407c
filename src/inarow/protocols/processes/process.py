"""An untrusted engine as a child process.

It has its own session and process group, its pipes are read by a thread with limits, every write
and wait has a deadline, and in the end it is always killed and reaped. All failures are
``PlayerFailed`` with the word that records use; after one, the process has ended.

This is not a sandbox: the engine may read and write files and use the network as its user may.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence

from inarow.errors import PlayerFailed
from inarow.player import LogLine
from inarow.protocols.processes.pipes import Output, OutputLine, ignore_line, quoted
from inarow.protocols.processes.process_memory import used_bytes
from inarow.protocols.processes.watchdog import MARK, WATCHDOG, kill_everything
from inarow.protocols.record import End

MB = 1 << 20

LOOK_EVERY = 0.05
"""Seconds between two checks of the engine while we wait: whether it is alive, and its memory. A
process fills some 100 MB in that time."""

WALL_SLACK = 256 * MB
"""Bytes of address space beyond twice the memory limit at which the kernel refuses more. A
well-behaved engine with threads never reaches it; it stops what our checks miss."""

END_GRACE = 1.0
"""Seconds that an engine has to exit after END, as the protocol suggests."""

LAST_WORDS = 0.5
"""Seconds to wait for exit status and standard error after an engine has closed its output."""


class EngineProcess:
    """A running engine: writes and reads lines, with deadlines by ``time.perf_counter``."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        name: str,
        directory: str | None = None,
        memory: int = 0,
        folder: str = "",
        log: LogLine | None = None,
    ) -> None:
        """Start the engine; ``memory`` is in MB, 0 is no limit.

        The caller removes ``folder``; the watchdog does so if the caller was killed. ``log`` gets
        every line that it is sent and writes.
        """
        self.name = name
        self._log = log or ignore_line
        self._owner = os.getpid()
        self._memory = memory * MB
        self._mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._stopped = False
        self._reaped = False
        self._lock = threading.RLock()
        try:
            self._child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=directory,
                env={**os.environ, MARK: self._mark},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = quoted(getattr(error, "strerror", None) or str(error))
            raise PlayerFailed(End.CRASH, f"{name} cannot be started: {reason}.") from None
        try:
            WATCHDOG.watch(self.pid, self._mark, folder)
            self._open_pipes()
            if self._memory:
                self._build_wall()
        except BaseException:  # Ctrl-C, or no thread or process available
            kill_everything(self.pid, self._mark)
            WATCHDOG.forget(self.pid)
            self._child.wait()
            raise

    @property
    def is_ours(self) -> bool:
        """Whether this process started it; a forked copy must not end it."""
        return self._owner == os.getpid()

    @property
    def pid(self) -> int:
        """Its process id, which is also the id of its group and session."""
        return self._child.pid

    def write(self, text: str, deadline: float) -> float:
        """Send whole lines; returns the time when the last byte was in the pipe."""
        self._output.new_command()
        data = text.encode()
        poller = select.poll()
        try:
            poller.register(self._stdin, select.POLLOUT)
        except ValueError:  # it is closed
            raise self._gone() from None
        for line in text.splitlines():  # before they are sent, so that no answer comes first
            self._log(">", line, time.perf_counter())
        while data:
            if self._stopped:
                raise self._gone()
            left = deadline - time.perf_counter()
            if left < 0:
                raise self.fail(End.STALL, "stalled: it does not read what it is sent")
            if not poller.poll(1000 * min(left, LOOK_EVERY)):
                continue
            try:
                data = data[os.write(self._stdin.fileno(), data) :]
            except BlockingIOError:
                continue
            except (OSError, ValueError):  # ValueError: stop() has just closed it
                raise self._gone() from None
        return time.perf_counter()

    def read(self, deadline: float, due: str) -> OutputLine:
        """The next line; ``due`` names what is expected, for the message of a failure."""
        line = self._next(deadline)
        if line is None:
            raise self.fail(End.STALL, f"stalled: no {due} came in time, so it was killed")
        return line

    def read_if_any(self, deadline: float) -> OutputLine | None:
        """The next line, or None if none comes before the deadline, which is not a failure."""
        return self._next(deadline)

    def waiting_lines(self) -> list[OutputLine]:
        """The lines that have already arrived, without waiting."""
        with self._output.changed:
            lines = list(self._output.lines)
            self._output.lines.clear()
        return lines

    def _open_pipes(self) -> None:
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        self._stdin = child.stdin
        os.set_blocking(self._stdin.fileno(), False)
        self._output = Output(child.stdout, child.stderr, self._signal_kill, self._log)

    def _next(self, deadline: float) -> OutputLine | None:
        output = self._output
        dead = False
        while True:
            if self._memory:
                self._look_at_memory()
            if not dead and self._exit() is not None:
                # A child of it may keep the pipe open, but only what is in the pipe counts.
                dead = True
                deadline = min(deadline, time.perf_counter() + LAST_WORDS)
            with output.changed:
                if self._stopped or output.flood:
                    break
                if output.lines:
                    return output.lines.popleft()
                left = deadline - time.perf_counter()
                if output.closed or (dead and left <= 0):
                    break
                if left <= 0:
                    return None
                output.changed.wait(min(left, LOOK_EVERY))
        raise self._gone()

    def fail(self, end: End, what: str) -> PlayerFailed:
        """Kill it; returns the failure to raise, with the end of its standard error."""
        self.kill()
        message = f"{self.name} {what}"
        if errors := quoted(self._output.errors()):
            message += f"; its standard error ends: {errors}"
        return PlayerFailed(end, message if message.endswith(".") else f"{message}.")

    def stop(self) -> None:
        """Make a wait in another thread fail immediately."""
        self._stopped = True
        self.kill()
        with self._output.changed:
            self._output.changed.notify_all()

    def close_input(self) -> None:
        """Close its input."""
        with contextlib.suppress(OSError):
            self._stdin.close()

    def exits_within(self, seconds: float) -> bool:
        """Whether it exits by itself within so many seconds; does not reap it."""
        deadline = time.perf_counter() + seconds
        pause = 0.002
        while self._exit() is None:
            left = deadline - time.perf_counter()
            if left <= 0:
                return False
            time.sleep(min(pause, left))
            pause = min(2 * pause, LOOK_EVERY)
        return True

    def close(self, farewell: str = "END\n") -> None:
        """Ask it to exit, wait shortly, and kill the rest of its group. May be called twice."""
        with contextlib.suppress(PlayerFailed):
            if not self._reaped:
                self.write(farewell, time.perf_counter() + LOOK_EVERY)
                self.exits_within(END_GRACE)
        self.kill()

    def kill(self) -> None:
        """Kill its whole group, reap it and close the pipes."""
        with self._lock:
            if self._reaped:
                return
            self._signal_kill()
            WATCHDOG.forget(self.pid)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(timeout=5)
            self._reaped = True
        self.close_input()
        with self._output.changed:  # its last output may still be in the pipe
            self._output.changed.wait_for(lambda: self._output.finished, LAST_WORDS)
        self._output.close()

    def _signal_kill(self) -> None:
        with self._lock:
            # After it is reaped, its id may belong to another process.
            if not self._reaped:
                kill_everything(self.pid, self._mark)

    def _gone(self) -> PlayerFailed:
        """The failure of an engine that gives no more output."""
        if self._stopped:
            return self.fail(End.STALL, "was stopped before it answered")
        if self._output.flood:
            wrote = self._output.flood
            return self.fail(End.FLOOD, f"flooded its output: it wrote {wrote}")
        self.exits_within(LAST_WORDS)
        how = self._exit()
        what = "closed its output while it was still running" if how is None else how
        if self._memory and how is not None:
            what += f" (its memory was limited to {self._memory // MB} MB)"
        return self.fail(End.CRASH, f"crashed: it {what}")

    def _exit(self) -> str | None:
        """How it exited, in words; None while it runs. Does not reap it."""
        if self._reaped:
            return "has ended"
        try:
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return "has ended"
        if found is None:
            return None
        if found.si_code == os.CLD_EXITED:
            return f"exited with status {found.si_status}"
        try:
            return f"was ended by {signal.Signals(found.si_status).name}"
        except ValueError:
            return f"was ended by signal {found.si_status}"

    def _look_at_memory(self) -> None:
        used = used_bytes(self.pid)
        if used > self._memory:
            raise self.fail(
                End.MEMORY, f"used {used // MB} MB of memory, and may use {self._memory // MB}"
            )

    def _build_wall(self) -> None:
        try:
            import resource  # noqa: PLC0415 (not on every system)

            wall = 2 * self._memory + WALL_SLACK
            resource.prlimit(self.pid, resource.RLIMIT_DATA, (wall, wall))
        except (ImportError, AttributeError, OSError, ValueError):
            pass  # not supported here, or it has already exited: the checks remain

"""Kills engines and all their descendants, also when this process itself is killed.

An engine runs in its own process group and with a mark in its environment, which its descendants
inherit. So processes are found even if they have left the group and lost their parent.

An engine that ignores the end of its input would outlive this process. The watchdog, a small
process, holds the other end of a pipe and knows the running engines; when the pipe closes, for any
reason, it kills those engines and removes their temporary folders. (Linux's PR_SET_PDEATHSIG is no
alternative: it fires when the thread that started the child ends.)

What it cannot do: find processes that have cleared their environment, or any marked process on a
system without ``/proc``; or know an engine that was started just when this process was killed.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

MARK = "INAROW_ENGINE"
"""The environment variable that marks an engine and its descendants; its value is unique."""

_ROUNDS = 10
"""How often to search again for processes that were started meanwhile."""

_PROC = Path("/proc")


def kill_everything(group: int, mark: str) -> None:
    """Kill a process group and all processes with a mark."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    for _ in range(_ROUNDS):
        left = marked(mark)
        if not left:
            break
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def marked(mark: str) -> list[int]:
    """The running processes with a mark in their environment."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in _PROC.glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found


class Watchdog:
    """Our side of the watchdog: starts it with the first engine, and reports starts and ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._engines: dict[int, str] = {}  # by group: the line that reported it
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the watchdog process, if it has been started."""
        return None if self._process is None else self._process.pid

    def watch(self, group: int, mark: str, folder: str = "") -> None:
        """Report an engine, to be killed when we end, and its folder, to be removed."""
        with self._lock:
            # The folder in hex: a path may contain any byte.
            self._engines[group] = f"+{group} {mark} {os.fsencode(folder).hex()}\n"
            self._tell(self._engines[group])

    def forget(self, group: int) -> None:
        """Report that an engine has ended."""
        with self._lock:
            if self._engines.pop(group, None) is not None:
                self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        if self._process is None:
            self._start()
        try:
            self._write(line)
        except OSError:  # it has exited: start a new one and report all engines
            self._start()
            with contextlib.suppress(OSError):
                self._write("".join(self._engines.values()))

    def _write(self, text: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(text.encode())

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,  # so that Ctrl-C does not reach it
        )

    def end(self) -> None:
        """Close the pipe: the watchdog kills the remaining engines and exits."""
        with self._lock:
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(timeout=5)
                self._process = None

    def forked(self) -> None:
        """In a forked child: the engines and the watchdog belong to the parent."""
        self._lock = threading.Lock()
        self._engines = {}
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.returncode = 0  # not our child
        self._process = None


WATCHDOG = Watchdog()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCHDOG.forked)


def watch_until_eof(lines: io.FileIO) -> None:
    """The main function of the watchdog process."""
    engines: dict[int, tuple[str, bytes]] = {}
    for line in lines:
        group, mark, folder, *_ = (*line[1:].decode("ascii").split(), "", "")
        if line[:1] == b"+":
            engines[int(group)] = mark, bytes.fromhex(folder)
        else:
            engines.pop(int(group), None)
    for number, (mark, path) in engines.items():
        kill_everything(number, mark)
        if path:
            shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    watch_until_eof(io.FileIO(0))
else:
    atexit.register(WATCHDOG.end)

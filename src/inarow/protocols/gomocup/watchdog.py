"""The end of engines: how all that one has started is killed, also when we are killed ourselves.

An engine runs in a process group of its own and with a mark in its environment, which all that it
starts inherits: so even those are found that have left the group and lost their parent.

An engine that ignores the end of its input would outlive us for ever. The watchdog, a tiny process,
holds the other end of a pipe from us and knows the engines we have started; when the pipe closes,
for whatever reason, it kills those that are left and removes their temporary folders. (Linux's
"signal at the parent's death" is no help: it fires when the thread that started the child ends.)

What it cannot do: find by their mark those that have wiped their environment, or any on a system
without ``/proc``; or learn of an engine started in the very instant in which we are killed.
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
"""The variable that marks an engine and all that it starts; its value names the engine."""

_ROUNDS = 10
"""How often to look again for what was started while we were killing."""

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
    """The processes that have a mark in their environment; those that have ended do not."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in _PROC.glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found


class Watchdog:
    """Our end of it: started at the first engine, told of every start and end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._engines: dict[int, str] = {}  # by group: the line that told of it
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process that watches, if there is one yet."""
        return None if self._process is None else self._process.pid

    def watch(self, group: int, mark: str, folder: str = "") -> None:
        """Have an engine killed when we end, and its folder removed."""
        with self._lock:
            # The folder in hex: a path may hold anything.
            self._engines[group] = f"+{group} {mark} {os.fsencode(folder).hex()}\n"
            self._tell(self._engines[group])

    def forget(self, group: int) -> None:
        """The engine has ended."""
        with self._lock:
            if self._engines.pop(group, None) is not None:
                self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        if self._process is None:
            self._start()
        try:
            self._write(line)
        except OSError:  # it is gone: a new one must hear of all of them
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
            start_new_session=True,  # no Ctrl-C of ours reaches it
        )

    def end(self) -> None:
        """Close the pipe: the watchdog kills what is left and ends."""
        with self._lock:
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(timeout=5)
                self._process = None

    def forked(self) -> None:
        """In a forked child: the engines and the watchdog are our parent's, not ours."""
        self._lock = threading.Lock()
        self._engines = {}
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.returncode = 0  # not our child to wait for
        self._process = None


WATCHDOG = Watchdog()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCHDOG.forked)


def watch_until_eof(lines: io.FileIO) -> None:
    """The watchdog's whole life."""
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

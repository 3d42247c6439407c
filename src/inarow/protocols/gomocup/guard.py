"""A guardian: a tiny process that kills our engines when we are killed and could not.

An engine that ignores the end of its input would outlive us for ever. The guardian holds the other
end of a pipe from us and knows the process groups we have started; when the pipe closes, for
whatever reason, it kills those that are left and removes their temporary folders. (Linux's "signal
at the parent's death" is no help: it fires when the thread that started the child ends.)

It cannot reach a process that has left its group and been adopted, nor one started in the
instant between our being killed and our telling of it.
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


class Guardian:
    """Our end of it: started at the first engine, told of every start and end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: dict[int, str] = {}  # with the folder to remove, if there is one
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process that watches, if there is one yet."""
        return None if self._process is None else self._process.pid

    def watch(self, group: int, folder: str = "") -> None:
        """Have a process group killed when we end, and a folder of it removed."""
        with self._lock:
            self._groups[group] = folder
            self._tell(_watch_line(group, folder))

    def forget(self, group: int) -> None:
        """The group has ended."""
        with self._lock:
            if self._groups.pop(group, None) is not None:
                self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        if self._process is None:
            self._start()
        try:
            self._write(line)
        except OSError:  # it is gone: a new one must hear of all of them
            self._start()
            with contextlib.suppress(OSError):
                self._write("".join(_watch_line(*item) for item in self._groups.items()))

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
        """Close the pipe: the guardian kills what is left and ends."""
        with self._lock:
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(timeout=5)
                self._process = None

    def forked(self) -> None:
        """In a forked child: the engines and the guardian are our parent's, not ours."""
        self._lock = threading.Lock()
        self._groups = {}
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.returncode = 0  # not our child to wait for
        self._process = None


GUARDIAN = Guardian()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=GUARDIAN.forked)


def _watch_line(group: int, folder: str) -> str:
    return f"+{group} {os.fsencode(folder).hex()}\n"  # in hex: a path may hold anything


def watch_until_eof(lines: io.FileIO) -> None:
    """The guardian's whole life."""
    groups: dict[int, bytes] = {}
    for line in lines:
        group, _, folder = line[1:].strip().partition(b" ")
        if line[:1] == b"+":
            groups[int(group)] = bytes.fromhex(folder.decode())
        else:
            groups.pop(int(group), None)
    for number, path in groups.items():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(number, signal.SIGKILL)
        if path:
            shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    watch_until_eof(io.FileIO(0))
else:
    atexit.register(GUARDIAN.end)
